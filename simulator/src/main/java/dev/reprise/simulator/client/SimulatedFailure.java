package dev.reprise.simulator.client;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The exception of a failed simulated attempt. Each run has one instance, which is changed for each
 * attempt.
 */
final class SimulatedFailure extends IOException {

  private static final long serialVersionUID = 1;

  private transient long hintNanos;

  SimulatedFailure(String message) {
    super(message);
  }

  /**
   * Sets the hint of the server.
   *
   * @param nanos the retry time in nanoseconds; 0 if the server throttles without a retry time,
   *     negative if it sends no hint
   */
  void hint(long nanos) {
    hintNanos = nanos;
  }

  @Nullable Duration hint() {
    return hintNanos >= 0 ? Duration.ofNanos(hintNanos) : null;
  }

  /** Not recorded: the stack trace would show the simulator, not the simulated system. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
