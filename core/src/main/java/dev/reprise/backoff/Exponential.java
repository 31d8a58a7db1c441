package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.NumberText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code base · factor^(retry − 1)}, computed from the base each time, so that rounding errors do
 * not add up: exact for whole factors, with the precision of a double for others.
 */
record Exponential(long baseNanos, double factor) implements Shape {

  Exponential {
    if (!(factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("factor must be at least 1 and finite, but was " + factor);
    }
  }

  @Override
  public long nanos(int retry) {
    if (factor == (long) factor) {
      return Nanos.times(baseNanos, power((long) factor, retry - 1));
    }
    return Math.max(baseNanos, Math.round(baseNanos * StrictMath.pow(factor, retry - 1)));
  }

  private static long power(long factor, int exponent) {
    long result = 1;
    long square = factor;
    for (int left = exponent; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        result = Nanos.times(result, square);
      }
      square = Nanos.times(square, square);
    }
    return result;
  }

  @Override
  public String name() {
    return "exponential";
  }

  @Override
  public List<String> arguments() {
    return List.of(DurationText.format(baseNanos), "x" + NumberText.format(factor));
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Exponential that
        && baseNanos == that.baseNanos
        && Double.compare(factor, that.factor) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(baseNanos) + Double.hashCode(factor);
  }
}
