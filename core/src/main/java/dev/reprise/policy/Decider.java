package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.decision.WaitSource;
import dev.reprise.hedge.Hedge;
import dev.reprise.report.RetryReport;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The only class that decides; see {@link RetryPolicy#decide}. See docs/design/one-decision.md. */
final class Decider {

  /** A failure cannot be the result of a call: accepting one means to stop and throw it. */
  private static final StopReason ACCEPTED_FAILURE = StopReason.NOT_RETRYABLE;

  private Decider() {}

  /** See {@link RetryPolicy#decide}. */
  static Decision decide(
      RetryPolicy policy,
      Progress progress,
      Outcome<?> outcome,
      long nowNanos,
      View view,
      RandomGenerator random) {
    if (outcome instanceof Outcome.Threw<?> threw) {
      return decideFailure(policy, progress, threw.failure(), nowNanos, view, random);
    }
    Verdict verdict;
    try {
      verdict = policy.conditions().classify(outcome);
    } catch (Throwable bug) {
      return policyFailed(Verdict.abort(), bug);
    }
    return verdict.action() == Verdict.Action.ACCEPT
        ? accept(policy, verdict, random)
        : follow(policy, progress, null, verdict, nowNanos, view, random);
  }

  /** Same as {@link #decide}, for an exception of an attempt. */
  static Decision decideFailure(
      RetryPolicy policy,
      Progress progress,
      Throwable failure,
      long nowNanos,
      View view,
      RandomGenerator random) {
    Verdict verdict;
    try {
      verdict = policy.conditions().classifyFailure(failure);
    } catch (Throwable bug) {
      return policyFailed(Verdict.abort(), bug);
    }
    return follow(policy, progress, failure, verdict, nowNanos, view, random);
  }

  private static Decision policyFailed(Verdict verdict, Throwable bug) {
    return new Decision.GiveUp(verdict, StopReason.POLICY_FAILED, bug);
  }

  /** Decision after an outcome that is not the result of the call. */
  private static Decision follow(
      RetryPolicy policy,
      Progress progress,
      @Nullable Throwable failure,
      Verdict verdict,
      long nowNanos,
      View view,
      RandomGenerator random) {
    boolean retryable = verdict.action() == Verdict.Action.RETRY;
    if (progress.inFlight() > 0
        && retryable
        && futility(policy, verdict, failure, progress.reportMark()) == null) {
      Progress left = progress.notBefore(verdict.hintNanos(), nowNanos).hedgeDue();
      return new Decision.DeferredToInFlight(verdict, policy.countFailure(left, verdict, failure));
    }
    return switch (verdict.action()) {
      case ACCEPT -> Decision.giveUp(verdict, ACCEPTED_FAILURE);
      case ABORT, PASS -> Decision.giveUp(verdict, abortReason(failure));
      case RETRY -> decideRetry(policy, progress, failure, verdict, nowNanos, view, random);
    };
  }

  /**
   * A pause beyond the limit for hints is ignored: the next call starts, and may receive a hint
   * again.
   */
  private static Decision accept(RetryPolicy policy, Verdict verdict, RandomGenerator random) {
    long hint = verdict.hintNanos();
    boolean heeded =
        hint > 0
            && !policy.skipsWaits()
            && policy.followsHintsOnSuccess()
            && hint <= policy.limits().maxHintNanos();
    if (!heeded) {
      return Decision.accept();
    }
    try {
      long pause = spread(hint, policy.hintJitter(), Limits.NONE, random);
      return new Decision.Accept(verdict, pause);
    } catch (Throwable bug) { // of the generator; the call has succeeded nevertheless
      return new Decision.Accept(verdict, hint);
    }
  }

  private static StopReason abortReason(@Nullable Throwable failure) {
    if (failure == null) {
      return StopReason.NOT_RETRYABLE;
    }
    Throwable inner = Failures.unwrapOrSelf(failure);
    if (Failures.isInterruption(inner)) {
      return StopReason.INTERRUPTED;
    }
    return Failures.isCancellation(inner) ? StopReason.CANCELLED : StopReason.NOT_RETRYABLE;
  }

  private static Decision decideRetry(
      RetryPolicy policy,
      Progress whole,
      @Nullable Throwable failure,
      Verdict verdict,
      long nowNanos,
      View view,
      RandomGenerator random) {
    Progress progress = sinceHealthy(policy, whole, nowNanos);
    StopReason refusal = refusal(policy, verdict, failure, progress.retry(), progress.reportMark());
    if (refusal != null) {
      return Decision.giveUp(verdict, refusal);
    }
    return policy.hasRareRules()
        ? decideByRareRules(policy, progress, failure, verdict, nowNanos, view, random)
        : delayed(policy, policy.backoff(), progress, progress, verdict, nowNanos, view, random);
  }

  /**
   * Decision by settings that few policies have: rules for certain failures, a condition to give
   * up, no waits.
   */
  private static Decision decideByRareRules(
      RetryPolicy policy,
      Progress progress,
      @Nullable Throwable failure,
      Verdict verdict,
      long nowNanos,
      View view,
      RandomGenerator random) {
    int index = policy.failureRules().indexFor(verdict, failure);
    FailureRule rule = index == FailureRules.NONE ? null : policy.rules().get(index);
    Progress counted = rule == null ? progress : progress.countFailure(index);
    int failures = rule == null ? counted.retry() : counted.failures().of(index);
    if (rule != null && failures >= rule.maxFailures()) {
      return Decision.giveUp(verdict, StopReason.ATTEMPTS);
    }
    try {
      if (givesUp(policy, counted, nowNanos)) {
        return Decision.giveUp(verdict, StopReason.CONDITION);
      }
    } catch (Throwable bug) {
      return policyFailed(verdict, bug);
    }
    Verdict priced = rule == null ? verdict : rule.priced(verdict);
    if (policy.skipsWaits()) {
      return isTooLate(policy, 0, policy.limits().timeLeft(counted.elapsedNanos(nowNanos)))
          ? Decision.giveUp(verdict, StopReason.DEADLINE)
          : new Decision.RetryAfter(priced, 0, WaitSource.BACKOFF, counted);
    }
    Backoff own = rule == null ? null : rule.backoff().orElse(null);
    return own == null
        ? delayed(policy, policy.backoff(), counted, counted, priced, nowNanos, view, random)
        : delayed(policy, own, last(counted, failures), counted, priced, nowNanos, view, random);
  }

  /** The progress of the call for a backoff that counts only the last {@code failures} failures. */
  private static Progress last(Progress progress, int failures) {
    return progress.excluding(progress.finished() - failures, progress.countedSinceNanos());
  }

  /**
   * Continues after the longer of backoff and hint, if this ends before the deadline.
   *
   * @param seen progress of the call, as the backoff counts it
   */
  private static Decision delayed(
      RetryPolicy policy,
      Backoff backoff,
      Progress seen,
      Progress progress,
      Verdict verdict,
      long nowNanos,
      View view,
      RandomGenerator random) {
    long wait;
    try {
      wait = Math.max(0, backoff.delayNanos(seen, view, nowNanos, random));
    } catch (Throwable bug) {
      return policyFailed(verdict, bug);
    }
    long elapsed = progress.elapsedNanos(nowNanos);
    long hint = Math.max(verdict.hintNanos(), progress.notBeforeNanos() - elapsed);
    if (hint > policy.limits().maxHintNanos()) {
      return Decision.giveUp(verdict, StopReason.HINT_TOO_LONG);
    }
    long left = policy.limits().timeLeft(elapsed);
    if (isTooLate(policy, Math.max(wait, hint), left)) {
      return Decision.giveUp(verdict, StopReason.DEADLINE);
    }
    if (hint <= wait) {
      boolean drawn = backoff.isRandom(seen.retry());
      WaitSource source = drawn ? WaitSource.JITTER : WaitSource.BACKOFF;
      return new Decision.RetryAfter(verdict, wait, source, progress);
    }
    try {
      long delay = spread(hint, policy.hintJitter(), left, random);
      return new Decision.RetryAfter(verdict, delay, WaitSource.SERVER, progress);
    } catch (Throwable bug) {
      return policyFailed(verdict, bug);
    }
  }

  /** The failure of a healthy attempt counts as the first one. */
  private static Progress sinceHealthy(RetryPolicy policy, Progress progress, long nowNanos) {
    boolean healthy = progress.lastAttemptNanos() >= policy.limits().startOverNanos();
    return healthy && progress.retry() > 1
        ? progress.excluding(progress.finished() - 1, nowNanos)
        : progress;
  }

  /**
   * The reason why another attempt is useless, without regard to the limits; null if there is none.
   */
  private static @Nullable StopReason futility(
      RetryPolicy policy, Verdict verdict, @Nullable Throwable failure, long reportMark) {
    if (policy.idempotency() == Idempotency.NOT_IDEMPOTENT && verdict.effect() != Effect.NONE) {
      return StopReason.EFFECT_UNKNOWN;
    }
    return policy.nesting() == Nesting.COLLAPSE
            && failure != null
            && RetryReport.retriedBelow(failure, reportMark)
        ? StopReason.ALREADY_RETRIED
        : null;
  }

  /** The reason that prevents another attempt even after a short wait; null if there is none. */
  private static @Nullable StopReason refusal(
      RetryPolicy policy,
      Verdict verdict,
      @Nullable Throwable failure,
      int retry,
      long reportMark) {
    StopReason futile = futility(policy, verdict, failure, reportMark);
    if (futile != null) {
      return futile;
    }
    if (retry < policy.maxAttempts() || policy.maxAttempts() == Integer.MAX_VALUE) {
      return null;
    }
    return policy.isSwitchedOff() ? StopReason.DISABLED : StopReason.ATTEMPTS;
  }

  private static boolean givesUp(RetryPolicy policy, Progress progress, long nowNanos) {
    StopCondition stop = policy.stopOrNull();
    return stop != null && stop.holds(progress, nowNanos);
  }

  /** A limit of one tick leaves no time: even an attempt in the same tick would be late. */
  private static boolean isTooLate(RetryPolicy policy, long wait, long left) {
    return policy.hasTimeLimit() && (wait >= left || policy.limits().withinNanos() <= 1);
  }

  /** See {@link RetryPolicy#nextHedge}. */
  static OptionalLong nextHedge(RetryPolicy policy, Progress progress, View view, long nowNanos) {
    Hedge hedge = policy.hedgeOrNull();
    if (hedge == null || progress.inFlight() < 1 || progress.inFlight() >= hedge.maxInFlight()) {
      return OptionalLong.empty();
    }
    int counted = progress.started() - progress.excludedAttempts();
    if (counted >= policy.maxAttempts() && policy.maxAttempts() != Integer.MAX_VALUE) {
      return OptionalLong.empty();
    }
    if (forbidsHedge(policy, progress, nowNanos)) {
      return OptionalLong.empty();
    }
    long pause = progress.notBeforeNanos() - progress.elapsedNanos(nowNanos);
    OptionalLong delay = hedge.delayNanos(view);
    if (delay.isEmpty() || pause > policy.limits().maxHintNanos()) {
      return OptionalLong.empty();
    }
    long out = Math.max(0, nowNanos - progress.lastStartNanos());
    long wait = progress.isHedgeDue() ? 0 : delay.getAsLong() - out;
    long left = Math.max(Math.max(0, pause), wait);
    boolean tooLate = isTooLate(policy, left, policy.timeLeftNanos(progress, nowNanos));
    return tooLate ? OptionalLong.empty() : OptionalLong.of(left);
  }

  /** A condition that throws is reported when an attempt fails; until then no hedge is started. */
  private static boolean forbidsHedge(RetryPolicy policy, Progress progress, long nowNanos) {
    try {
      return givesUp(policy, progress.withAllFinished(), nowNanos);
    } catch (Throwable bug) {
      return true;
    }
  }

  /** The jitter of a hint only lengthens it, and is limited to the time before the deadline. */
  private static long spread(long hint, double share, long left, RandomGenerator random) {
    long most = Math.min((long) (hint * share), left - 1 - hint);
    return most <= 0 ? hint : hint + random.nextLong(most);
  }
}
