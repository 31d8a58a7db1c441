package dev.reprise.reactor.webclient;

import java.time.Duration;

/** The time of an attempt. */
record TimeLeft(HoldTimer timer, long startNanos, Duration limit) {

  private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);
  private static final Duration MAX_EXTRA_TIME = Duration.ofSeconds(2);

  boolean isUnlimited() {
    return limit.compareTo(UNLIMITED) >= 0;
  }

  Duration remaining() {
    if (isUnlimited()) {
      return UNLIMITED;
    }
    Duration left = limit.minusNanos(Math.max(0, timer.nanos() - startNanos));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /**
   * The time for the caller. If it was used up by a wait for an attempt that was then not made, it
   * starts again, limited to a short time.
   */
  Duration forReading() {
    Duration left = remaining();
    if (!left.isZero()) {
      return left;
    }
    return limit.compareTo(MAX_EXTRA_TIME) < 0 ? limit : MAX_EXTRA_TIME;
  }
}
