package dev.reprise.simulator.client;

import java.net.SocketTimeoutException;

/** What a simulated attempt throws whose client waited no longer; a timeout to every policy. */
final class SimulatedTimeout extends SocketTimeoutException {

  private static final long serialVersionUID = 1;

  SimulatedTimeout(String message) {
    super(message);
  }

  /** A trace of the simulator tells nothing about what is simulated. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
