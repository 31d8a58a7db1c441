package dev.reprise.backoff;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of the first delays of a backoff that depends only on the retry number, computed once.
 * They cover nearly every retry, whose delay is then one draw.
 */
final class CachedRanges {

  private static final int COUNT = 16;

  private final long[] minNanos = new long[COUNT];
  private final long[] maxNanos = new long[COUNT];

  private CachedRanges() {}

  /** Returns null if the delay depends on more than the number of the retry. */
  static @Nullable CachedRanges of(Backoff backoff, List<Stage> stages) {
    for (Stage stage : stages) {
      if (!stage.leaf().dependsOnlyOnRetryNumber()) {
        return null;
      }
    }
    CachedRanges draws = new CachedRanges();
    for (int i = 0; i < COUNT; i++) {
      Optional<DelayRange> range = backoff.range(i + 1);
      draws.minNanos[i] = range.orElseThrow().minNanos();
      draws.maxNanos[i] = range.orElseThrow().maxNanos();
    }
    return draws;
  }

  boolean covers(int retry) {
    return retry <= COUNT;
  }

  /** The delay before a retry, counted from 1. */
  long nanos(int retry, RandomGenerator random) {
    return Nanos.between(minNanos[retry - 1], maxNanos[retry - 1], random);
  }
}
