package dev.reprise.jdbc.internal.store;

/** Clears the interrupt flag of the calling thread and sets it again later. For one thread. */
final class HeldInterrupt {

  private boolean interrupted;

  void hold() {
    interrupted |= Thread.interrupted();
  }

  void letGo() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
