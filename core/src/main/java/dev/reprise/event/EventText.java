package dev.reprise.event;

import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent.AttemptFinished;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.internal.text.RoughDuration;
import dev.reprise.report.FailureText;
import dev.reprise.report.RetryReport;
import dev.reprise.text.PrintableText;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Text of events for log lines. Text from outside of this library is escaped. */
final class EventText {

  private static final int MAX_KEY_LENGTH = 100;

  private final @Nullable Function<? super Throwable, String> describer;

  EventText(@Nullable Function<? super Throwable, String> describer) {
    this.describer = describer;
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
        + words(event, bug)
        + (trace.length == 0 ? "" : FailureText.oneLine(" at " + trace[0]));
  }

  /**
   * Returns the report if there is one. A listener with its own descriptions logs the report
   * without messages, since the report was written with those of the retry.
   */
  String ofEnd(CallFinished event) {
    RetryReport report = event.report();
    if (report != null) {
      return call(event.call()) + (describer == null ? report : report.withoutMessages());
    }
    boolean succeeded = event.stopReason() == StopReason.SUCCEEDED;
    return head(event.call(), event.retry())
        + (succeeded ? "succeeded after " : "gave up after ")
        + event.attempts()
        + (event.attempts() == 1 ? " attempt in " : " attempts in ")
        + RoughDuration.of(event.elapsedNanos())
        + (succeeded ? "" : ": " + event.stopReason());
  }

  String ofRefusals(CallFinished event, long count) {
    return FailureText.oneLine(event.retry())
        + ": the budget refused a retry to "
        + count
        + (count == 1 ? " more call" : " more calls")
        + " since the last warning";
  }

  private String ofAttempt(AttemptFinished event) {
    Throwable failure = event.outcome().failureOrNull();
    long length = event.durationNanos();
    return head(event.call(), event.retry())
        + "attempt "
        + event.attempt()
        + (length == 0 ? "" : ", " + RoughDuration.of(length) + " long,")
        + (failure == null
            ? " gave a result that is rejected" + described(event)
            : " failed: " + words(event, failure));
  }

  private static String described(AttemptFinished event) {
    String words = event.origin().describe(event.outcome().valueOrNull());
    return words.equals(RetryEvent.Origin.REJECTED) ? "" : ": " + words;
  }

  private static String head(long call, String retry) {
    return call(call) + FailureText.oneLine(retry) + ": ";
  }

  private static String call(long number) {
    return "[call " + number + "] ";
  }

  /**
   * Describes a failure with the listener's function if it has one, else with that of the retry.
   */
  private String words(AttemptFinished event, Throwable failure) {
    return FailureText.describe(
        failure, describer == null ? event.origin().failureText() : describer);
  }

  static String of(RetryEvent.Origin origin) {
    String name = PrintableText.oneLine(origin.retry());
    return origin.key() == null ? name : name + " on " + keyOf(origin.key());
  }

  static String of(AttemptFinished event) {
    Throwable failure = event.outcome().failureOrNull();
    return "AttemptFinished["
        + of(event.origin())
        + ", call="
        + event.call()
        + ", attempt="
        + event.attempt()
        + ", durationNanos="
        + event.durationNanos()
        + ", "
        + (failure == null
            ? "returned" + described(event)
            : "threw " + FailureText.describe(failure, event.origin().failureText()))
        + ", "
        + decisionOf(event)
        + "]";
  }

  static String of(CallFinished event) {
    Throwable failure = event.failure();
    return "CallFinished["
        + of(event.origin())
        + ", call="
        + event.call()
        + ", attempts="
        + event.attempts()
        + ", "
        + event.stopReason()
        + ", elapsedNanos="
        + event.elapsedNanos()
        + (failure == null
            ? ""
            : ", " + FailureText.describe(failure, event.origin().failureText()))
        + "]";
  }

  private static String decisionOf(AttemptFinished event) {
    Decision decision = event.decision();
    if (decision instanceof Decision.RetryAfter again) {
      return "retry after " + RoughDuration.of(again.delayNanos());
    }
    if (decision instanceof Decision.GiveUp giveUp) {
      return "gave up: " + giveUp.stopReason();
    }
    return decision instanceof Decision.Accept ? "accepted" : "deferred";
  }

  /** Text of a key. Keys are user objects: toString may throw or return anything. */
  private static String keyOf(Object key) {
    try {
      return PrintableText.oneLine(key.toString(), MAX_KEY_LENGTH);
    } catch (RuntimeException | StackOverflowError bug) {
      return PrintableText.oneLine(key.getClass().getName());
    }
  }
}
