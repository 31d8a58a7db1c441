package dev.reprise.backoff;

import dev.reprise.internal.text.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bounds of the longest delay of a {@link LatencyScaled} curve, in latencies of an attempt. */
record LatencyBounds(double min, double max) {

  private static final String UNIT = "L, which means the latency of an attempt, after the number";

  static final Parameter<Double> MIN = Parameter.decimal("min").in("L", UNIT);
  static final Parameter<Double> MAX = Parameter.decimal("max").in("L", UNIT);

  LatencyBounds {
    min += 0.0; // 0 for -0, which would neither equal nor print as 0
    if (!(min >= 0 && min < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("min must be at least 0 and finite, but was " + min);
    }
    if (!(max > 0 && max < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("max must be more than 0 and finite, but was " + max);
    }
    if (max < min) {
      throw new IllegalArgumentException(
          "max must be at least the min of " + min + ", but was " + max);
    }
  }

  /** Adds the bounds that are not the default to the arguments of a text form. */
  void addTo(List<String> arguments, LatencyBounds defaults) {
    if (min != defaults.min) {
      arguments.add(MIN.name() + "=" + MIN.format(min));
    }
    if (max != defaults.max) {
      arguments.add(MAX.name() + "=" + MAX.format(max));
    }
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LatencyBounds that
        && Double.compare(min, that.min) == 0
        && Double.compare(max, that.max) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(min) + Double.hashCode(max);
  }
}
