package dev.reprise.backoff;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of the first delays of a backoff that goes by number, found out once: nearly every
 * retry is among them, and its delay is then one draw.
 */
final class Draws {

  private static final int KNOWN = 16;

  private final long[] least = new long[KNOWN];
  private final long[] most = new long[KNOWN];

  private Draws() {}

  /** Null where more than the number of the retry sets the delay. */
  static @Nullable Draws of(Backoff backoff, List<Stage> stages) {
    for (Stage stage : stages) {
      if (!stage.leaf().dependsOnlyOnRetryNumber()) {
        return null;
      }
    }
    Draws draws = new Draws();
    for (int i = 0; i < KNOWN; i++) {
      Optional<DelayRange> range = backoff.range(i + 1);
      draws.least[i] = range.orElseThrow().minNanos();
      draws.most[i] = range.orElseThrow().maxNanos();
    }
    return draws;
  }

  boolean know(int retry) {
    return retry <= KNOWN;
  }

  /** The delay before a retry, counted from 1. */
  long nanos(int retry, RandomGenerator random) {
    return Nanos.between(least[retry - 1], most[retry - 1], random);
  }
}
