package dev.reprise.explain;

import dev.reprise.backoff.DelayRange;

/**
 * A row of the table of retries.
 *
 * @param retry number of the retry, from 1
 * @param delay delay before the retry
 * @param waited sum of the delays up to this one; sums saturate at {@link Long#MAX_VALUE}
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
