package dev.reprise.budget;

import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.NumberText;
import java.time.Duration;
import java.util.OptionalDouble;

/** A budget that limits retries to a share of the recent calls, plus a minimum per second. */
final class RatioBudget extends BudgetAdapter {

  static final double FINAGLE_PERCENT = 20;
  static final double FINAGLE_MIN_PER_SECOND = 10;
  static final Duration FINAGLE_TTL = Duration.ofSeconds(10);

  private static final int CALLS = 0;
  private static final int RETRIES = 1;
  private static final int KINDS = 2;
  private static final double NANOS_PER_SECOND = 1e9;

  private final double percent;
  private final double minPerSecond;
  private final Duration ttl;
  private final double reserve;
  private final CountWindow window;

  RatioBudget(double percent, double minPerSecond, Duration ttl) {
    this.percent = checkPercent(percent);
    this.minPerSecond = checkMinPerSecond(minPerSecond);
    this.ttl = checkTtl(ttl);
    this.window = new CountWindow(ttl.toNanos(), KINDS);
    this.reserve = this.minPerSecond * (window.periodNanos() / NANOS_PER_SECOND);
  }

  static double checkPercent(double percent) {
    return Bounds.check("percent", percent, 0, 100_000);
  }

  static double checkMinPerSecond(double minPerSecond) {
    return Bounds.check("minPerSecond", minPerSecond, 0, 1e9);
  }

  static Duration checkTtl(Duration ttl) {
    return Bounds.check("ttl", ttl, Duration.ofSeconds(1), Duration.ofSeconds(60));
  }

  @Override
  public boolean readsTicks() {
    return true;
  }

  @Override
  public void callStarted(long nowNanos) {
    window.add(CALLS, nowNanos);
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    return window.tryAdd(RETRIES, limit(nowNanos), nowNanos);
  }

  private long limit(long nowNanos) {
    return (long) (reserve + percent * window.sum(CALLS, nowNanos) / 100);
  }

  @Override
  public OptionalDouble level(long nowNanos) {
    return Bounds.shareLeft(limit(nowNanos), window.sum(RETRIES, nowNanos));
  }

  @Override
  public RetryBudget newInstance() {
    return new RatioBudget(percent, minPerSecond, ttl);
  }

  @Override
  public boolean isFull(long nowNanos) {
    return window.isEmpty(nowNanos);
  }

  @Override
  public long retriesWhenFull() {
    return (long) reserve;
  }

  @Override
  public String toString() {
    return "ratio("
        + NumberText.format(percent)
        + "%, "
        + NumberText.format(minPerSecond)
        + "/s, ttl="
        + DurationText.format(ttl)
        + ")";
  }
}
