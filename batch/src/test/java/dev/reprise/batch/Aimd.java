package dev.reprise.batch;

import dev.reprise.batch.internal.pace.RateControl;

/**
 * Additive increase, multiplicative decrease as in the textbook, to compare with: so many units a
 * second more each second, half at a throttling, once for what is in flight.
 *
 * @param rate units a second
 * @param sinceNanos when that was the rate
 * @param step units a second that it grows each second
 * @param decrease what is left of it after a throttling
 */
record Aimd(double rate, long sinceNanos, double step, double decrease) implements RateControl {

  /** A hundredth of the capacity more each second: as if somebody had told it. */
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
