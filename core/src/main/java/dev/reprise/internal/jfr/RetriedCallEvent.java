package dev.reprise.internal.jfr;

import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent.CallFinished;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

@Name("dev.reprise.RetriedCall")
@Label("Retried Call")
@Description("A call that took more than one attempt, at its end")
final class RetriedCallEvent extends EndEvent {

  @Label("Succeeded")
  @Description("Whether an attempt was accepted")
  boolean succeeded;

  @Override
  EndEvent of(CallFinished finished) {
    succeeded = finished.stopReason() == StopReason.SUCCEEDED;
    return super.of(finished);
  }
}
