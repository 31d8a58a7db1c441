package dev.reprise.batch.internal.run;

import dev.reprise.Retry;
import dev.reprise.batch.internal.queue.Entry;
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
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lets the policy decide on unprocessed items. Items of one chunk may have different outcomes and
 * different progress; items with equal progress and the same idempotency of a group share one
 * decision.
 */
final class UnprocessedDecider<I> {

  private final BatchSettings<I> settings;
  private final Retry retry;
  private final RetryPolicy policy;
  private final RetryPolicy oncePolicy;
  private final @Nullable Predicate<? super I> notIdempotent;

  /**
   * The key of items that share one decision.
   *
   * @param sinceAdvance the progress that counts only attempts since a call advanced
   * @param isPassedOver whether {@code progress} counts more attempts than that, because the call
   *     settled others
   * @param isPatient whether {@code sinceAdvance} decides when {@code progress} has used up its
   *     attempts
   */
  private record Case(
      Progress progress,
      Progress sinceAdvance,
      boolean isPassedOver,
      boolean isPatient,
      boolean once,
      @Nullable Throwable bug) {}

  UnprocessedDecider(BatchSettings<I> settings) {
    this.settings = settings;
    retry = settings.retry();
    notIdempotent = settings.notIdempotent();
    policy =
        retry.policy().toBuilder().classifyWith("batchReply", UnprocessedDecider::verdict).build();
    oncePolicy = policy.toBuilder().idempotency(Idempotency.NOT_IDEMPOTENT).build();
  }

  private static Verdict verdict(Outcome<?> outcome) {
    return outcome.valueOrNull() instanceof Verdict verdict ? verdict : Verdict.pass();
  }

  RetryPolicy policy() {
    return policy;
  }

  /**
   * Decides on the unprocessed items of a call, after their attempt was counted.
   *
   * @param unprocessed at least one group
   * @param isRetry whether the call was a retry, which is counted as such already
   * @param advanced whether the call settled other items
   * @param crowded whether the number of waiting items that are passed over is at its limit, so
   *     that more of them must not wait for long
   */
  Judgement<I> judge(
      List<UnprocessedGroup<I>> unprocessed,
      boolean isRetry,
      boolean advanced,
      boolean crowded,
      long nowNanos) {
    Judgement<I> judgement = new Judgement<>();
    View view = isRetry ? retry.state().view() : retry.state().viewIncludingCaller();
    for (UnprocessedGroup<I> group : unprocessed) {
      Map<Case, List<Entry<I>>> cases = new LinkedHashMap<>();
      for (Entry<I> entry : group.entries()) {
        cases.computeIfAbsent(caseOf(entry, advanced), one -> new ArrayList<>()).add(entry);
      }
      cases.forEach(
          (one, entries) ->
              judgement.add(one, entries, decide(one, group.outcome(), view, crowded, nowNanos)));
    }
    return judgement;
  }

  /**
   * Returns the reason to stop the run after a call: its failure is not about an item, or the
   * service, which has accepted nothing, requests a longer wait than the run may make. The wait may
   * concern one group of several, so such a batch continues.
   *
   * @param leftNanos the remaining time of the run
   * @return null if the run continues
   */
  @Nullable StopReason endOfRun(Judgement<I> judgement, ChunkOutcome<I> answered, long leftNanos) {
    if (judgement.isFinal() && settings.stopsOn(answered.failure())) {
      return StopReason.NOT_RETRYABLE;
    }
    boolean concernsAll =
        !answered.advanced() && judgement.resends().isEmpty() && settings.group() == null;
    return concernsAll ? judgement.afterRefusedWait(leftNanos) : null;
  }

  private Case caseOf(Entry<I> entry, boolean advanced) {
    boolean once = true;
    Throwable thrown = null;
    try {
      once = notIdempotent != null && notIdempotent.test(entry.item());
    } catch (Throwable bug) {
      thrown = bug;
    }
    return new Case(
        advanced || !entry.mayBeThrottled() ? entry.progress() : entry.sinceAdvance(),
        entry.sinceAdvance(),
        advanced && entry.isPassedOver(),
        entry.mayBeThrottled(),
        once,
        thrown);
  }

  private Decision decide(Case one, Outcome<?> outcome, View view, boolean crowded, long nowNanos) {
    Throwable bug = one.bug();
    if (bug != null) {
      return new Decision.GiveUp(Verdict.abort(), StopReason.POLICY_FAILED, bug);
    }
    RetryPolicy judge = one.once() ? oncePolicy : policy;
    RandomGenerator random = retry.environment().random();
    Decision decision = judge.decide(one.progress(), outcome, nowNanos, view, random);
    return one.isPassedOver() && (usedUp(decision) ? one.isPatient() : crowded && isRetry(decision))
        ? judge.decide(one.sinceAdvance(), outcome, nowNanos, view, random)
        : decision;
  }

  private static boolean usedUp(Decision decision) {
    return decision instanceof Decision.GiveUp giveUp
        && (giveUp.stopReason() == StopReason.ATTEMPTS
            || giveUp.stopReason() == StopReason.CONDITION);
  }

  private static boolean isRetry(Decision decision) {
    return decision instanceof Decision.RetryAfter;
  }

  /** Items of one kind that are sent again after the same wait, with the price of its permit. */
  static final class Resend<I> {

    final List<Entry<I>> entries = new ArrayList<>();
    final boolean isPassedOver;
    long delayNanos;
    int price;

    private Resend(boolean isPassedOver) {
      this.isPassedOver = isPassedOver;
    }

    private void add(List<Entry<I>> group, Decision.RetryAfter after) {
      entries.addAll(group);
      delayNanos = Math.max(delayNanos, after.delayNanos());
      price = Math.max(price, after.verdict().price());
      group.forEach(entry -> entry.goesOnWith(after.next()));
    }
  }

  /** The decision on unprocessed items. */
  static final class Judgement<I> {

    private final Map<FailureKind, Resend<I>> usual = new EnumMap<>(FailureKind.class);
    private final Map<FailureKind, Resend<I>> passedOver = new EnumMap<>(FailureKind.class);
    final Map<Entry<I>, StopReason> givenUp = new LinkedHashMap<>();
    private boolean hintTooLong;
    private long lateHintNanos = -1;
    boolean throttled;
    @Nullable FailureKind kind;

    /** Returns the items that are sent again; those that are passed over do not delay others. */
    List<Resend<I>> resends() {
      return Stream.of(usual, passedOver).flatMap(kinds -> kinds.values().stream()).toList();
    }

    /**
     * Returns whether items were given up, and not only those that must not be repeated while
     * others are sent again.
     */
    private boolean isFinal() {
      return !givenUp.isEmpty()
          && (resends().isEmpty()
              || givenUp.values().stream().anyMatch(one -> one != StopReason.EFFECT_UNKNOWN));
    }

    /** Returns the reason why a wait that the service requests is not made; null if none is. */
    private @Nullable StopReason afterRefusedWait(long leftNanos) {
      return hintTooLong
          ? StopReason.HINT_TOO_LONG
          : lateHintNanos >= leftNanos ? StopReason.DEADLINE : null;
    }

    private void add(Case one, List<Entry<I>> group, Decision decision) {
      FailureKind own = decision.verdict().kind();
      throttled |= own == FailureKind.THROTTLED;
      kind = throttled ? FailureKind.THROTTLED : kind == null ? own : kind;
      group.forEach(entry -> entry.judged(decision.verdict()));
      if (decision instanceof Decision.RetryAfter after) {
        (one.isPassedOver() ? passedOver : usual)
            .computeIfAbsent(own, first -> new Resend<>(one.isPassedOver()))
            .add(group, after);
      } else if (decision instanceof Decision.GiveUp giveUp) {
        noteBug(group, giveUp.policyFailure());
        hintTooLong |= giveUp.stopReason() == StopReason.HINT_TOO_LONG;
        if (giveUp.stopReason() == StopReason.DEADLINE && giveUp.verdict().hasHint()) {
          lateHintNanos = Math.max(lateHintNanos, giveUp.verdict().hintNanos());
        }
        group.forEach(entry -> givenUp.put(entry, giveUp.stopReason()));
      } else {
        group.forEach(entry -> givenUp.put(entry, StopReason.NOT_RETRYABLE));
      }
    }

    private static <I> void noteBug(List<Entry<I>> group, @Nullable Throwable bug) {
      if (bug != null) {
        String words = FailureText.oneLine("the policy failed: " + FailureText.describe(bug));
        group.forEach(
            entry -> entry.failedWith(entry.error() == null ? bug : entry.error(), words));
      }
    }
  }
}
