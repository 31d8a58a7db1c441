package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Floor, cap and jitter that a backoff applies to its curve. */
record Bounds(long floorNanos, long capNanos, Jitter jitter) {

  static final Bounds NONE = new Bounds(0, Nanos.MAX_DELAY_NANOS, Jitter.none());

  Bounds {
    if (floorNanos > capNanos) {
      throw new IllegalArgumentException(
          "floor must be at most the cap of "
              + DurationText.inWords(capNanos)
              + ", but was "
              + DurationText.inWords(floorNanos));
    }
  }

  /** The bounds of a part of a chain: its own bounds and the outer bounds apply. */
  Bounds within(Bounds outer) {
    if (!jitter.isNone() && !outer.jitter.isNone()) {
      throw new IllegalArgumentException(
          "jitter must be none around a part that has jitter="
              + jitter
              + ", but was "
              + outer.jitter);
    }
    return new Bounds(
        Math.max(floorNanos, outer.floorNanos),
        Math.min(capNanos, outer.capNanos),
        jitter.isNone() ? outer.jitter : jitter);
  }

  long clamp(long nanos) {
    return Math.min(capNanos, Math.max(floorNanos, nanos));
  }

  long draw(long nanos, RandomGenerator random) {
    long delay = clamp(nanos);
    return Nanos.between(min(delay), max(delay), random);
  }

  DelayRange range(long nanos) {
    long delay = clamp(nanos);
    return DelayRange.uniform(min(delay), max(delay));
  }

  private long min(long delay) {
    return jitter.minNanos(delay, floorNanos);
  }

  private long max(long delay) {
    return jitter.maxNanos(delay, capNanos);
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bounds that
        && floorNanos == that.floorNanos
        && capNanos == that.capNanos
        && jitter.equals(that.jitter);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(floorNanos) + Long.hashCode(capNanos)) + jitter.hashCode();
  }
}
