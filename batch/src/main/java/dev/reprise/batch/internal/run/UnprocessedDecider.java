package dev.reprise.batch.internal.run;

import dev.reprise.Retry;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.FailureText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets the policy decide on unprocessed items. Items of one chunk may have different progress;
 * items with equal progress and the same idempotency share one decision.
 */
final class UnprocessedDecider<I> {

  private final Retry retry;
  private final RetryPolicy policy;
  private final RetryPolicy oncePolicy;
  private final @Nullable Predicate<? super I> notIdempotent;

  /** The key of items that share one decision. */
  private record Case(Progress progress, boolean once, @Nullable Throwable bug) {}

  UnprocessedDecider(BatchSettings<I> settings) {
    retry = settings.retry();
    notIdempotent = settings.notIdempotent();
    policy =
        retry.policy().toBuilder().classifyWith("batchReply", UnprocessedDecider::verdict).build();
    oncePolicy = policy.toBuilder().idempotency(Idempotency.NOT_IDEMPOTENT).build();
  }

  private static Verdict verdict(Outcome<?> outcome) {
    return outcome.valueOrNull() instanceof BatchReply<?> reply ? reply.verdict() : Verdict.pass();
  }

  RetryPolicy policy() {
    return policy;
  }

  /**
   * Decides on the unprocessed items of a call, after their attempt was counted.
   *
   * @param rest at least one entry
   * @param isRetry whether the call was a retry, which is counted as such already
   */
  Judgement<I> judge(
      List<Entry<I>> rest, Outcome<BatchReply<I>> outcome, boolean isRetry, long nowNanos) {
    Map<Case, List<Entry<I>>> groups = new LinkedHashMap<>();
    for (Entry<I> entry : rest) {
      groups.computeIfAbsent(caseOf(entry), one -> new ArrayList<>()).add(entry);
    }
    Judgement<I> judgement = new Judgement<>();
    View view = isRetry ? retry.state().view() : retry.state().viewIncludingCaller();
    groups.forEach(
        (one, group) -> judgement.add(group, outcome, decide(one, outcome, view, nowNanos)));
    return judgement;
  }

  private Case caseOf(Entry<I> entry) {
    try {
      boolean once = notIdempotent != null && notIdempotent.test(entry.item());
      return new Case(entry.progress(), once, null);
    } catch (Throwable bug) {
      return new Case(entry.progress(), true, bug);
    }
  }

  private Decision decide(Case one, Outcome<?> outcome, View view, long nowNanos) {
    Throwable bug = one.bug();
    if (bug != null) {
      return new Decision.GiveUp(Verdict.abort(), StopReason.POLICY_FAILED, bug);
    }
    RetryPolicy judge = one.once() ? oncePolicy : policy;
    return judge.decide(one.progress(), outcome, nowNanos, view, retry.environment().random());
  }

  /** The decision on unprocessed items. */
  static final class Judgement<I> {

    final List<Entry<I>> toResend = new ArrayList<>();
    final Map<Entry<I>, StopReason> givenUp = new LinkedHashMap<>();
    long delayNanos;
    int price;
    boolean throttled;
    @Nullable FailureKind kind;

    private void add(List<Entry<I>> group, Outcome<BatchReply<I>> outcome, Decision decision) {
      kind = kind == null ? decision.verdict().kind() : kind;
      throttled |= decision.verdict().kind() == FailureKind.THROTTLED;
      if (decision instanceof Decision.RetryAfter after) {
        delayNanos = Math.max(delayNanos, after.delayNanos());
        price = Math.max(price, after.verdict().price());
        toResend.addAll(group);
        group.forEach(entry -> entry.goesOnWith(after.next()));
        note(group, outcome, null);
      } else if (decision instanceof Decision.GiveUp giveUp) {
        note(group, outcome, giveUp.policyFailure());
        group.forEach(entry -> givenUp.put(entry, giveUp.stopReason()));
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
