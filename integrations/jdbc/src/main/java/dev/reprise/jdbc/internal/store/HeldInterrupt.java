package dev.reprise.jdbc.internal.store;

/** Clears the interrupt flag of the calling thread and restores it later. For one thread. */
final class HeldInterrupt {

  private boolean interrupted;

  void hold() {
    interrupted |= Thread.interrupted();
  }

  void restore() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
