package dev.reprise.dynamodb.internal.item;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Value of a number, in time that is linear in its length. {@link BigDecimal} alone takes a minute
 * for a one with 400,000 zeros, and the line of an item may be ten times as long.
 */
final class ItemNumber {

  /** More digits than the service stores, which are 38. Longer texts are first shortened. */
  private static final int MAX_LENGTH = 500;

  private ItemNumber() {}

  /**
   * Returns the value without trailing zeros; null if the service would refuse the text, because it
   * is not a number, or has too many significant digits or too large an exponent.
   */
  static @Nullable BigDecimal valueOf(String text) {
    String shortened = text.length() > MAX_LENGTH ? shortened(text) : text;
    if (shortened.length() > MAX_LENGTH) {
      return null;
    }
    try {
      return new BigDecimal(shortened).stripTrailingZeros();
    } catch (ArithmeticException | NumberFormatException refused) {
      return null;
    }
  }

  /** Removes zeros at both ends of the digits. Returns other text unchanged. */
  private static String shortened(String text) {
    int exponentAt = Math.max(text.indexOf('e'), text.indexOf('E'));
    String mantissa = exponentAt < 0 ? text : text.substring(0, exponentAt);
    String exponent = exponentAt < 0 ? "0" : text.substring(exponentAt + 1);
    int sign = mantissa.startsWith("-") || mantissa.startsWith("+") ? 1 : 0;
    int point = mantissa.indexOf('.');
    String digits =
        point < 0
            ? mantissa.substring(sign)
            : mantissa.substring(sign, point) + mantissa.substring(point + 1);
    int from = 0;
    int to = digits.length();
    while (from < to && digits.charAt(from) == '0') {
      from++;
    }
    while (to > from && digits.charAt(to - 1) == '0') {
      to--;
    }
    if (from == to) {
      return digits.isEmpty() ? text : "0E" + exponent;
    }
    int fraction = point < 0 ? 0 : mantissa.length() - point - 1;
    try {
      long scale = Long.parseLong(exponent) + (digits.length() - to) - fraction;
      return mantissa.substring(0, sign) + digits.substring(from, to) + "E" + scale;
    } catch (NumberFormatException notANumber) {
      return text;
    }
  }
}
