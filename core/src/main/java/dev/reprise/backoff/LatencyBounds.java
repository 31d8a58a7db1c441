package dev.reprise.backoff;

import dev.reprise.internal.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The least and the most that a delay may reach to, in attempts. */
record LatencyBounds(double min, double max) {

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

  /**
   * Returns the text form of a factor and of these bounds, without values that equal the default.
   */
  List<String> arguments(double factor, double defaultFactor, LatencyBounds defaults) {
    List<String> arguments = new ArrayList<>();
    if (factor != defaultFactor) {
      arguments.add("x" + NumberText.format(factor));
    }
    if (min != defaults.min) {
      arguments.add("min=" + NumberText.format(min) + "L");
    }
    if (max != defaults.max) {
      arguments.add("max=" + NumberText.format(max) + "L");
    }
    return arguments;
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
