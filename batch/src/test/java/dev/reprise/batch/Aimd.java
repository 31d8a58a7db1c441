package dev.reprise.batch;

import dev.reprise.batch.internal.pace.RateControl;

/**
 * Textbook additive increase and multiplicative decrease, for comparison: the rate grows by a step
 * each second, and is multiplied after a throttling, once for all calls in flight.
 *
 * @param rate units per second
 * @param sinceNanos the time of the last change
 * @param step units per second by which it grows each second
 * @param decrease the factor after a throttling
 */
record Aimd(double rate, long sinceNanos, double step, double decrease) implements RateControl {

  /**
   * Returns a rate that grows by a hundredth of the capacity each second, as if the capacity was
   * known.
   */
  static Aimd to(double capacity, double decrease) {
    return new Aimd(capacity, 0, capacity / 100, decrease);
  }

  @Override
  public double rateAt(long nowNanos) {
    return rate + step * Math.max(0, nowNanos - sinceNanos) / SECOND;
  }

  @Override
  public RateControl after(Call call) {
    return call.throttled() && call.startNanos() - sinceNanos >= 0
        ? new Aimd(rateAt(call.endNanos()) * decrease, call.endNanos(), step, decrease)
        : this;
  }
}
