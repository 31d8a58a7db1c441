package dev.reprise.budget;

/**
 * Distribution of counters over cache lines, so that threads which count at the same time rarely
 * write to the same line.
 */
final class Stripes {

  /**
   * Longs from one stripe to the next: 128 bytes, two cache lines, since the prefetcher loads lines
   * in pairs.
   */
  static final int STRIDE = 16;

  private static final int MAX_BITS = 5;

  /**
   * Log2 of the number of stripes. That number is twice the processors, rounded up to a power of
   * two, at most 32.
   */
  private static final int BITS =
      Math.min(
          MAX_BITS,
          Integer.SIZE
              - Integer.numberOfLeadingZeros(2 * Runtime.getRuntime().availableProcessors() - 1));

  /** Number of stripes, a power of two. */
  static final int COUNT = 1 << BITS;

  /**
   * 2^64 divided by the golden ratio: distributes thread ids with equal distances evenly over the
   * stripes.
   */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Stripes() {}

  /** Index of the current thread's stripe, from 0. */
  static int mine() {
    return (int) ((Thread.currentThread().getId() * GOLDEN) >>> (Long.SIZE - BITS));
  }
}
