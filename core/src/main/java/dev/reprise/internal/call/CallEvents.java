package dev.reprise.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.report.RetryReport;
import org.jspecify.annotations.Nullable;

/** The events of a call that did not succeed at once. Created only if there are listeners. */
final class CallEvents {

  private CallEvents() {}

  static void attemptFinished(
      CallSettings settings,
      long call,
      int attempt,
      long length,
      Outcome<?> outcome,
      Decision decision) {
    settings
        .listeners()
        .publish(
            new RetryEvent.AttemptFinished(
                settings.origin(), call, attempt, length, outcome, decision));
  }

  static void retryStarted(CallSettings settings, long call, int attempt) {
    settings.listeners().publish(new RetryEvent.RetryStarted(settings.origin(), call, attempt));
  }

  /**
   * No conditional expression: to verify its type, the JVM would load both event classes with this
   * class.
   */
  static void hedged(CallSettings settings, long call, int attempt, boolean paid) {
    if (paid) {
      settings.listeners().publish(new RetryEvent.HedgeStarted(settings.origin(), call, attempt));
    } else {
      settings.listeners().publish(new RetryEvent.HedgeRefused(settings.origin(), call, attempt));
    }
  }

  static void callFinished(
      CallSettings settings,
      long call,
      StopReason stopReason,
      int attempts,
      Progress progress,
      long endNanos,
      @Nullable Throwable failure,
      @Nullable RetryReport report) {
    settings
        .listeners()
        .publish(
            new RetryEvent.CallFinished(
                settings.origin(),
                call,
                attempts,
                stopReason,
                progress.elapsedNanos(endNanos),
                endNanos,
                failure,
                report));
  }
}
