package dev.reprise;

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

/** The one place that decides; see {@link RetryPolicy#decide}. */
final class Decider {

  private Decider() {}

  static Decision decide(
      RetryPolicy policy,
      Progress progress,
      Outcome<?> outcome,
      long nowNanos,
      View view,
      RandomGenerator random) {
    Verdict verdict;
    try {
      verdict = policy.conditions().classify(outcome);
    } catch (Throwable bug) {
      return new Decision.GiveUp(Verdict.abort(), StopReason.POLICY_FAILED, bug);
    }
    if (verdict.action() == Verdict.Action.ACCEPT && outcome instanceof Outcome.Returned) {
      return accept(policy, verdict, random);
    }
    if (progress.inFlight() > 0) {
      return new Decision.LeftToOthers(verdict, progress.notBefore(verdict.hintNanos(), nowNanos));
    }
    return switch (verdict.action()) {
      case ACCEPT -> accepted(verdict);
      case ABORT, PASS -> Decision.giveUp(verdict, abortReason(outcome));
      case RETRY -> decideRetry(policy, progress, outcome, verdict, nowNanos, view, random);
    };
  }

  /** A pause beyond the limit for hints is as good as none: the next call is made and told. */
  private static Decision accept(RetryPolicy policy, Verdict verdict, RandomGenerator random) {
    long hint = verdict.hintNanos();
    boolean heeded =
        hint > 0 && policy.followsHintsOnSuccess() && hint <= policy.limits().maxHintNanos();
    return heeded
        ? new Decision.Accept(verdict, spread(hint, policy.hintJitter(), Limits.NONE, random))
        : Decision.accept();
  }

  /** A failure cannot be the result of a call: accepting one means to stop and throw it. */
  private static Decision accepted(Verdict verdict) {
    return Decision.giveUp(verdict, StopReason.NOT_RETRYABLE);
  }

  private static StopReason abortReason(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    if (failure == null) {
      return StopReason.NOT_RETRYABLE;
    }
    Throwable inner = Failures.unwrap(failure);
    if (Failures.isInterruption(inner)) {
      return StopReason.INTERRUPTED;
    }
    return Failures.isCancellation(inner) ? StopReason.CANCELLED : StopReason.NOT_RETRYABLE;
  }

  private static Decision decideRetry(
      RetryPolicy policy,
      Progress whole,
      Outcome<?> outcome,
      Verdict verdict,
      long nowNanos,
      View view,
      RandomGenerator random) {
    Progress progress = sinceHealthy(policy, whole, nowNanos);
    if (policy.idempotency() == Idempotency.NOT_IDEMPOTENT && verdict.effect() != Effect.NONE) {
      return Decision.giveUp(verdict, StopReason.EFFECT_UNKNOWN);
    }
    if (policy.nesting() == Nesting.COLLAPSE && wasRetriedBelow(outcome, progress)) {
      return Decision.giveUp(verdict, StopReason.ALREADY_RETRIED);
    }
    if (progress.retry() >= policy.maxAttempts() && policy.maxAttempts() != Integer.MAX_VALUE) {
      return Decision.giveUp(verdict, StopReason.ATTEMPTS);
    }
    long backoff;
    try {
      backoff = policy.backoff().delayNanos(progress, view, nowNanos, random);
    } catch (Throwable bug) {
      return new Decision.GiveUp(verdict, StopReason.POLICY_FAILED, bug);
    }
    return decideWait(policy, progress, verdict, Math.max(0, backoff), nowNanos, random);
  }

  /** After an attempt that lasted, its failure counts as the first. */
  private static Progress sinceHealthy(RetryPolicy policy, Progress progress, long nowNanos) {
    boolean healthy = progress.lastAttemptNanos() >= policy.limits().startOverNanos();
    return healthy && progress.retry() > 1
        ? progress.forgiving(progress.finished() - 1, nowNanos)
        : progress;
  }

  private static boolean wasRetriedBelow(Outcome<?> outcome, Progress progress) {
    Throwable failure = outcome.failureOrNull();
    return failure != null && RetryReport.retriedBelow(failure, progress.reportMark());
  }

  private static Decision decideWait(
      RetryPolicy policy,
      Progress progress,
      Verdict verdict,
      long backoff,
      long nowNanos,
      RandomGenerator random) {
    long asked = progress.notBeforeNanos() - progress.elapsedNanos(nowNanos);
    long hint = Math.max(verdict.hintNanos(), asked);
    if (hint > policy.limits().maxHintNanos()) {
      return Decision.giveUp(verdict, StopReason.HINT_TOO_LONG);
    }
    long left = policy.timeLeftNanos(progress, nowNanos);
    if (policy.hasTimeLimit() && Math.max(backoff, hint) >= left) {
      return Decision.giveUp(verdict, StopReason.DEADLINE);
    }
    boolean hinted = hint > backoff;
    long delay = hinted ? spread(hint, policy.hintJitter(), left, random) : backoff;
    return new Decision.RetryAfter(
        verdict, delay, source(policy, progress, hinted), progress.waiting(delay));
  }

  private static WaitSource source(RetryPolicy policy, Progress progress, boolean hinted) {
    if (hinted) {
      return WaitSource.SERVER;
    }
    return policy.backoff().isDrawn(progress.retry()) ? WaitSource.JITTER : WaitSource.BACKOFF;
  }

  /** See {@link RetryPolicy#nextHedge}. */
  static OptionalLong nextHedge(RetryPolicy policy, Progress progress, View view, long nowNanos) {
    Hedge hedge = policy.hedgeOrNull();
    if (hedge == null || progress.inFlight() < 1 || progress.inFlight() >= hedge.most()) {
      return OptionalLong.empty();
    }
    int counted = progress.started() - progress.forgiven();
    if (counted >= policy.maxAttempts() && policy.maxAttempts() != Integer.MAX_VALUE) {
      return OptionalLong.empty();
    }
    long pause = progress.notBeforeNanos() - progress.elapsedNanos(nowNanos);
    OptionalLong delay = hedge.delayNanos(view);
    if (delay.isEmpty() || pause > policy.limits().maxHintNanos()) {
      return OptionalLong.empty();
    }
    long out = Math.max(0, nowNanos - progress.lastStartNanos());
    long left = Math.max(Math.max(0, pause), delay.getAsLong() - out);
    boolean tooLate = policy.hasTimeLimit() && left >= policy.timeLeftNanos(progress, nowNanos);
    return tooLate ? OptionalLong.empty() : OptionalLong.of(left);
  }

  /** A hint's jitter only adds, and shrinks to what is left before the deadline. */
  private static long spread(long hint, double share, long left, RandomGenerator random) {
    long most = Math.min((long) (hint * share), left - 1 - hint);
    return most <= 0 ? hint : hint + random.nextLong(most);
  }
}
