package dev.reprise.backoff;

import java.util.List;

/** A curve that serves the retries after number {@code after}, up to the next stage. */
record Stage(int after, Leaf leaf, Bounds bounds) {

  boolean isSpread() {
    return leaf.isRandom() || !bounds.jitter().isNone();
  }

  static boolean anySpread(List<Stage> stages) {
    for (Stage stage : stages) {
      if (stage.isSpread()) {
        return true;
      }
    }
    return false;
  }

  static long longestCapNanos(List<Stage> stages) {
    long cap = 0;
    for (Stage stage : stages) {
      cap = Math.max(cap, stage.bounds().capNanos());
    }
    return cap;
  }

  Stage later(int retries) {
    int sum = after + retries;
    return new Stage(sum < 0 ? Integer.MAX_VALUE : sum, leaf, bounds);
  }
}
