package dev.reprise.internal.jfr;

import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryEvent.AttemptFinished;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.event.RetryEvent.HedgeRefused;
import dev.reprise.event.RetryListener;
import java.util.Set;

/** Writes the events of calls to the flight recorder. */
public abstract class Recorder implements RetryListener {

  private static final Recorder INSTANCE = ofThisJvm();

  Recorder() {}

  /**
   * The flight recorder of this JVM.
   *
   * @return the recorder; it is never on if the module {@code jdk.jfr} is absent
   */
  public static Recorder instance() {
    return INSTANCE;
  }

  private static Recorder ofThisJvm() {
    try {
      Class.forName("jdk.jfr.FlightRecorder", false, Recorder.class.getClassLoader());
      return new JfrRecorder();
    } catch (ClassNotFoundException | LinkageError absent) {
      return new Absent();
    }
  }

  /**
   * Returns true if a recording is running that has one of our events enabled. Costs a few field
   * reads: call it before an event is created.
   *
   * @return false if there is no such recording
   */
  public abstract boolean isOn();

  @Override
  public final Set<Class<? extends RetryEvent>> events() {
    return Set.of(AttemptFinished.class, CallFinished.class, HedgeRefused.class);
  }

  /** The recorder of a JVM that has no flight recorder. */
  private static final class Absent extends Recorder {

    @Override
    public boolean isOn() {
      return false;
    }

    @Override
    public void on(RetryEvent event) {}
  }
}
