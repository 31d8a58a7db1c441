package dev.reprise.testing.internal;

import dev.reprise.testing.VirtualTime;
import java.time.Duration;

/** Code for scripts. */
public final class ScriptCode {

  private ScriptCode() {}

  /** A bug in user code; without a stack trace, because it may be logged many times. */
  public static final class Bug extends RuntimeException {

    private static final long serialVersionUID = 1;

    public Bug(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * Works for a period despite interrupts, and restores the interrupt flag at the end, as
   * well-written code does.
   */
  public static void ignoringInterrupts(VirtualTime time, Duration length) {
    Duration end = time.elapsed().plus(length);
    boolean interrupted = false;
    while (time.elapsed().compareTo(end) < 0) {
      try {
        time.pass(end.minus(time.elapsed()));
      } catch (InterruptedException interrupt) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
