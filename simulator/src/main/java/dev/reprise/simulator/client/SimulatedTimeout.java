package dev.reprise.simulator.client;

import java.net.SocketTimeoutException;

/** The exception of a simulated attempt that timed out. Every policy classifies it as a timeout. */
final class SimulatedTimeout extends SocketTimeoutException {

  private static final long serialVersionUID = 1;

  SimulatedTimeout(String message) {
    super(message);
  }

  /** Not recorded: the stack trace would show the simulator, not the simulated system. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
