package dev.reprise;

import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * What has state and is asked last, and what it is told of a call of which nothing else is kept.
 * See {@link CallRun} for all other calls.
 */
final class Gates {

  private Gates() {}

  /**
   * The only gates with state, asked last: the shutdown signal, then the budget. Null if a permit
   * was given.
   */
  static @Nullable StopReason refusal(Retry retry, long nowNanos) {
    if (retry.shared().waits().isShutDown()) {
      return StopReason.SHUT_DOWN;
    }
    return retry.state().tryAcquire(nowNanos) ? null : StopReason.BUDGET;
  }

  /**
   * Lets state and budget know of a first attempt that threw, and asks the gates if there is to be
   * another.
   *
   * @param delayNanos as {@link Decider#delayAfterFirst} answered
   * @return the same, or a negative number as there for what the gates say; if not negative, a
   *     permit is held
   */
  static long firstFailed(
      Retry retry, Verdict verdict, long delayNanos, long lengthNanos, long nowNanos) {
    retry.state().retryingBegins();
    boolean retryable = verdict.action() == Verdict.Action.RETRY;
    retry.state().firstAttemptEnded(retryable, lengthNanos, nowNanos);
    StopReason refusal = delayNanos < 0 ? null : refusal(retry, nowNanos);
    return refusal == null ? delayNanos : Decider.none(refusal);
  }

  /** Why the next attempt of a call cannot start now; null if it can. */
  static @Nullable StopReason whyNotNow(Retry retry, long elapsedNanos) {
    if (retry.shared().waits().isShutDown()) {
      return StopReason.SHUT_DOWN;
    }
    return retry.policy().limits().timeLeft(elapsedNanos) <= 0 ? StopReason.DEADLINE : null;
  }

  /** Lets state and budget know that a call succeeded at its first retry. */
  static void retrySucceeded(Retry retry, long lengthNanos, long nowNanos) {
    retry.state().paidAttemptEnded(true, lengthNanos, nowNanos);
    retry.state().callFinished(nowNanos);
  }

  /** Lets state and budget know that nobody waits any more for a call that holds a permit. */
  static void leftWaiting(Retry retry, long nowNanos) {
    retry.state().permitUnused(nowNanos);
    retry.state().callFinished(nowNanos);
  }
}
