package dev.reprise.http.internal;

import dev.reprise.http.internal.StructuredField.Bare;
import dev.reprise.http.internal.StructuredField.ItemType;
import dev.reprise.http.internal.StructuredField.Malformed;
import java.util.Base64;

/** Reads a structured field from left to right. Section numbers are those of RFC 9651. */
final class FieldCursor {

  private static final int INTEGER_DIGITS = 15;
  private static final int DECIMAL_DIGITS = 12;
  private static final int FRACTION_DIGITS = 3;
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~:/";
  private static final char END = '\uffff';

  private final String text;
  private int at;

  FieldCursor(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  /** The next character; at the end a character that is never valid. */
  private char peek() {
    return atEnd() ? END : text.charAt(at);
  }

  boolean skip(char expected) {
    boolean found = !atEnd() && text.charAt(at) == expected;
    if (found) {
      at++;
    }
    return found;
  }

  void expect(char expected) throws Malformed {
    if (!skip(expected)) {
      throw malformed("no '" + expected + "'");
    }
  }

  void skipSpaces() {
    while (skip(' ')) {
      // skips one at a time
    }
  }

  /** Skips optional white space: spaces and tabs. */
  void skipBlanks() {
    while (skip(' ') || skip('\t')) {
      // skips one at a time
    }
  }

  Malformed malformed(String defect) {
    return new Malformed(defect, at);
  }

  /** Section 4.2.3.3. */
  String key() throws Malformed {
    int start = at;
    if (!isLower(peek()) && peek() != '*') {
      throw malformed("no key");
    }
    while (isLower(peek()) || isDigit(peek()) || isOneOf("_-.*")) {
      at++;
    }
    return text.substring(start, at);
  }

  /** Section 4.2.3.1. */
  Bare bare() throws Malformed {
    char first = peek();
    if (first == '-' || isDigit(first)) {
      return number();
    }
    if (isLetter(first) || first == '*') {
      return token();
    }
    return switch (first) {
      case '"' -> string();
      case ':' -> bytes();
      case '?' -> bool();
      case '@' -> date();
      case '%' -> displayString();
      default -> throw malformed("no item");
    };
  }

  /** Section 4.2.4. */
  private Bare number() throws Malformed {
    int start = at;
    skip('-');
    int whole = digits();
    if (whole == 0) {
      throw malformed("no digit");
    }
    if (!skip('.')) {
      return new Bare(ItemType.INTEGER, numberOf(start, whole <= INTEGER_DIGITS));
    }
    int fraction = digits();
    boolean fits = whole <= DECIMAL_DIGITS && fraction >= 1 && fraction <= FRACTION_DIGITS;
    return new Bare(ItemType.DECIMAL, numberOf(start, fits));
  }

  private String numberOf(int start, boolean fits) throws Malformed {
    if (!fits) {
      throw malformed("too many digits, or too few");
    }
    return text.substring(start, at);
  }

  private int digits() {
    int start = at;
    while (isDigit(peek())) {
      at++;
    }
    return at - start;
  }

  /** Section 4.2.5. */
  private Bare string() throws Malformed {
    at++;
    StringBuilder content = new StringBuilder();
    while (!skip('"')) {
      boolean escaped = skip('\\');
      char next = peek();
      boolean valid = escaped ? next == '"' || next == '\\' : next >= ' ' && next <= '~';
      if (!valid) {
        throw malformed(atEnd() ? "no closing quote" : "a character that is not valid in a string");
      }
      content.append(next);
      at++;
    }
    return new Bare(ItemType.STRING, content.toString());
  }

  /** Section 4.2.6. */
  private Bare token() {
    int start = at;
    while (isLetter(peek()) || isDigit(peek()) || isOneOf(TOKEN_MARKS)) {
      at++;
    }
    return new Bare(ItemType.TOKEN, text.substring(start, at));
  }

  /** Section 4.2.7. */
  private Bare bytes() throws Malformed {
    at++;
    int end = text.indexOf(':', at);
    if (end < 0) {
      throw malformed("no closing colon");
    }
    String encoded = text.substring(at, end);
    try {
      Base64.getDecoder().decode(encoded);
    } catch (IllegalArgumentException notBase64) {
      throw malformed("no base64");
    }
    at = end + 1;
    return new Bare(ItemType.BYTES, encoded);
  }

  /** Section 4.2.8. */
  private Bare bool() throws Malformed {
    at++;
    if (peek() != '0' && peek() != '1') {
      throw malformed("no boolean");
    }
    return new Bare(ItemType.BOOLEAN, String.valueOf(text.charAt(at++)));
  }

  /** Section 4.2.9. */
  private Bare date() throws Malformed {
    at++;
    if (peek() != '-' && !isDigit(peek())) {
      throw malformed("no date");
    }
    Bare number = number();
    if (number.type() != ItemType.INTEGER) {
      throw malformed("a fraction of a second");
    }
    return new Bare(ItemType.DATE, number.text());
  }

  /** Section 4.2.10. The text stays encoded, since no field here uses this type. */
  private Bare displayString() throws Malformed {
    at++;
    expect('"');
    int start = at;
    while (!skip('"')) {
      boolean valid = peek() >= ' ' && peek() <= '~' && (peek() != '%' || isEncodedByte());
      if (!valid) {
        throw malformed(atEnd() ? "no closing quote" : "a character that must be encoded");
      }
      at++;
    }
    return new Bare(ItemType.DISPLAY_STRING, text.substring(start, at - 1));
  }

  private boolean isEncodedByte() {
    return at + 2 < text.length() && isHex(text.charAt(at + 1)) && isHex(text.charAt(at + 2));
  }

  private boolean isOneOf(String marks) {
    return !atEnd() && marks.indexOf(peek()) >= 0;
  }

  private static boolean isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isLetter(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z');
  }
}
