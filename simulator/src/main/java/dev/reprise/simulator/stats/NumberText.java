package dev.reprise.simulator.stats;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers formatted for readers, in ASCII. */
public final class NumberText {

  private static final String NEVER = "never";
  private static final int DIGITS = 3;
  private static final int ERROR_DIGITS = 2;
  private static final double SMALLEST = 1e-12;
  private static final double SMALL = 1e-3;
  private static final double ROUNDING = 1e-9;

  private NumberText() {}

  /**
   * Formats a number.
   *
   * @param value the number
   * @return three significant digits, such as {@code 63400} or {@code 0.0123}; two digits for less
   *     than a thousandth, such as {@code 4.5e-5}; {@code never} if the number is not finite
   */
  public static String of(double value) {
    return Double.isFinite(value) ? rounded(value, DIGITS) : NEVER;
  }

  /**
   * Formats a mean and its standard error.
   *
   * @param estimate the estimate
   * @return for example {@code 796 +- 3.2}, with the number of undefined runs if there are any;
   *     {@code never} if all runs are undefined
   */
  public static String of(Estimate estimate) {
    return of(estimate, NEVER);
  }

  /**
   * Formats a mean and its standard error.
   *
   * @param estimate the estimate
   * @param undefined the text for an undefined run, such as {@code failed}
   * @return for example {@code 796 +- 3.2 (3 of 10 failed)}; {@code failed} if all runs are
   *     undefined
   */
  public static String of(Estimate estimate, String undefined) {
    return (value(estimate, undefined) + " " + error(estimate, undefined)).strip();
  }

  /**
   * Formats the mean of an estimate.
   *
   * @param estimate the estimate
   * @param undefined the text for an undefined run
   * @return as {@link #of(double)}, or the text if all runs are undefined
   */
  public static String value(Estimate estimate, String undefined) {
    return estimate.count() == 0 ? undefined : of(estimate.mean());
  }

  /**
   * Formats the standard error of an estimate and the number of undefined runs.
   *
   * @param estimate the estimate
   * @param undefined the text for an undefined run, such as {@code failed}
   * @return for example {@code +- 3.2 (3 of 10 failed)}; empty if all runs are undefined, or if the
   *     error is zero and all runs are defined
   */
  public static String error(Estimate estimate, String undefined) {
    if (estimate.count() == 0) {
      return "";
    }
    boolean exact = estimate.standardError() <= ROUNDING * Math.abs(estimate.mean());
    String error = exact ? "" : "+- " + rounded(estimate.standardError(), ERROR_DIGITS);
    int runs = estimate.count() + estimate.undefined();
    String without =
        estimate.undefined() == 0
            ? ""
            : "(" + estimate.undefined() + " of " + runs + " " + undefined + ")";
    return (error + " " + without).strip();
  }

  private static String rounded(double value, int digits) {
    if (Math.abs(value) < SMALLEST) {
      return "0";
    }
    BigDecimal rounded = rounded(new BigDecimal(value), digits);
    if (Math.abs(value) < SMALL) {
      return rounded.unscaledValue().signum() == 0 ? "0" : scientific(rounded);
    }
    return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
  }

  /**
   * As {@link BigDecimal#round}, which in browsers leaves a number like 101.5 as it is if three
   * digits are requested. A second round is needed where 9.996 becomes 10.00.
   */
  private static BigDecimal rounded(BigDecimal exact, int digits) {
    BigDecimal rounded = exact;
    while (rounded.precision() > digits) {
      int scale = rounded.scale() - (rounded.precision() - digits);
      rounded = rounded.setScale(scale, RoundingMode.HALF_UP);
    }
    return rounded;
  }

  private static String scientific(BigDecimal small) {
    BigDecimal rounded = rounded(small, ERROR_DIGITS);
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal mantissa = rounded.movePointRight(-exponent);
    return mantissa.toPlainString() + "e" + exponent;
  }
}
