package dev.reprise.event;

import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent.AttemptFinished;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.internal.text.RoughDuration;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Events as lines of a log. What strangers worded is escaped. */
final class EventText {

  private final @Nullable Function<? super Throwable, String> inWords;

  EventText(@Nullable Function<? super Throwable, String> inWords) {
    this.inWords = inWords;
  }

  String ofRetry(AttemptFinished event, Decision.RetryAfter again) {
    return ofAttempt(event)
        + "; next in "
        + RoughDuration.of(again.delayNanos())
        + (again.hinted() ? " (server)" : "");
  }

  String ofBug(AttemptFinished event, Throwable bug) {
    StackTraceElement[] trace = bug.getStackTrace();
    return ofAttempt(event)
        + "; then the policy's own code threw "
        + words(bug)
        + (trace.length == 0 ? "" : FailureText.oneLine(" at " + trace[0]));
  }

  /** The report, for it says more; a report's words are not ours, so redaction leaves them out. */
  String ofEnd(CallFinished event) {
    RetryReport report = event.report();
    if (report != null) {
      return call(event.call()) + (inWords == null ? report : report.withoutWords());
    }
    boolean succeeded = event.reason() == StopReason.SUCCEEDED;
    return head(event.call(), event.retry())
        + (succeeded ? "succeeded at attempt " : "gave up at attempt ")
        + event.attempts()
        + ", "
        + RoughDuration.of(event.elapsedNanos())
        + " after the call began"
        + (succeeded ? "" : ": " + event.reason());
  }

  private String ofAttempt(AttemptFinished event) {
    Throwable failure = event.outcome().failureOrNull();
    long length = event.lengthNanos();
    return head(event.call(), event.retry())
        + "attempt "
        + event.attempt()
        + (length == 0 ? "" : ", " + RoughDuration.of(length) + " long,")
        + (failure == null ? " gave a result that is rejected" : " failed: " + words(failure));
  }

  private static String head(long call, String retry) {
    return call(call) + FailureText.oneLine(retry) + ": ";
  }

  private static String call(long number) {
    return "[call " + number + "] ";
  }

  private String words(Throwable failure) {
    return inWords == null ? FailureText.describe(failure) : FailureText.describe(failure, inWords);
  }
}
