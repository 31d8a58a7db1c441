package dev.reprise.internal.text;

import dev.reprise.text.PrintableText;
import dev.reprise.text.TextFormatException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads a text from left to right by the grammar that policies, backoffs and budgets share.
 * Whatever is not as expected ends in an {@link IllegalArgumentException} that points at the
 * character. Not safe for use by several threads.
 */
public final class TextReader {

  private static final int LONGEST_NUMBER = 40;

  private final String text;
  private int position;

  /**
   * A reader at the first character.
   *
   * @param text the text to read
   */
  public TextReader(String text) {
    this.text = text;
  }

  /**
   * Reads a whole text, blanks around it allowed.
   *
   * @param <T> what is read
   * @param text the text
   * @param grammar reads its content, up to the last character that belongs to it
   * @return what the grammar read
   * @throws IllegalArgumentException if the grammar fails, or something follows
   */
  public static <T> T readAll(String text, Function<TextReader, T> grammar) {
    TextReader reader = atContent(text);
    return reader.whole(grammar.apply(reader));
  }

  /**
   * A reader at the first character that is no blank. What it reads ends in {@link #whole}.
   *
   * @param text the text to read
   * @return the reader
   */
  public static TextReader atContent(String text) {
    TextReader reader = new TextReader(text);
    reader.skipBlank();
    return reader;
  }

  /**
   * Demands that nothing but blanks is left.
   *
   * @param <T> what was read
   * @param value what was read
   * @return the value
   * @throws IllegalArgumentException if something follows
   */
  public <T> T whole(T value) {
    skipBlank();
    expectEnd();
    return value;
  }

  /**
   * Where the reader stands.
   *
   * @return index of the next character
   */
  public int position() {
    return position;
  }

  /**
   * Returns whether everything was read.
   *
   * @return true behind the last character
   */
  public boolean atEnd() {
    return position == text.length();
  }

  /**
   * Looks at the next character without reading it.
   *
   * @return the character, or 0 at the end
   */
  public char peek() {
    return atEnd() ? 0 : text.charAt(position);
  }

  /** Reads blanks, if there are any. */
  public void skipBlank() {
    while (!atEnd() && Character.isWhitespace(peek())) {
      position++;
    }
  }

  /**
   * Reads a character if it is the next one.
   *
   * @param wanted the character
   * @return whether it was there and is read now
   */
  public boolean tryConsume(char wanted) {
    if (atEnd() || peek() != wanted) {
      return false;
    }
    position++;
    return true;
  }

  /**
   * Reads one certain character.
   *
   * @param wanted the character
   * @throws IllegalArgumentException if another one, or nothing, follows
   */
  public void expect(char wanted) {
    if (!tryConsume(wanted)) {
      throw expected("'" + wanted + "'");
    }
  }

  /**
   * Demands that everything was read.
   *
   * @throws IllegalArgumentException if anything follows
   */
  public void expectEnd() {
    if (!atEnd()) {
      throw expected("the end");
    }
  }

  /**
   * Reads a name: a letter, then letters, digits and underscores, all of them ASCII.
   *
   * @param meaning what is named, for the message
   * @return the name, not empty
   * @throws IllegalArgumentException if no letter follows
   */
  public String identifier(String meaning) {
    int start = position;
    if (!isLetter(peek())) {
      throw expected(meaning);
    }
    while (isName(peek())) {
      position++;
    }
    return text.substring(start, position);
  }

  /**
   * Reads the name of a class, or a word: letters, digits, underscores, dots and dollar signs.
   *
   * @param meaning what is named, for the message
   * @return the name, not empty
   * @throws IllegalArgumentException if no letter follows
   */
  public String className(String meaning) {
    int start = position;
    if (!isLetter(peek())) {
      throw expected(meaning);
    }
    while (isName(peek()) || peek() == '.' || peek() == '$') {
      position++;
    }
    return text.substring(start, position);
  }

  /**
   * Reads a name if it is the next one.
   *
   * @param wanted the name
   * @return whether exactly this name was there and is read now
   */
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
   * @param meaning what the duration is, for the message
   * @return the duration, not negative
   * @throws IllegalArgumentException if none follows, its unit is missing or unknown, or it cannot
   *     be held exactly
   */
  public Duration duration(String meaning) {
    int start = position;
    String number = digits(true);
    if (number.isEmpty()) {
      throw expected(meaning + ", a duration such as 100ms");
    }
    int unitStart = position;
    String unit = isLetter(peek()) ? identifier("a unit") : "";
    if (!DurationText.isUnit(unit)) {
      position = unitStart;
      throw expected("a unit of time (" + DurationText.UNITS + ") after " + number);
    }
    try {
      return DurationText.of(number, unit);
    } catch (IllegalArgumentException refused) {
      throw refusedAt(start, refused);
    }
  }

  /**
   * Reads a number that may have a fraction and a power of ten: {@code 2}, {@code 1.5}, {@code
   * 1.0E-5}.
   *
   * @param meaning what the number is, for the message
   * @return the number, finite, not negative
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
   * Reads a whole number.
   *
   * @param meaning what the number is, for the message
   * @return the number, at least 0
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
   * @param meaning what the value is, for the message
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
   * Reads a {@linkplain #balancedValue value} by a grammar of its own. Mistakes are pointed at in
   * this reader's whole text.
   *
   * @param <T> what is read
   * @param meaning what the value is, for the message
   * @param parser reads the value; an {@code IllegalArgumentException} of it means a mistake in the
   *     text
   * @return what the parser made of it
   * @throws IllegalArgumentException if there is no value or the parser refuses it
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
   * The same mistake, pointed at in this reader's whole text.
   *
   * @param start index of the first character of a {@linkplain #balancedValue value} that a grammar
   *     of its own refused
   * @param refused what that grammar threw
   * @return the exception to throw
   */
  public IllegalArgumentException refusedWithin(int start, IllegalArgumentException refused) {
    return refused instanceof TextFormatException mistake
        ? failAt(start + mistake.position(), mistake.reason())
        : failAt(start, String.valueOf(refused.getMessage()));
  }

  /**
   * Builds something from what was read, and points at a place if it cannot be built.
   *
   * @param <T> what is built
   * @param start index of the character to point at
   * @param build may throw an {@code IllegalArgumentException}
   * @return what was built
   * @throws IllegalArgumentException the one thrown, with text and caret
   */
  public <T> T at(int start, Supplier<T> build) {
    try {
      return build.get();
    } catch (IllegalArgumentException refused) {
      throw refusedAt(start, refused);
    }
  }

  /**
   * What {@link #at} throws, for who builds without it.
   *
   * @param start index of the character to point at
   * @param refused the exception thrown in building
   * @return the exception to throw: with text and caret
   */
  public IllegalArgumentException refusedAt(int start, IllegalArgumentException refused) {
    return refused instanceof TextFormatException
        ? refused
        : failAt(start, String.valueOf(refused.getMessage()));
  }

  /**
   * A mistake at the next character.
   *
   * @param message what is wrong
   * @return the exception to throw
   */
  public IllegalArgumentException fail(String message) {
    return failAt(position, message);
  }

  /**
   * A mistake at a place.
   *
   * @param index index of the wrong character
   * @param message what is wrong
   * @return the exception to throw
   */
  public TextFormatException failAt(int index, String message) {
    return new TextFormatException(message, text, index);
  }

  /**
   * A mistake at the next character, which is not what must stand there.
   *
   * @param wanted what must stand there
   * @return the exception to throw
   */
  public IllegalArgumentException expected(String wanted) {
    return fail("expected " + wanted + ", but " + (atEnd() ? "the text ended" : "found " + next()));
  }

  /** Returns whether a name with an equals sign right behind it comes next. */
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
