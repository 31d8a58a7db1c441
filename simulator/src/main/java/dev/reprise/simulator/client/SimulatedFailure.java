package dev.reprise.simulator.client;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a simulated attempt throws: one instance a run, told anew for each attempt. */
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

  /** A trace of the simulator tells nothing about what is simulated. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
