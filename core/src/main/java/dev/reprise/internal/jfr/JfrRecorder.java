package dev.reprise.internal.jfr;

import dev.reprise.event.RetryEvent;
import jdk.jfr.FlightRecorder;

/** The recorder of a JVM that has the module {@code jdk.jfr}. */
final class JfrRecorder extends Recorder {

  @Override
  public boolean isOn() {
    try {
      return FlightRecorder.isInitialized() && JfrEvents.areWanted();
    } catch (LinkageError broken) {
      return false; // a call does not fail because it cannot be recorded
    }
  }

  @Override
  public void on(RetryEvent event) {
    JfrEvents.commit(event);
  }
}
