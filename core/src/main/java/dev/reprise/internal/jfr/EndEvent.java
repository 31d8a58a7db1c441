package dev.reprise.internal.jfr;

import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.text.PrintableText;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Timespan;

/** Event at the end of a call. */
abstract class EndEvent extends CallEvent {

  @Label("Attempts")
  @Description("Attempts started, the first included")
  int attempts;

  @Label("Stop Reason")
  @Description("Why the call ended")
  String stopReason = "";

  @Label("Elapsed")
  @Description("Time from the beginning of the call to its end")
  @Timespan(Timespan.NANOSECONDS)
  long elapsed;

  EndEvent of(CallFinished finished) {
    retry = PrintableText.oneLine(finished.retry());
    call = finished.call();
    attempts = finished.attempts();
    stopReason = finished.stopReason().toString();
    elapsed = finished.elapsedNanos();
    return this;
  }
}
