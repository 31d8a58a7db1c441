package dev.reprise.simulator.plot;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for readers. */
public final class Numbers {

  private static final int MOST_DECIMALS = 6;

  private Numbers() {}

  /**
   * Formats a number with a fixed number of decimals and thousands separators.
   *
   * @param value any number
   * @param decimals the number of decimals, at least 0
   * @return such as {@code 63,430} or {@code −0.25}; {@code never} if it is infinite; a dash for
   *     NaN
   */
  public static String fixed(double value, int decimals) {
    if (Double.isNaN(value)) {
      return "–";
    }
    if (Double.isInfinite(value)) {
      return "never";
    }
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", Math.abs(value));
    boolean negative = value < 0 && text.chars().anyMatch(c -> c >= '1' && c <= '9');
    return negative ? "−" + text : text;
  }

  /**
   * Formats a number with three significant digits; a whole number with all of its digits.
   *
   * @param value any number
   * @return such as {@code 1.33}, {@code 0.0125} or {@code 63,430}
   */
  public static String brief(double value) {
    if (!Double.isFinite(value) || value == 0) {
      return fixed(value, 0);
    }
    int decimals = Math.min(MOST_DECIMALS, Math.max(0, 2 - magnitude(value)));
    BigDecimal rounded =
        BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP).stripTrailingZeros();
    return fixed(value, Math.max(0, rounded.scale()));
  }

  /**
   * Formats a mean with its standard error, up to the second digit of the error, with at most four
   * significant digits of the mean.
   *
   * @param mean the mean
   * @param error its standard error, at least 0
   * @return such as {@code 796.2 ± 1.4}; the mean alone if the error is too small to be shown
   */
  public static String withError(double mean, double error) {
    return withError(mean, error, mean);
  }

  /**
   * Formats a mean with its standard error, up to the second digit of the error, but not below the
   * fourth significant digit of another number.
   *
   * @param mean the mean
   * @param error its standard error, at least 0
   * @param scale the other number, such as the value that the mean is a difference from
   * @return as {@link #withError(double, double)}
   */
  public static String withError(double mean, double error, double scale) {
    if (!(error > 0)) {
      return brief(mean);
    }
    int ofMean = scale == 0 ? MOST_DECIMALS : 3 - magnitude(scale);
    int ofError = 1 - magnitude(error);
    int decimals = Math.max(0, Math.min(MOST_DECIMALS, Math.min(ofMean, ofError)));
    double last = Math.pow(10, decimals);
    boolean seen = error * last >= 0.5;
    if (!seen && Math.abs(mean) * last < 0.5) {
      return "0";
    }
    return fixed(mean, decimals) + (seen ? " ± " + fixed(error, decimals) : "");
  }

  private static int magnitude(double value) {
    return (int) Math.floor(Math.log10(Math.abs(value)));
  }

  /** Formats a coordinate with at most two decimals. */
  static String coordinate(double value) {
    long hundredths = Math.round(value * 100);
    String sign = hundredths < 0 ? "-" : "";
    long whole = Math.abs(hundredths) / 100;
    long rest = Math.abs(hundredths) % 100;
    if (rest == 0) {
      return sign + whole;
    }
    String digits = rest < 10 ? "0" + rest : rest % 10 == 0 ? "" + rest / 10 : "" + rest;
    return sign + whole + "." + digits;
  }
}
