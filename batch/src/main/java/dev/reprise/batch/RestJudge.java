package dev.reprise.batch;

import dev.reprise.Retry;
import dev.reprise.RetryPolicy;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.FailureText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks the policy what follows for a rest. Items that were merged into one chunk may have come
 * differently far; those that came equally far are judged together.
 */
final class RestJudge<I> {

  private final Retry retry;
  private final RetryPolicy policy;

  RestJudge(Retry retry) {
    this.retry = retry;
    policy = retry.policy().toBuilder().classifyWith("batchReply", RestJudge::verdict).build();
  }

  private static Verdict verdict(Outcome<?> outcome) {
    return outcome.valueOrNull() instanceof BatchReply<?> reply ? reply.verdict() : Verdict.pass();
  }

  RetryPolicy policy() {
    return policy;
  }

  /**
   * Judges what a call left over, each entry's attempt having been counted.
   *
   * @param rest at least one entry
   */
  Judgement<I> judge(List<Entry<I>> rest, Outcome<BatchReply<I>> outcome, long nowNanos) {
    Map<Progress, List<Entry<I>>> groups = new LinkedHashMap<>();
    for (Entry<I> entry : rest) {
      groups.computeIfAbsent(entry.progress(), progress -> new ArrayList<>()).add(entry);
    }
    Judgement<I> judgement = new Judgement<>();
    groups.forEach(
        (progress, group) -> judgement.add(group, outcome, decide(progress, outcome, nowNanos)));
    return judgement;
  }

  private Decision decide(Progress progress, Outcome<?> outcome, long nowNanos) {
    return policy.decide(
        progress, outcome, nowNanos, retry.state().view(), retry.environment().random());
  }

  /** What is to be done with a rest. */
  static final class Judgement<I> {

    final List<Entry<I>> again = new ArrayList<>();
    final Map<Entry<I>, StopReason> givenUp = new LinkedHashMap<>();
    long delayNanos;
    boolean throttled;

    private void add(List<Entry<I>> group, Outcome<BatchReply<I>> outcome, Decision decision) {
      throttled |= decision.verdict().kind() == FailureKind.THROTTLED;
      if (decision instanceof Decision.RetryAfter after) {
        delayNanos = Math.max(delayNanos, after.delayNanos());
        again.addAll(group);
        group.forEach(entry -> entry.goesOnWith(after.next()));
        note(group, outcome, null);
      } else if (decision instanceof Decision.GiveUp giveUp) {
        note(group, outcome, giveUp.bug());
        group.forEach(entry -> givenUp.put(entry, giveUp.reason()));
      } else {
        note(group, outcome, null);
        group.forEach(entry -> givenUp.put(entry, StopReason.NOT_RETRYABLE));
      }
    }

    private static <I> void note(
        List<Entry<I>> group, Outcome<BatchReply<I>> outcome, @Nullable Throwable bug) {
      Throwable failure = outcome.failureOrNull();
      Throwable error = failure == null ? bug : failure;
      String words = words(outcome, failure, bug);
      group.forEach(entry -> entry.failedWith(error, words));
    }

    private static String words(
        Outcome<?> outcome, @Nullable Throwable failure, @Nullable Throwable bug) {
      if (bug != null) {
        return FailureText.oneLine("the policy failed: " + FailureText.describe(bug));
      }
      if (failure != null) {
        return FailureText.describe(failure);
      }
      return outcome.valueOrNull() instanceof BatchReply<?> reply ? reply.message() : "no reply";
    }
  }
}
