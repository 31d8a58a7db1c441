package dev.reprise.internal.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Durations as text: a number and a unit, {@code 100ms}, {@code 1.5s}, {@code 90s}. Days have 24
 * hours. Formatting uses the largest unit that gives a whole number, so a formatted text is read as
 * exactly the same duration.
 */
public final class DurationText {

  /** The units, smallest first, as messages list them. */
  public static final String UNITS = "ns, us, ms, s, m, h or d";

  /** This number of digits of days does not overflow as nanoseconds. */
  private static final int SHORT_NUMBER = 5;

  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);

  private enum Unit {
    D(86_400_000_000_000L),
    H(3_600_000_000_000L),
    M(60_000_000_000L),
    S(1_000_000_000L),
    MS(1_000_000L),
    US(1_000L),
    NS(1L);

    private final long nanos;
    private final String symbol;

    Unit(long nanos) {
      this.nanos = nanos;
      this.symbol = name().toLowerCase(Locale.ROOT);
    }
  }

  private DurationText() {}

  /**
   * Writes a duration without loss.
   *
   * @param duration any duration
   * @return its text; a negative one has a leading minus sign, which cannot be read back
   */
  public static String format(Duration duration) {
    long nanos = saturatedNanos(duration);
    if (nanos != Long.MAX_VALUE && nanos != Long.MIN_VALUE) {
      return format(nanos);
    }
    return format(
        BigInteger.valueOf(duration.getSeconds())
            .multiply(NANOS_PER_SECOND)
            .add(BigInteger.valueOf(duration.getNano())));
  }

  /**
   * Writes a number of nanoseconds without loss.
   *
   * @param nanos any number
   * @return its text; a negative one has a leading minus sign, which cannot be read back
   */
  public static String format(long nanos) {
    if (nanos == 0) {
      return "0s";
    }
    for (Unit unit : Unit.values()) {
      if (nanos % unit.nanos == 0) {
        return nanos / unit.nanos + unit.symbol;
      }
    }
    throw notWhole();
  }

  /**
   * Writes a duration as messages do, a blank before the unit: {@code 100 ms}, {@code 5 min}.
   *
   * @param duration any duration
   * @return its text, without loss
   */
  public static String inWords(Duration duration) {
    return spaced(format(duration));
  }

  /**
   * Writes a number of nanoseconds as messages do: {@code 100 ms}.
   *
   * @param nanos any number
   * @return its text, without loss
   */
  public static String inWords(long nanos) {
    return spaced(format(nanos));
  }

  private static String spaced(String text) {
    int unit = text.length();
    while (!Character.isDigit(text.charAt(unit - 1))) {
      unit--;
    }
    String symbol = text.substring(unit);
    return text.substring(0, unit) + " " + (symbol.equals("m") ? "min" : symbol);
  }

  /**
   * Reads a duration, blanks around it allowed.
   *
   * @param text a number and a unit
   * @return the duration, not negative
   * @throws IllegalArgumentException if the text is anything else, or has more than nanosecond
   *     precision, or exceeds what {@link Duration} can hold
   */
  public static Duration parse(String text) {
    TextReader reader = TextReader.atContent(text);
    return reader.whole(reader.duration("text"));
  }

  /**
   * Converts without overflow.
   *
   * @param duration any duration
   * @return its nanoseconds; what exceeds 292 years counts as {@link Long#MAX_VALUE} or {@link
   *     Long#MIN_VALUE}
   */
  public static long saturatedNanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException tooLong) {
      return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  static boolean isUnit(String symbol) {
    return unit(symbol) != null;
  }

  private static @Nullable Unit unit(String symbol) {
    for (Unit unit : Unit.values()) {
      if (unit.symbol.equals(symbol)) {
        return unit;
      }
    }
    return null;
  }

  static Duration of(String number, String symbol) {
    Unit unit = Objects.requireNonNull(unit(symbol), symbol);
    if (number.length() <= SHORT_NUMBER && number.indexOf('.') < 0) {
      return Duration.ofNanos(Integer.parseInt(number) * unit.nanos);
    }
    try {
      BigInteger nanos =
          new BigDecimal(number).multiply(BigDecimal.valueOf(unit.nanos)).toBigIntegerExact();
      BigInteger[] parts = nanos.divideAndRemainder(NANOS_PER_SECOND);
      return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
    } catch (ArithmeticException inexact) {
      throw new IllegalArgumentException(
          "a duration is a whole number of nanoseconds and at most "
              + inWords(Duration.ofSeconds(Long.MAX_VALUE))
              + ", but was "
              + number
              + symbol,
          inexact);
    }
  }

  private static String format(BigInteger nanos) {
    if (nanos.signum() == 0) {
      return "0s";
    }
    for (Unit unit : Unit.values()) {
      BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(unit.nanos));
      if (parts[1].signum() == 0) {
        return parts[0] + unit.symbol;
      }
    }
    throw notWhole();
  }

  private static AssertionError notWhole() {
    return new AssertionError("every number of nanoseconds is a multiple of 1 ns");
  }
}
