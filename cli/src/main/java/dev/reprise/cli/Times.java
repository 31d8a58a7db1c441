package dev.reprise.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;

/** Times as people read them: three digits and a unit, in ASCII. */
public final class Times {

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  /** The units, longest first, each used from {@code from} nanoseconds on. */
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

  private Times() {}

  /**
   * Puts a time into words.
   *
   * @param nanos nanoseconds, at least 0; {@link Long#MAX_VALUE} for no end
   * @return such as {@code 87 ms}, {@code 1.5 s} or {@code forever}
   */
  public static String format(long nanos) {
    if (nanos == Long.MAX_VALUE) {
      return "forever";
    }
    for (Unit unit : Unit.values()) {
      if (nanos >= unit.from) {
        return rounded(nanos, unit.nanos).concat(" ").concat(unit.symbol);
      }
    }
    return "0";
  }

  /**
   * Puts a time into words.
   *
   * @param time the time, not negative
   * @return as {@link #format(long)}
   */
  public static String format(Duration time) {
    return format(nanos(time));
  }

  /**
   * Converts without overflow.
   *
   * @param time the time
   * @return nanoseconds; {@link Long#MAX_VALUE} for more than 292 years
   */
  public static long nanos(Duration time) {
    try {
      return time.toNanos();
    } catch (ArithmeticException tooLong) {
      return Long.MAX_VALUE;
    }
  }

  private static String rounded(long nanos, long unit) {
    BigDecimal value = BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(unit), THREE_DIGITS);
    BigDecimal whole = value.setScale(Math.max(0, value.scale()), RoundingMode.UNNECESSARY);
    return whole.signum() == 0 ? "0" : plain(whole);
  }

  private static String plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return (stripped.scale() < 0 ? stripped.setScale(0) : stripped).toPlainString();
  }
}
