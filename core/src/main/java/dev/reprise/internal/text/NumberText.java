package dev.reprise.internal.text;

/** Numbers as text, shortest form first. */
public final class NumberText {

  private NumberText() {}

  /**
   * Writes a number so that {@link TextReader#decimal} reads the same one.
   *
   * @param number a finite number, not negative
   * @return its text, without a fraction where it has none: {@code 2}, {@code 1.5}, {@code 1.0E-5}
   */
  public static String format(double number) {
    String text = Double.toString(number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /**
   * Writes a number as messages do.
   *
   * @param number any number
   * @return its text, without a fraction where it has none, and without a power of ten below 10¹⁵:
   *     {@code 1000000000}
   */
  public static String inWords(double number) {
    boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
    return whole ? Long.toString((long) number) : format(number);
  }
}
