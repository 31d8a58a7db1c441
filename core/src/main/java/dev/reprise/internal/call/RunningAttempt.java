package dev.reprise.internal.call;

/**
 * An attempt in flight.
 *
 * @param number its number, from 1
 * @param startNanos tick at which it began
 * @param opensRound whether it began alone, not in parallel with another one
 */
public record RunningAttempt(int number, long startNanos, boolean opensRound) {

  public static RunningAttempt first(long startNanos) {
    return new RunningAttempt(1, startNanos, true);
  }

  /** Returns whether this is the first attempt, which needs no permit. */
  public boolean isFirst() {
    return number == 1;
  }

  /**
   * Price of the attempt. A hedge costs as much as an ordinary retry, because no failure sets its
   * price.
   */
  public int price(int ofRound) {
    return opensRound ? ofRound : 1;
  }

  public long durationNanos(long nowNanos) {
    return Math.max(0, nowNanos - startNanos);
  }
}
