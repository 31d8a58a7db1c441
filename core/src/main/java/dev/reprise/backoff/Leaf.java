package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A curve that is not composed of others. */
sealed interface Leaf extends Curve permits Shape, Uniform, Decorrelated, LatencyScaled, Custom {

  /**
   * The delay before a retry, in nanoseconds, within the bounds. The retry counts from 1, where
   * this curve began.
   */
  long delayNanos(
      Bounds bounds,
      int retry,
      Progress progress,
      View view,
      long nowNanos,
      RandomGenerator random);

  /** Range of {@link #delayNanos}, if the number of the retry determines it; otherwise empty. */
  Optional<DelayRange> range(Bounds bounds, int retry);

  /**
   * Range of the results of {@link #delayNanos} for these arguments; empty if custom code decides.
   */
  default Optional<DelayRange> range(
      Bounds bounds, int retry, Progress progress, View view, long nowNanos) {
    return range(bounds, retry);
  }

  /** Returns whether the curve draws its delays itself, and so takes no jitter. */
  default boolean isRandom() {
    return false;
  }

  /** Returns whether the delay depends only on the number of the retry, its bounds and chance. */
  default boolean dependsOnlyOnRetryNumber() {
    return this instanceof Shape || this instanceof Uniform;
  }

  @Override
  default List<Stage> stages(Bounds bounds) {
    if (isRandom() && !bounds.jitter().isNone()) {
      throw new IllegalArgumentException(
          "jitter must be none for "
              + name()
              + ", which is random itself, but was "
              + bounds.jitter());
    }
    return List.of(new Stage(0, this, bounds));
  }
}
