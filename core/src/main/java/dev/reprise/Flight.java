package dev.reprise;

/**
 * An attempt in flight.
 *
 * @param number its number, from 1
 * @param startNanos tick at which it began
 * @param paid whether the budget gave a permit for it
 * @param opensRound whether it began alone, not beside another one
 */
record Flight(int number, long startNanos, boolean paid, boolean opensRound) {

  static Flight first(long startNanos) {
    return new Flight(1, startNanos, false, true);
  }

  boolean isFirst() {
    return number == 1;
  }

  long lengthNanos(long nowNanos) {
    return Math.max(0, nowNanos - startNanos);
  }
}
