package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A curve that depends only on the retry number. */
sealed interface Shape extends Leaf permits Fixed, Linear, Exponential, Fibonacci, Sequence {

  /** The delay before a retry, at least 0, saturating. The retry counts from 1. */
  long nanos(int retry);

  @Override
  default long delayNanos(
      Bounds bounds,
      int retry,
      Progress progress,
      View view,
      long nowNanos,
      RandomGenerator random) {
    return bounds.draw(nanos(retry), random);
  }

  @Override
  default Optional<DelayRange> range(Bounds bounds, int retry) {
    return Optional.of(bounds.range(nanos(retry)));
  }
}
