package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.internal.text.DurationText;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Any delay between two. A floor or cap narrows the range, and delays do not gather at its ends.
 */
record Uniform(long minNanos, long maxNanos) implements Leaf {

  Uniform {
    if (maxNanos < minNanos) {
      throw new IllegalArgumentException(
          "max must be at least the min of "
              + DurationText.inWords(minNanos)
              + ", but was "
              + DurationText.inWords(maxNanos));
    }
  }

  @Override
  public long delayNanos(
      Bounds bounds,
      int retry,
      Progress progress,
      View view,
      long nowNanos,
      RandomGenerator random) {
    return Nanos.between(bounds.clamp(minNanos), bounds.clamp(maxNanos), random);
  }

  @Override
  public Optional<DelayRange> range(Bounds bounds, int retry) {
    return Optional.of(DelayRange.uniform(bounds.clamp(minNanos), bounds.clamp(maxNanos)));
  }

  @Override
  public boolean isRandom() {
    return true;
  }

  @Override
  public String name() {
    return "uniform";
  }

  @Override
  public List<String> arguments() {
    return List.of(DurationText.format(minNanos), DurationText.format(maxNanos));
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Uniform that && minNanos == that.minNanos && maxNanos == that.maxNanos;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(minNanos) + Long.hashCode(maxNanos);
  }
}
