package dev.reprise.batch.journal;

/**
 * Combines a position and a fingerprint into a number, such that sums of these numbers do not
 * depend on the order in which they are added.
 */
final class ItemHash {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private ItemHash() {}

  /** Returns a term of a sum mod 2^64; swapping two items changes the sum. */
  static long term(long position, long fingerprint) {
    return mix(fingerprint ^ mix((position + 1) * GOLDEN));
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood 2014; Stafford's variant 13). */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
