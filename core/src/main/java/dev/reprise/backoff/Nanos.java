package dev.reprise.backoff;

import dev.reprise.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Arithmetic with nanoseconds that are not negative and saturate at {@link Long#MAX_VALUE} instead
 * of overflowing.
 */
final class Nanos {

  /** The longest delay, 292 years, which also means no cap. */
  static final long MAX_DELAY_NANOS = Long.MAX_VALUE;

  private Nanos() {}

  static long notNegative(String setting, Duration duration) {
    Objects.requireNonNull(duration, setting);
    if (duration.isNegative()) {
      throw outOfBounds(setting, "at least 0 s", duration);
    }
    return DurationText.saturatedNanos(duration);
  }

  static long positive(String setting, Duration duration) {
    Objects.requireNonNull(duration, setting);
    if (duration.isNegative() || duration.isZero()) {
      throw outOfBounds(setting, "more than 0 s", duration);
    }
    return DurationText.saturatedNanos(duration);
  }

  static long plus(long nanos, long more) {
    long sum = nanos + more;
    return sum < 0 ? MAX_DELAY_NANOS : sum;
  }

  static long times(long nanos, long factor) {
    long high = Math.multiplyHigh(nanos, factor);
    long low = nanos * factor;
    return high != 0 || low < 0 ? MAX_DELAY_NANOS : low;
  }

  /**
   * One draw from {@code min} to {@code max}, both included. The random 64 bits are scaled to the
   * range by multiplication, which costs no second draw, and gives each part of the range its share
   * to within 2<sup>-64</sup>.
   */
  static long between(long min, long max, RandomGenerator random) {
    if (min >= max) {
      return min;
    }
    long width = max - min;
    long count = width == MAX_DELAY_NANOS ? width : width + 1;
    return min + unsignedMultiplyHigh(random.nextLong(), count);
  }

  private static long unsignedMultiplyHigh(long bits, long count) {
    return Math.multiplyHigh(bits, count) + ((bits >> 63) & count);
  }

  private static IllegalArgumentException outOfBounds(
      String setting, String bound, Duration duration) {
    return new IllegalArgumentException(
        setting + " must be " + bound + ", but was " + DurationText.inWords(duration));
  }
}
