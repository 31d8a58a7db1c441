package dev.reprise.internal.jfr;

import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryEvent.AttemptFinished;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.event.RetryEvent.HedgeRefused;
import dev.reprise.event.RetryListener;
import java.util.Set;

/** Writes what calls do to the flight recorder. */
public abstract class Recorder implements RetryListener {

  private static final Recorder INSTANCE = ofThisJvm();

  Recorder() {}

  /**
   * The flight recorder of this JVM.
   *
   * @return one that is never on, where the module {@code jdk.jfr} is absent
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
   * Whether a recording is under way that wants any of our events. Costs a few field reads: ask
   * before an event is made.
   *
   * @return false where nobody records
   */
  public abstract boolean isOn();

  @Override
  public final Set<Class<? extends RetryEvent>> events() {
    return Set.of(AttemptFinished.class, CallFinished.class, HedgeRefused.class);
  }

  /** Of a JVM that has no flight recorder. */
  private static final class Absent extends Recorder {

    @Override
    public boolean isOn() {
      return false;
    }

    @Override
    public void on(RetryEvent event) {}
  }
}
