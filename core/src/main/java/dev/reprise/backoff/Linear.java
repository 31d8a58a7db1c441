package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code base + (retry − 1) · increment}. */
record Linear(long baseNanos, long incrementNanos) implements Shape {

  @Override
  public long nanos(int retry) {
    return Nanos.plus(baseNanos, Nanos.times(incrementNanos, retry - 1L));
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public List<String> arguments() {
    return List.of(DurationText.format(baseNanos), "+" + DurationText.format(incrementNanos));
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Linear that
        && baseNanos == that.baseNanos
        && incrementNanos == that.incrementNanos;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(baseNanos) + Long.hashCode(incrementNanos);
  }
}
