package dev.reprise.batch.internal.pace;

/**
 * What a run may send a second, and what follows from a call that was answered: a value, and a
 * function from it and a {@link Call} to the next.
 *
 * <p>Units are those of the run, rates are in units a second, ticks in nanoseconds of any origin.
 */
public interface RateControl {

  double SECOND = 1e9;

  /** The rate at which calls may start, more than 0; infinite where there is no limit. */
  double rateAt(long nowNanos);

  /** What follows from a call. */
  RateControl after(Call call);

  /**
   * What follows from a time in which nothing was sent for want of items. It says nothing of the
   * service (RFC 7661, section 4).
   *
   * @param fromNanos since when
   * @param toNanos until when
   */
  default RateControl afterIdle(long fromNanos, long toNanos) {
    return this;
  }

  /**
   * A call that was answered.
   *
   * @param startNanos when it was sent
   * @param endNanos when it was answered
   * @param sent units sent, at least 0
   * @param accepted units of them that the service took, or refused for what is in them
   * @param throttled whether the service refused any for reasons of load
   */
  record Call(long startNanos, long endNanos, long sent, long accepted, boolean throttled) {

    long lengthNanos() {
      return Math.max(0, endNanos - startNanos);
    }
  }

  /** A rate that nothing changes. */
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

  /** Another's rate, and a limit that it does not pass. */
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
