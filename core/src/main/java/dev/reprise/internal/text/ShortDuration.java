package dev.reprise.internal.text;

import java.time.Duration;
import java.util.Optional;

/** Durations as people read them: three digits and a unit, in ASCII. */
public final class ShortDuration {

  private static final long THREE_DIGITS = 1_000;

  /** The units, longest first. Each is used for at least {@code from} nanoseconds. */
  private enum Unit {
    D("d", 86_400_000_000_000L, 172_800_000_000_000L),
    H("h", 3_600_000_000_000L, 7_200_000_000_000L),
    MIN("min", 60_000_000_000L, 120_000_000_000L),
    S("s", 1_000_000_000L, 999_500_000L),
    MS("ms", 1_000_000L, 999_500L),
    US("us", 1_000L, 1_000L),
    NS("ns", 1L, 1L);

    private final String symbol;
    private final long nanos;
    private final long from;

    Unit(String symbol, long nanos, long from) {
      this.symbol = symbol;
      this.nanos = nanos;
      this.from = from;
    }
  }

  private ShortDuration() {}

  /**
   * Formats a duration.
   *
   * @param nanos nanoseconds, at least 0; {@link Long#MAX_VALUE} for an unlimited time
   * @return text such as {@code 87 ms}, {@code 1.5 s} or {@code forever}
   */
  public static String format(long nanos) {
    if (nanos == Long.MAX_VALUE) {
      return "forever";
    }
    for (Unit unit : Unit.values()) {
      if (nanos >= unit.from) {
        return rounded(nanos, unit.nanos) + " " + unit.symbol;
      }
    }
    return "0";
  }

  /**
   * Formats a duration.
   *
   * @param time the duration, not negative
   * @return as {@link #format(long)}
   */
  public static String format(Duration time) {
    return format(nanos(time));
  }

  /**
   * Converts without overflow.
   *
   * @param time the duration
   * @return nanoseconds; {@link Long#MAX_VALUE} for more than 292 years
   */
  public static long nanos(Duration time) {
    try {
      return time.toNanos();
    } catch (ArithmeticException tooLong) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Converts a limit without overflow.
   *
   * @param limit the limit; empty for none
   * @return nanoseconds; {@link Long#MAX_VALUE} without a limit and for more than 292 years
   */
  public static long nanos(Optional<Duration> limit) {
    return limit.isPresent() ? nanos(limit.get()) : Long.MAX_VALUE;
  }

  /** Rounds half up to three significant digits, without trailing zeros: 87, 1.5, 12300. */
  private static String rounded(long nanos, long unit) {
    long whole = nanos / unit;
    if (whole >= THREE_DIGITS) {
      long step = 10;
      while (whole / step >= THREE_DIGITS) {
        step *= 10;
      }
      return Long.toString(quotient(nanos, unit * step) * step);
    }
    long parts = whole >= 100 ? 1 : whole >= 10 ? 10 : 100;
    return decimal(quotient(nanos * parts, unit), parts);
  }

  private static long quotient(long dividend, long divisor) {
    long remainder = dividend % divisor;
    return dividend / divisor + (remainder >= divisor - remainder ? 1 : 0);
  }

  /**
   * Formats a decimal number, without trailing zeros.
   *
   * @param number the number multiplied by {@code parts}, not negative
   * @param parts a power of ten
   * @return text such as {@code 1.5} for 150 hundredths
   */
  public static String decimal(long number, long parts) {
    String whole = Long.toString(number / parts);
    long fraction = number % parts;
    if (fraction == 0) {
      return whole;
    }
    String digits = Long.toString(parts + fraction).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return whole + "." + digits.substring(0, end);
  }
}
