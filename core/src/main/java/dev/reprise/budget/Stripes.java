package dev.reprise.budget;

/**
 * How counters are split, so that threads which count at the same time rarely write to the same
 * cache line.
 */
final class Stripes {

  /** Longs from one stripe to the next: 128 bytes, two cache lines, as the prefetcher takes two. */
  static final int STRIDE = 16;

  private static final int MOST_BITS = 5;

  /** Log2 of the number of stripes: twice the processors, rounded up, at most 32 in all. */
  private static final int BITS =
      Math.min(
          MOST_BITS,
          Integer.SIZE
              - Integer.numberOfLeadingZeros(2 * Runtime.getRuntime().availableProcessors() - 1));

  /** Number of stripes, a power of two. */
  static final int COUNT = 1 << BITS;

  /** 2^64 divided by the golden ratio: spreads any run of evenly spaced thread numbers evenly. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Stripes() {}

  /** The stripe of the current thread, from 0. */
  static int mine() {
    return (int) ((Thread.currentThread().getId() * GOLDEN) >>> (Long.SIZE - BITS));
  }
}
