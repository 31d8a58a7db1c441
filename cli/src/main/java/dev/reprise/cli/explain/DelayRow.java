package dev.reprise.cli.explain;

import dev.reprise.backoff.DelayRange;

/**
 * One retry in the table.
 *
 * @param retry its number, from 1
 * @param delay the delay before it
 * @param waited that delay and all before it; {@link Long#MAX_VALUE} for all that is longer
 */
record DelayRow(int retry, DelayRange delay, DelayRange waited) {

  static DelayRow first(DelayRange delay) {
    return new DelayRow(1, delay, delay);
  }

  DelayRow next(DelayRange delay) {
    DelayRange sum =
        new DelayRange(
            sum(waited.minNanos(), delay.minNanos()),
            sum(waited.meanNanos(), delay.meanNanos()),
            sum(waited.maxNanos(), delay.maxNanos()));
    return new DelayRow(retry + 1, delay, sum);
  }

  static long sum(long left, long right) {
    long sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
