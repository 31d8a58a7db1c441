package dev.reprise.jdbc.store;

/** Keeps the interrupt flag of the calling thread from what it calls. For one thread. */
final class Interrupts {

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
