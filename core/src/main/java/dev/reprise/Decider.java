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
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The one place that decides; see {@link RetryPolicy#decide}. */
final class Decider {

  /** A failure cannot be the result of a call: accepting one means to stop and throw it. */
  private static final StopReason ACCEPTED_FAILURE = StopReason.NOT_RETRYABLE;

  /** No delay, and no reason either. */
  static final long UNDECIDED = Long.MIN_VALUE;

  private static final List<StopReason> REASONS = List.of(StopReason.values());
  private static final Progress ONE_FAILED = Progress.startingAt(0).attempted(0, 0, 0);

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
    return decide(policy, progress, outcome, verdict, nowNanos, view, random);
  }

  /** As {@link RetryPolicy#decide}, after the outcome was classified. */
  static Decision decide(
      RetryPolicy policy,
      Progress progress,
      Outcome<?> outcome,
      Verdict verdict,
      long nowNanos,
      View view,
      RandomGenerator random) {
    if (verdict.action() == Verdict.Action.ACCEPT && outcome instanceof Outcome.Returned) {
      return accept(policy, verdict, random);
    }
    boolean retryable = verdict.action() == Verdict.Action.RETRY;
    Throwable failure = outcome.failureOrNull();
    if (progress.inFlight() > 0
        && retryable
        && futility(policy, verdict, failure, progress.reportMark()) == null) {
      return new Decision.LeftToOthers(verdict, progress.notBefore(verdict.hintNanos(), nowNanos));
    }
    return switch (verdict.action()) {
      case ACCEPT -> Decision.giveUp(verdict, ACCEPTED_FAILURE);
      case ABORT, PASS -> Decision.giveUp(verdict, abortReason(failure));
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

  /** As {@link Failures#unwrap}, or the failure itself where its {@code getCause} throws. */
  static Throwable inner(Throwable failure) {
    try {
      return Failures.unwrap(failure);
    } catch (RuntimeException | Error bug) {
      return failure;
    }
  }

  private static StopReason abortReason(@Nullable Throwable failure) {
    if (failure == null) {
      return StopReason.NOT_RETRYABLE;
    }
    Throwable inner = inner(failure);
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
    int retry = progress.retry();
    StopReason refusal =
        refusal(policy, verdict, outcome.failureOrNull(), retry, progress.reportMark());
    if (refusal != null) {
      return Decision.giveUp(verdict, refusal);
    }
    long backoff;
    try {
      backoff = Math.max(0, policy.backoff().delayNanos(progress, view, nowNanos, random));
    } catch (Throwable bug) {
      return new Decision.GiveUp(verdict, StopReason.POLICY_FAILED, bug);
    }
    long elapsed = progress.elapsedNanos(nowNanos);
    long hint = Math.max(verdict.hintNanos(), progress.notBeforeNanos() - elapsed);
    long delay = delay(policy, backoff, hint, policy.limits().timeLeft(elapsed), random);
    return delay < 0
        ? gaveUp(verdict, delay)
        : new Decision.RetryAfter(verdict, delay, source(policy, retry, hint > backoff), progress);
  }

  /** After an attempt that lasted, its failure counts as the first. */
  private static Progress sinceHealthy(RetryPolicy policy, Progress progress, long nowNanos) {
    boolean healthy = progress.lastAttemptNanos() >= policy.limits().startOverNanos();
    return healthy && progress.retry() > 1
        ? progress.forgiving(progress.finished() - 1, nowNanos)
        : progress;
  }

  /** Why another attempt is of no use, whatever is left to the call; null if it may be. */
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

  /** Why there is no other attempt, however short the wait would be; null if there may be one. */
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
    return policy.isSwitchedOff() ? StopReason.SWITCHED_OFF : StopReason.ATTEMPTS;
  }

  /** The wait before the next attempt; if there is none, a negative number for the reason. */
  private static long delay(
      RetryPolicy policy, long backoff, long hint, long left, RandomGenerator random) {
    if (hint > policy.limits().maxHintNanos()) {
      return none(StopReason.HINT_TOO_LONG);
    }
    if (isTooLate(policy, Math.max(backoff, hint), left)) {
      return none(StopReason.DEADLINE);
    }
    return hint > backoff ? spread(hint, policy.hintJitter(), left, random) : backoff;
  }

  /** A limit of one tick is no time at all: not even an attempt in the same tick meets it. */
  private static boolean isTooLate(RetryPolicy policy, long wait, long left) {
    return policy.hasTimeLimit() && (wait >= left || policy.limits().withinNanos() <= 1);
  }

  /** The number for a reason in place of a delay. */
  static long none(StopReason reason) {
    return ~(long) REASONS.indexOf(reason);
  }

  /**
   * What {@link #decide} comes to after the first attempt of a call, its only one, has thrown,
   * where the backoff {@linkplain dev.reprise.backoff.Backoff#goesByNumber() goes by number} and no
   * server asked for a wait: the wait before the next attempt, in nanoseconds; a negative number if
   * there is none; {@link #UNDECIDED} where only {@link #decide} can tell. Makes no object, and
   * throws what the generator throws.
   */
  static long delayAfterFirst(
      RetryPolicy policy,
      Verdict verdict,
      Throwable failure,
      long reportMark,
      long elapsedNanos,
      RandomGenerator random) {
    StopReason refusal =
        switch (verdict.action()) {
          case ACCEPT -> ACCEPTED_FAILURE;
          case ABORT, PASS -> abortReason(failure);
          case RETRY -> refusal(policy, verdict, failure, 1, reportMark);
        };
    if (refusal != null) {
      return none(refusal);
    }
    if (verdict.hintNanos() > 0 || !policy.backoff().goesByNumber()) {
      return UNDECIDED;
    }
    long backoff = policy.backoff().delayNanos(ONE_FAILED, View.NONE, 0, random);
    return delay(policy, backoff, 0, policy.limits().timeLeft(elapsedNanos), random);
  }

  /** The decision that a negative {@link #delayAfterFirst} stands for. */
  static Decision gaveUp(Verdict verdict, long delay) {
    return Decision.giveUp(verdict, REASONS.get((int) ~delay));
  }

  /** The decision that a {@link #delayAfterFirst} stands for that is a delay. */
  static Decision again(RetryPolicy policy, Verdict verdict, long delay, Progress once) {
    return new Decision.RetryAfter(verdict, delay, source(policy, 1, false), once);
  }

  private static WaitSource source(RetryPolicy policy, int retry, boolean hinted) {
    if (hinted) {
      return WaitSource.SERVER;
    }
    return policy.backoff().isDrawn(retry) ? WaitSource.JITTER : WaitSource.BACKOFF;
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
    boolean tooLate = isTooLate(policy, left, policy.timeLeftNanos(progress, nowNanos));
    return tooLate ? OptionalLong.empty() : OptionalLong.of(left);
  }

  /** A hint's jitter only adds, and shrinks to what is left before the deadline. */
  private static long spread(long hint, double share, long left, RandomGenerator random) {
    long most = Math.min((long) (hint * share), left - 1 - hint);
    return most <= 0 ? hint : hint + random.nextLong(most);
  }
}
