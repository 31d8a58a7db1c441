package dev.reprise.budget;

/**
 * How budgets read the difference between two ticks. Differences wrap around as those of {@link
 * System#nanoTime()} do, so an idle time of more than 292 years looks negative, as does a tick that
 * another thread read a little earlier. The two are told apart by size.
 */
final class Ticks {

  /** 2^47 ns, about 39 hours: how far behind a tick may be and still count as an old one. */
  static final long LATE = 1L << 47;

  private Ticks() {}

  /** Whether a tick is behind another, and not so far ahead of it that the difference wrapped. */
  static boolean isBehind(long difference) {
    return difference < 0 && difference > -LATE;
  }
}
