package dev.reprise.internal.text;

import dev.reprise.text.PrintableText;
import dev.reprise.text.TextFormatException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * Reads a text from left to right by the grammar of all text forms: names, numbers, durations and
 * signs. A mistake ends in an {@link IllegalArgumentException} that shows the text and the position
 * of the character. Not safe for use by several threads.
 */
public final class TextReader {

  private static final int LONGEST_NUMBER = 40;

  private final String text;
  private int position;

  /** Depth of forms inside each other, counted by {@link TextForm}. */
  int nesting = 1;

  /** A reader at the first character. */
  public TextReader(String text) {
    this.text = Objects.requireNonNull(text, "text");
  }

  /** A reader at the first character that is not blank. Its reading ends with {@link #whole}. */
  public static TextReader atContent(String text) {
    TextReader reader = new TextReader(text);
    reader.skipBlank();
    return reader;
  }

  /**
   * Checks that only blanks follow.
   *
   * @param value the value that was read
   * @return the value
   * @throws IllegalArgumentException if something else follows
   */
  public <T> T whole(T value) {
    skipBlank();
    if (!atEnd()) {
      throw expected("the end");
    }
    return value;
  }

  /** Index of the next character. */
  public int position() {
    return position;
  }

  /** Returns true after the last character. */
  public boolean atEnd() {
    return position == text.length();
  }

  /** The next character, which is not read; 0 at the end. */
  public char peek() {
    return atEnd() ? 0 : text.charAt(position);
  }

  /** Reads blanks, if there are any. */
  public void skipBlank() {
    while (!atEnd() && Character.isWhitespace(peek())) {
      position++;
    }
  }

  /** Reads a character if it is the next one; returns false if it is not. */
  public boolean tryConsume(char wanted) {
    if (atEnd() || peek() != wanted) {
      return false;
    }
    position++;
    return true;
  }

  /** Reads a comma, with the blanks that follow it, if a comma is next; false if it is not. */
  public boolean tryComma() {
    if (!tryConsume(',')) {
      return false;
    }
    skipBlank();
    return true;
  }

  /**
   * Reads one certain character.
   *
   * @throws IllegalArgumentException if another one, or nothing, follows
   */
  public void expect(char wanted) {
    if (!tryConsume(wanted)) {
      throw expected("'" + wanted + "'");
    }
  }

  /**
   * Reads a name: a letter, then letters, digits and underscores, all of them ASCII.
   *
   * @param meaning noun for the name, for the message
   * @throws IllegalArgumentException if no letter follows
   */
  public String identifier(String meaning) {
    return word(meaning, "");
  }

  /**
   * Reads the name of a class, or a word: letters, digits, underscores, dots and dollar signs.
   *
   * @param meaning noun for the name, for the message
   * @throws IllegalArgumentException if no letter follows
   */
  public String className(String meaning) {
    return word(meaning, ".$");
  }

  private String word(String meaning, String signs) {
    int start = position;
    if (!isLetter(peek())) {
      throw expected(meaning);
    }
    while (isName(peek()) || signs.indexOf(peek()) >= 0) {
      position++;
    }
    return text.substring(start, position);
  }

  /** Reads a name if exactly this one comes next; returns false if it does not. */
  public boolean tryWord(String wanted) {
    int end = position + wanted.length();
    boolean there = text.startsWith(wanted, position);
    if (!there || (end < text.length() && isName(text.charAt(end)))) {
      return false;
    }
    position = end;
    return true;
  }

  /**
   * Reads a duration as {@link DurationText} writes it.
   *
   * @param meaning noun for the duration, for the message
   * @throws IllegalArgumentException if none follows, its unit is missing or unknown, a second
   *     number follows, or it cannot be represented exactly
   */
  public Duration duration(String meaning) {
    int start = position;
    String number = digits(true);
    if (number.isEmpty()) {
      throw expected(meaning + ", a duration such as 100ms");
    }
    int unitStart = position;
    while (isLetter(peek())) {
      position++;
    }
    String unit = text.substring(unitStart, position);
    if (!DurationText.isUnit(unit)) {
      position = unitStart;
      throw expected("a unit of time (" + DurationText.UNITS + ") after " + number);
    }
    if (isDigit(peek())) {
      throw expected("the end of the duration, which has one unit such as 90m");
    }
    try {
      return DurationText.of(number, unit);
    } catch (IllegalArgumentException refused) {
      throw refusedAt(start, refused);
    }
  }

  /**
   * Reads a number that may have a fraction and a power of ten: {@code 2}, {@code 1.5}, {@code
   * 1.0E-5}. It is finite and not negative.
   *
   * @param meaning noun for the number, for the message
   * @throws IllegalArgumentException if none follows or it is too large
   */
  public double decimal(String meaning) {
    int start = position;
    String number = digits(true);
    if (number.isEmpty()) {
      throw expected(meaning + ", a number such as 1.5");
    }
    double value = Double.parseDouble(number + exponent());
    if (Double.isInfinite(value)) {
      throw failAt(start, "number out of range");
    }
    return value;
  }

  /**
   * Reads a whole number, at least 0.
   *
   * @param meaning noun for the number, for the message
   * @throws IllegalArgumentException if none follows or it exceeds {@link Integer#MAX_VALUE}
   */
  public int integer(String meaning) {
    int start = position;
    String number = digits(false);
    if (number.isEmpty()) {
      throw expected(meaning + ", a whole number");
    }
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException tooLarge) {
      throw failAt(
          start, meaning + " must be at most " + Integer.MAX_VALUE + ", but was " + number);
    }
  }

  /**
   * Reads up to the next blank, comma or closing parenthesis outside parentheses, or to the end.
   *
   * @param meaning noun for the value, for the message
   * @return the characters read, not empty
   * @throws IllegalArgumentException if there is none, or a parenthesis is not closed
   */
  public String balancedValue(String meaning) {
    int start = position;
    int depth = 0;
    while (!atEnd() && (depth > 0 || !endsValue(peek()))) {
      depth += peek() == '(' ? 1 : peek() == ')' ? -1 : 0;
      position++;
    }
    if (position == start) {
      throw expected(meaning);
    }
    if (depth > 0) {
      throw expected("')'");
    }
    return text.substring(start, position);
  }

  /**
   * Reads a {@linkplain #balancedValue value} with a parser of its own.
   *
   * @param meaning noun for the value, for the message
   * @param parser throws an {@code IllegalArgumentException} for a mistake in the value
   * @throws IllegalArgumentException if there is no value, or the parser refuses it; with the
   *     position in the text of this reader
   */
  public <T> T nested(String meaning, Function<String, T> parser) {
    int start = position;
    String value = balancedValue(meaning);
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException refused) {
      throw refusedWithin(start, refused);
    }
  }

  /**
   * The mistake that a parser found in a part of this reader's text, with its position in the text.
   *
   * @param start index of the first character of the part
   */
  public IllegalArgumentException refusedWithin(int start, IllegalArgumentException refused) {
    return refused instanceof TextFormatException mistake
        ? failAt(start + mistake.position(), mistake.reason())
        : failAt(start, String.valueOf(refused.getMessage()));
  }

  /**
   * The mistake with the text and a position, unless it has them already.
   *
   * @param start index of the wrong character
   */
  public IllegalArgumentException refusedAt(int start, IllegalArgumentException refused) {
    return refused instanceof TextFormatException
        ? refused
        : failAt(start, String.valueOf(refused.getMessage()));
  }

  /** A mistake at a position. */
  public TextFormatException failAt(int index, String message) {
    return new TextFormatException(message, text, index);
  }

  /**
   * A mistake at the next character.
   *
   * @param wanted the expected text
   */
  public IllegalArgumentException expected(String wanted) {
    return failAt(
        position,
        "expected " + wanted + ", but " + (atEnd() ? "the text ended" : "found " + next()));
  }

  /** Returns true if the next text is a name directly followed by an equals sign. */
  boolean atKey() {
    int index = position;
    while (index < text.length() && isName(text.charAt(index))) {
      index++;
    }
    return index > position
        && isLetter(peek())
        && index < text.length()
        && text.charAt(index) == '=';
  }

  private String next() {
    char next = peek();
    boolean plain = next == ' ' || !(PrintableText.isUnsafe(next) || Character.isSpaceChar(next));
    return plain ? "'" + next + "'" : String.format("U+%04X", (int) next);
  }

  private String digits(boolean withFraction) {
    int start = position;
    skipDigits();
    boolean fraction = withFraction && position > start && peek() == '.';
    if (fraction && position + 1 < text.length() && isDigit(text.charAt(position + 1))) {
      position++;
      skipDigits();
    }
    if (position - start > LONGEST_NUMBER) {
      throw failAt(start, "a number has at most " + LONGEST_NUMBER + " digits");
    }
    return text.substring(start, position);
  }

  private String exponent() {
    int start = position;
    if (!tryConsume('E') && !tryConsume('e')) {
      return "";
    }
    if (!tryConsume('-')) {
      tryConsume('+');
    }
    if (digits(false).isEmpty()) {
      throw expected("a power of ten");
    }
    return text.substring(start, position);
  }

  private void skipDigits() {
    while (isDigit(peek())) {
      position++;
    }
  }

  private static boolean isDigit(char next) {
    return next >= '0' && next <= '9';
  }

  private static boolean isLetter(char next) {
    return (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
  }

  private static boolean isName(char next) {
    return isLetter(next) || isDigit(next) || next == '_';
  }

  private static boolean endsValue(char next) {
    return next == ',' || next == ')' || Character.isWhitespace(next);
  }
}
