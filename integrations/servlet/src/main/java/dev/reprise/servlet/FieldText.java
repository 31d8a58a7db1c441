package dev.reprise.servlet;

import dev.reprise.text.PrintableText;

/** What may stand in a header field: RFC 9110, sections 5.1 and 5.5. */
final class FieldText {

  private static final int SHOWN = 40;

  private FieldText() {}

  static boolean isName(String name) {
    return !name.isEmpty() && name.chars().allMatch(FieldText::isTokenCharacter);
  }

  static boolean isValue(String value) {
    return value.chars().allMatch(FieldText::isValueCharacter);
  }

  /**
   * The value with a space in place of each character that no field may have. Some servers write a
   * character as its last eight bits, and so U+010D as a line break.
   */
  static String sendable(String value) {
    if (isValue(value)) {
      return value;
    }
    StringBuilder fit = new StringBuilder(value);
    for (int at = 0; at < fit.length(); at++) {
      if (!isValueCharacter(fit.charAt(at))) {
        fit.setCharAt(at, ' ');
      }
    }
    return fit.toString();
  }

  /** A name that may be none, fit for a message. */
  static String shown(String name) {
    return '"' + PrintableText.oneLine(name, SHOWN) + '"';
  }

  private static boolean isTokenCharacter(int point) {
    return point > ' ' && point < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(point) < 0;
  }

  private static boolean isValueCharacter(int point) {
    return point == '\t' || (point >= ' ' && point < 127) || (point >= 0x80 && point <= 0xFF);
  }
}
