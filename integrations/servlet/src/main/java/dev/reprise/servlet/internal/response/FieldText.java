package dev.reprise.servlet.internal.response;

import dev.reprise.text.PrintableText;

/** Valid names and values of header fields: RFC 9110, sections 5.1 and 5.5. */
public final class FieldText {

  private static final int SHOWN = 40;

  private FieldText() {}

  public static boolean isName(String name) {
    return !name.isEmpty() && name.chars().allMatch(FieldText::isTokenCharacter);
  }

  public static boolean isValue(String value) {
    return value.chars().allMatch(FieldText::isValueCharacter);
  }

  /**
   * The value, with a space for each character that is not valid. Some servers write only the last
   * eight bits of a character, and so write U+010D as a line break.
   */
  public static String sendable(String value) {
    if (isValue(value)) {
      return value;
    }
    StringBuilder valid = new StringBuilder(value);
    for (int at = 0; at < valid.length(); at++) {
      if (!isValueCharacter(valid.charAt(at))) {
        valid.setCharAt(at, ' ');
      }
    }
    return valid.toString();
  }

  /** A name for a message, which may be invalid: quoted, escaped and shortened. */
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
