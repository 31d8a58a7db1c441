package dev.reprise.batch.internal.pace;

import java.util.HashSet;
import java.util.Set;

/**
 * One rate that several runs share in turns. Safe for use by any thread; its monitor is held for
 * arithmetic only. Of several waiting runs, the one that has sent the fewest units sends first; a
 * run that begins or returns starts with the same count as the others (start-time fair queueing).
 */
public final class SharedRate {

  /** Longest representable wait; two of them add without overflow. */
  private static final double LONGEST_NANOS = 0x1p61;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A run that waits asks again after at most this time, since the rate may have risen. */
  public static final long LONGEST_CHECK_NANOS = 250_000_000;

  /** Shorter waits use no timer; the average rate still holds. */
  private static final long TOLERANCE_NANOS = 1_000_000;

  /** The time that a delayed run, for example after a late timer, may make up for. */
  private static final long CATCH_UP_NANOS = 20_000_000;

  /** The same for a rate with a limit; the rate stays below the limit by the same amount. */
  private static final long CAPPED_CATCH_UP_NANOS = 10_000_000;

  /** A waiting run that has not asked for this time counts as ended. */
  private static final long SILENT_NANOS = 4 * LONGEST_CHECK_NANOS;

  /** A call carries at most the units of this many seconds. */
  private static final double WORTH_SECONDS = 0.1;

  /**
   * The units of a call over those of its average duration, if that is longer: the rate is not lost
   * by a few shorter calls. With a fourth more, a call holds more than the burst of a table with a
   * burst of a second, and is refused in part each time.
   */
  private static final double HEADROOM = 1.05;

  private final boolean adaptive;
  private final long catchUpNanos;
  private final Set<Runner> waiting = new HashSet<>();
  private RateControl rate;
  private AcceptedSize accepted = AcceptedSize.NONE;
  private boolean begun;
  private long fromNanos;
  private long originNanos;
  private long units;
  private double reached;

  public SharedRate(RateControl rate, boolean adaptive) {
    this.rate = rate;
    this.adaptive = adaptive;
    catchUpNanos = rate instanceof RateControl.Capped ? CAPPED_CATCH_UP_NANOS : CATCH_UP_NANOS;
  }

  /**
   * Creates a constant rate.
   *
   * @param unitsPerSecond the rate, infinite for no limit
   */
  public static SharedRate fixed(double unitsPerSecond) {
    return new SharedRate(new RateControl.Steady(unitsPerSecond), false);
  }

  /**
   * Creates a rate that adapts to the service.
   *
   * @param maxUnitsPerSecond the limit, infinite for none
   */
  public static SharedRate adaptive(double maxUnitsPerSecond) {
    RateControl open = new AdaptiveRate.Unthrottled();
    if (maxUnitsPerSecond == Double.POSITIVE_INFINITY) {
      return new SharedRate(open, true);
    }
    double late = (CAPPED_CATCH_UP_NANOS + TOLERANCE_NANOS) / RateControl.SECOND;
    return new SharedRate(new RateControl.Capped(open, maxUnitsPerSecond / (1 + late)), true);
  }

  boolean isAdaptive() {
    return adaptive;
  }

  /**
   * Begins a run; returns the time since which there have been items to send.
   *
   * @param epochMillis the time of the day, in milliseconds since 1970, at which the runs of other
   *     processes act at the same time
   */
  public synchronized long begin(long nowNanos, long epochMillis) {
    if (!begun) {
      begun = true;
      fromNanos = nowNanos;
      originNanos = epochMillis * NANOS_PER_MILLI - nowNanos;
    }
    return fromNanos;
  }

  /** Returns what is added to a tick of a run that has begun, for the time since 1970. */
  synchronized long originNanos() {
    return originNanos;
  }

  public synchronized long waitNanos(Runner runner, long nowNanos) {
    waiting.removeIf(other -> nowNanos - other.askedNanos > SILENT_NANOS);
    runner.askedNanos = nowNanos;
    if (waiting.add(runner)) {
      runner.tag = Math.max(runner.tag, reached);
      runner.lastUnits = Math.max(runner.lastUnits, units);
    }
    long wait = freeNanos(nowNanos) - nowNanos;
    for (Runner other : waiting) {
      if (other.tag < runner.tag) {
        wait = saturatedSum(wait, nanosFor(other.lastUnits, nowNanos));
      }
    }
    return wait <= TOLERANCE_NANOS ? 0 : wait;
  }

  synchronized double unitsPerSecond(long nowNanos) {
    return rateAt(nowNanos);
  }

  private double rateAt(long nowNanos) {
    return rate.rateAt(originNanos + nowNanos);
  }

  /** Returns the maximum number of units of a call, at least one. */
  synchronized double mostUnits(double slotNanos, long nowNanos) {
    double now = rateAt(nowNanos);
    double slot = HEADROOM * slotNanos / RateControl.SECOND;
    double most = slot > WORTH_SECONDS ? slot * now : Math.floor(WORTH_SECONDS * now);
    return Math.max(1, Math.max(accepted.unitsAt(now), most));
  }

  /** The time at which the rate allows the next units, at the current rate. */
  private long freeNanos(long nowNanos) {
    return fromNanos + nanosFor(units, nowNanos);
  }

  private long nanosFor(long some, long nowNanos) {
    return (long) Math.min(LONGEST_NANOS, some * RateControl.SECOND / rateAt(nowNanos));
  }

  private static long saturatedSum(long one, long other) {
    return Math.min(Long.MAX_VALUE / 4, one + other);
  }

  /**
   * Records a call that was sent.
   *
   * @param fullNanos the last time at which the limit of parallel calls was reached
   */
  public synchronized void sent(Runner runner, long sentUnits, long fullNanos, long nowNanos) {
    waiting.remove(runner);
    reached = Math.max(reached, runner.tag);
    runner.tag += Math.max(1, sentUnits);
    runner.lastUnits = sentUnits;
    long free = freeNanos(nowNanos);
    long earliest = nowNanos - catchUpNanos;
    long able = fullNanos - free > 0 ? fullNanos : free;
    if (earliest - able > 0) {
      rate = rate.afterIdle(originNanos + able, originNanos + earliest);
    }
    fromNanos = free - earliest > 0 ? free : earliest;
    units = sentUnits;
  }

  /** Makes the time of unsent units available to other runs. */
  synchronized void giveBack(long unsent) {
    units = Math.max(0, units - unsent);
  }

  synchronized void answered(RateControl.Call call) {
    rate = rate.after(call);
    accepted = accepted.after(call);
  }

  synchronized void leave(Runner runner) {
    waiting.remove(runner);
  }

  /** A run that uses the rate. */
  public static final class Runner {

    private double tag;
    private long lastUnits;
    private long askedNanos;
  }
}
