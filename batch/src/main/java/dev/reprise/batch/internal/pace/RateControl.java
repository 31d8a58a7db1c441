package dev.reprise.batch.internal.pace;

/**
 * The rate at which a run may send, as a value; a function from it and a finished {@link Call}
 * returns the next value.
 *
 * <p>Units are those of the run, rates are in units a second, times in nanoseconds since 1970.
 */
public interface RateControl {

  double SECOND = 1e9;

  /** Returns the rate at which calls may start, more than 0; infinite for no limit. */
  double rateAt(long nowNanos);

  /** Returns the rate after a call. */
  RateControl after(Call call);

  /**
   * Returns the rate after a period without items to send. Such a period does not measure the
   * service (RFC 7661, section 4).
   *
   * @param fromNanos the start of the period
   * @param toNanos the end of the period
   */
  default RateControl afterIdle(long fromNanos, long toNanos) {
    return this;
  }

  /**
   * A call that was answered.
   *
   * @param startNanos time at which it was sent
   * @param endNanos time of its response
   * @param sent units sent, at least 0
   * @param accepted units of them that the service accepted, or refused because of their contents
   * @param throttled whether the service refused any for reasons of load
   */
  record Call(long startNanos, long endNanos, long sent, long accepted, boolean throttled) {

    /** The part of its units that the service refused for reasons of load; 1 if it had none. */
    double refusedPart() {
      return sent == 0 ? 1 : 1 - (double) accepted / sent;
    }

    long durationNanos() {
      return Math.max(0, endNanos - startNanos);
    }
  }

  /** A constant rate. */
  record Steady(double rate) implements RateControl {

    @Override
    public double rateAt(long nowNanos) {
      return rate;
    }

    @Override
    public RateControl after(Call call) {
      return this;
    }
  }

  /** A rate with an upper limit. */
  record Capped(RateControl inner, double most) implements RateControl {

    @Override
    public double rateAt(long nowNanos) {
      return Math.min(most, inner.rateAt(nowNanos));
    }

    @Override
    public RateControl after(Call call) {
      return new Capped(inner.after(call), most);
    }

    @Override
    public RateControl afterIdle(long fromNanos, long toNanos) {
      return new Capped(inner.afterIdle(fromNanos, toNanos), most);
    }
  }
}
