package dev.reprise.internal.jfr;

import dev.reprise.event.RetryEvent;
import jdk.jfr.FlightRecorder;

/** The recorder of a JVM that has the module {@code jdk.jfr}. */
final class JfrRecorder extends Recorder {

  @Override
  public boolean isOn() {
    return FlightRecorder.isInitialized() && JfrEvents.areWanted();
  }

  @Override
  public void on(RetryEvent event) {
    JfrEvents.commit(event);
  }
}
