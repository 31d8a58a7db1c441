package dev.reprise.simulator.client;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The exception of a failed simulated attempt; one instance a run, set again for each attempt. */
final class SimulatedFailure extends IOException {

  private static final long serialVersionUID = 1;

  private transient long hintNanos;

  SimulatedFailure(String message) {
    super(message);
  }

  /**
   * Sets what the server says.
   *
   * @param nanos how long it asks to be left alone; 0 if it only says that it throttles, less than
   *     0 if it says nothing
   */
  void hint(long nanos) {
    hintNanos = nanos;
  }

  @Nullable Duration hint() {
    return hintNanos >= 0 ? Duration.ofNanos(hintNanos) : null;
  }

  /** Omitted: the stack trace would show the simulator, not the simulated system. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
