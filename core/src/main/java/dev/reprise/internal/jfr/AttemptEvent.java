package dev.reprise.internal.jfr;

import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.event.RetryEvent.AttemptFinished;
import dev.reprise.text.PrintableText;
import java.util.Locale;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

@Name("dev.reprise.Attempt")
@Label("Attempt")
@Description("An attempt of a call that did not succeed at once")
final class AttemptEvent extends CallEvent {

  /** Value that the flight recorder prints as N/A. */
  private static final long NONE = Long.MIN_VALUE;

  @Label("Attempt")
  @Description("Number of the attempt, from 1")
  int attempt;

  @Label("Attempt Duration")
  @Description("Duration of the attempt; N/A if it was not measured")
  @Timespan(Timespan.NANOSECONDS)
  long attemptDuration = NONE;

  @Label("Outcome")
  @Description("Class of the exception, or of the rejected result; null if accepted")
  @Nullable String outcome;

  @Label("Kind")
  @Description("Kind of the failure: transient, throttled, timeout or other")
  @Nullable String kind;

  @Label("Decision")
  @Description("Decision: accepted, retry, gave up, deferred")
  String decision = "";

  @Label("Delay")
  @Description("The wait that was decided on; N/A if no retry follows")
  @Timespan(Timespan.NANOSECONDS)
  long delay = NONE;

  @Label("Wait Source")
  @Description("Source of the length of the wait: backoff, jitter or server; null without a wait")
  @Nullable String waitSource;

  AttemptEvent of(AttemptFinished finished) {
    retry = PrintableText.oneLine(finished.retry());
    call = finished.call();
    attempt = finished.attempt();
    attemptDuration = finished.durationNanos() == 0 ? NONE : finished.durationNanos();
    Decision followed = finished.decision();
    decision = wordFor(followed);
    if (!(followed instanceof Decision.Accept)) {
      outcome = classOf(finished.outcome());
      kind = wordFor(followed.verdict().kind());
    }
    if (followed instanceof Decision.RetryAfter again) {
      delay = again.delayNanos();
      waitSource = again.source().toString();
    }
    return this;
  }

  private static String wordFor(Decision decision) {
    if (decision instanceof Decision.RetryAfter) {
      return "retry";
    }
    if (decision instanceof Decision.GiveUp) {
      return "gave up";
    }
    return decision instanceof Decision.Accept ? "accepted" : "deferred";
  }

  private static String wordFor(FailureKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Name of the class only, since a message may contain secrets. */
  private static String classOf(Outcome<?> outcome) {
    Throwable failure = outcome.failureOrNull();
    Object what = failure != null ? failure : outcome.valueOrNull();
    return what == null ? "null" : PrintableText.oneLine(what.getClass().getName());
  }
}
