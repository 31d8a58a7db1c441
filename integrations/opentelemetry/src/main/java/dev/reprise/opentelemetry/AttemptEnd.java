package dev.reprise.opentelemetry;

import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import java.util.concurrent.CancellationException;

/** The end of an attempt: by itself or by its call. */
final class AttemptEnd {

  private AttemptEnd() {}

  /** Returns whether the call ended the attempt, because of another one or of its own end. */
  static boolean isCancelled(RetryEvent.AttemptFinished attempt) {
    return isCancelledForAnother(attempt)
        || (attempt.decision() instanceof Decision.GiveUp end
            && end.stopReason() == StopReason.CANCELLED
            && attempt.outcome().failureOrNull() instanceof CancellationException);
  }

  /** Returns whether the call ended the attempt because a different one was accepted. */
  static boolean isCancelledForAnother(RetryEvent.AttemptFinished attempt) {
    return attempt.decision() instanceof Decision.DeferredToInFlight deferred
        && deferred.verdict().action() == Verdict.Action.ABORT
        && attempt.outcome().failureOrNull() instanceof CancellationException;
  }
}
