package dev.reprise.testbed.dynamodb.item;

import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.math.BigDecimal;

/**
 * The service's numbers: up to 38 significant digits, magnitude 1E-130 to 9.99…E+125, stored and
 * returned without leading and trailing zeros.
 */
public final class Numbers {

  private static final int MAX_DIGITS = 38;

  /** Longer text takes quadratic time, and cannot be in range without hundreds of zeros. */
  private static final int MAX_LENGTH = 1_000;

  private static final int MAX_EXPONENT = 125;
  private static final int MIN_EXPONENT = -130;

  private Numbers() {}

  public static String normalise(String text) {
    return parse(text).toPlainString();
  }

  public static BigDecimal parse(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw ServiceError.validation("The parameter cannot be converted to a numeric value");
    }
    BigDecimal number;
    try {
      number = new BigDecimal(text).stripTrailingZeros();
    } catch (NumberFormatException | ArithmeticException e) {
      throw ServiceError.validation(
          "The parameter cannot be converted to a numeric value: " + text);
    }
    if (number.signum() == 0) {
      return BigDecimal.ZERO;
    }
    checkRange(number);
    return number;
  }

  private static void checkRange(BigDecimal number) {
    long exponent = exponent(number);
    if (exponent > MAX_EXPONENT) {
      throw ServiceError.validation(
          "Number overflow. Attempting to store a number with magnitude larger than supported"
              + " range");
    }
    if (exponent < MIN_EXPONENT) {
      throw ServiceError.validation(
          "Number underflow. Attempting to store a number with magnitude smaller than supported"
              + " range");
    }
    if (number.precision() > MAX_DIGITS) {
      throw ServiceError.validation(
          "Attempting to store more than 38 significant digits in a Number");
    }
  }

  /**
   * Returns the stored size in bytes: one, plus one for each two digits of the decimal mantissa,
   * with digits paired from the decimal point, plus one for a minus sign.
   */
  public static int size(BigDecimal number) {
    BigDecimal trimmed = number.stripTrailingZeros();
    if (trimmed.signum() == 0) {
      return 1;
    }
    int digits = trimmed.precision();
    boolean straddles = digits % 2 == 0 && Math.floorMod(exponent(trimmed), 2) == 0;
    return 1 + (digits + 1) / 2 + (straddles ? 1 : 0) + (trimmed.signum() < 0 ? 1 : 0);
  }

  private static long exponent(BigDecimal number) {
    return (long) number.precision() - number.scale() - 1;
  }
}
