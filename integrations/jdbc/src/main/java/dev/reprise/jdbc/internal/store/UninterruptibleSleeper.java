package dev.reprise.jdbc.internal.store;

import dev.reprise.time.Sleeper;

/** A sleeper whose waits ignore interrupts; the flag is set at the end of the wait. */
record UninterruptibleSleeper(Sleeper sleeper) implements Sleeper {

  @Override
  public void sleep(long nanos) {
    HeldInterrupt interrupts = new HeldInterrupt();
    interrupts.hold();
    try {
      sleeper.sleep(nanos);
    } catch (InterruptedException again) {
      Thread.currentThread().interrupt();
      interrupts.hold();
    } finally {
      interrupts.restore();
    }
  }
}
