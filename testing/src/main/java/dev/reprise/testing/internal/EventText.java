package dev.reprise.testing.internal;

import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.event.RetryEvent;
import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.List;

/**
 * Formats events identically for all call shapes: without call numbers, durations and result
 * values, and with failures unwrapped.
 */
public final class EventText {

  private EventText() {}

  public static List<String> of(List<RetryEvent> events) {
    return events.stream().map(EventText::of).toList();
  }

  public static String of(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished finished) {
      return "#" + finished.attempt() + " " + of(finished.outcome()) + of(finished.decision());
    }
    if (event instanceof RetryEvent.RetryStarted started) {
      return "#" + started.attempt() + " started";
    }
    if (event instanceof RetryEvent.HedgeStarted hedge) {
      return "#" + hedge.attempt() + " started as a hedge";
    }
    if (event instanceof RetryEvent.HedgeRefused) {
      return "hedge refused";
    }
    if (event instanceof RetryEvent.CallFinished finished) {
      return "ended after " + finished.attempts() + ": " + finished.stopReason();
    }
    return "first attempt succeeded";
  }

  private static String of(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    if (failure == null) {
      return "returned";
    }
    Throwable inner = Failures.unwrap(failure);
    return "threw "
        + inner.getClass().getSimpleName()
        + "("
        + PrintableText.oneLine(inner.getMessage())
        + ")";
  }

  private static String of(Decision decision) {
    if (decision instanceof Decision.RetryAfter again) {
      return ", again after "
          + TimeText.inWords(Duration.ofNanos(again.delayNanos()))
          + (again.hinted() ? " (hinted)" : "");
    }
    if (decision instanceof Decision.GiveUp giveUp) {
      return ", given up: " + giveUp.stopReason();
    }
    return decision instanceof Decision.DeferredToInFlight ? ", deferred" : ", accepted";
  }
}
