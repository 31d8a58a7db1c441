package dev.reprise;

/**
 * An attempt in flight.
 *
 * @param number its number, from 1
 * @param startNanos tick at which it began
 * @param opensRound whether it began alone, not beside another one
 */
record Flight(int number, long startNanos, boolean opensRound) {

  static Flight first(long startNanos) {
    return new Flight(1, startNanos, true);
  }

  /** Whether it is the one that no permit was needed for. */
  boolean isFirst() {
    return number == 1;
  }

  long lengthNanos(long nowNanos) {
    return Math.max(0, nowNanos - startNanos);
  }
}
