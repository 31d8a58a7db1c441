package dev.reprise.budget;

/**
 * Comparison of ticks. Differences overflow as those of {@link System#nanoTime()} do: an idle time
 * of more than 292 years is negative, and so is the difference to a tick that a different thread
 * read slightly earlier. The absolute value distinguishes the two.
 */
final class Ticks {

  /** Maximum age of a tick that counts as an old one: 2^47 ns, about 39 hours. */
  static final long MAX_LATENESS_NANOS = 1L << 47;

  private Ticks() {}

  /** Returns true if the difference is that of an old tick, and not an overflow. */
  static boolean isBehind(long difference) {
    return difference < 0 && difference > -MAX_LATENESS_NANOS;
  }
}
