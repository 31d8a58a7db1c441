package dev.reprise.backoff;

/** A curve that serves the retries after number {@code after}, up to the next stage. */
record Stage(int after, Leaf leaf, Bounds bounds) {

  boolean isSpread() {
    return leaf.isRandom() || !bounds.jitter().isNone();
  }

  Stage later(int retries) {
    int sum = after + retries;
    return new Stage(sum < 0 ? Integer.MAX_VALUE : sum, leaf, bounds);
  }
}
