package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.internal.text.DurationText;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * {@code min(cap, U(base, 3 · previous))}, where the previous delay is the base at the start.
 * Source: Marc Brooker, <i>Exponential Backoff and Jitter</i>, AWS Architecture Blog, 2015. A floor
 * raises the lower end of the draw.
 */
record Decorrelated(long baseNanos) implements Leaf {

  @Override
  public long delayNanos(
      Bounds bounds,
      int retry,
      Progress progress,
      View view,
      long nowNanos,
      RandomGenerator random) {
    boolean begins = retry == 1 || baseNanos == 0;
    long previous = begins ? baseNanos : Math.max(baseNanos, progress.previousDelayNanos());
    long low = low(bounds);
    boolean chosen = low < bounds.capNanos();
    long high = chosen ? Math.max(low, Nanos.times(previous, 3)) : low;
    return bounds.clamp(Nanos.between(low, high, random));
  }

  @Override
  public Optional<DelayRange> range(Bounds bounds, int retry) {
    return Optional.of(DecorrelatedRange.of(baseNanos, low(bounds), bounds.capNanos(), retry));
  }

  private long low(Bounds bounds) {
    return Math.max(baseNanos, bounds.floorNanos());
  }

  @Override
  public List<Stage> stages(Bounds bounds) {
    if (bounds.capNanos() < baseNanos) {
      throw new IllegalArgumentException(
          "cap must be at least the base of decorrelated, "
              + DurationText.inWords(baseNanos)
              + ", but was "
              + DurationText.inWords(bounds.capNanos()));
    }
    return Leaf.super.stages(bounds);
  }

  @Override
  public boolean isRandom() {
    return true;
  }

  @Override
  public String name() {
    return "decorrelated";
  }

  @Override
  public List<String> arguments() {
    return List.of(DurationText.format(baseNanos));
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Decorrelated that && baseNanos == that.baseNanos;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(baseNanos);
  }
}
