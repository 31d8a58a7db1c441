package dev.reprise.testbed.tcp;

import java.util.SplittableRandom;

/**
 * The probability that a response is dropped. Each connection has its own random numbers, from the
 * seed and its number, so the timing of other connections does not change them.
 */
record ResponseDrop(double probability, long seed, Cut cut) {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  static final ResponseDrop NEVER = new ResponseDrop(0, 0, Cut.RESET);

  ResponseDrop {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "probability must be between 0 and 1, but was " + probability);
    }
  }

  SplittableRandom randomOf(int connection) {
    return new SplittableRandom(seed + connection * GOLDEN_GAMMA);
  }

  boolean dropsNext(SplittableRandom random) {
    return random.nextDouble() < probability;
  }
}
