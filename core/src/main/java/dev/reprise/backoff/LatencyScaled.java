package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A curve in units of the time that an attempt takes: any delay from zero up to a reach. A floor or
 * cap narrows the range, and delays do not gather at its ends.
 */
sealed interface LatencyScaled extends Leaf permits Elapsed, ContentionScaled {

  /** Assumed duration of an attempt until one was measured. */
  long DEFAULT_LATENCY_NANOS = Duration.ofMillis(10).toNanos();

  /** Returns whether any of these curves is one. */
  static boolean isIn(List<Stage> stages) {
    for (Stage stage : stages) {
      if (stage.leaf() instanceof LatencyScaled) {
        return true;
      }
    }
    return false;
  }

  /** The longest delay before a retry, in nanoseconds, more than 0; it may be infinite. */
  double reachNanos(int retry, Progress progress, View view, long nowNanos);

  /** The bounds of the reach. */
  LatencyBounds reach();

  /** The same curve with other bounds of the reach. */
  LatencyScaled within(LatencyBounds reach);

  /** The observed latency, else that of the attempt that just failed, else the default. */
  static long latencyNanos(Progress progress, View view) {
    if (view.attemptLatencyNanos() > 0) {
      return view.attemptLatencyNanos();
    }
    return progress.lastAttemptNanos() > 0 ? progress.lastAttemptNanos() : DEFAULT_LATENCY_NANOS;
  }

  @Override
  default long delayNanos(
      Bounds bounds,
      int retry,
      Progress progress,
      View view,
      long nowNanos,
      RandomGenerator random) {
    long reach = Math.round(reachNanos(retry, progress, view, nowNanos));
    return Nanos.between(bounds.clamp(0), bounds.clamp(reach), random);
  }

  @Override
  default Optional<DelayRange> range(Bounds bounds, int retry) {
    return Optional.empty();
  }

  @Override
  default Optional<DelayRange> range(
      Bounds bounds, int retry, Progress progress, View view, long nowNanos) {
    long reach = Math.round(reachNanos(retry, progress, view, nowNanos));
    return Optional.of(DelayRange.uniform(bounds.clamp(0), bounds.clamp(reach)));
  }

  @Override
  default boolean isRandom() {
    return true;
  }
}
