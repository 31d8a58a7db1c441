package dev.reprise.testing;

import java.time.Duration;

/** Code that scripts run. */
final class ScriptCode {

  private ScriptCode() {}

  /** Works on, whoever interrupts, and leaves the flag set as careful code does. */
  static void ignoringInterrupts(VirtualTime time, Duration length) {
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
