package dev.reprise.processor;

/**
 * Java string literals. Control characters are octal escapes, because the compiler replaces Unicode
 * escapes first: an escaped line feed would end the line.
 */
final class StringLiterals {

  private StringLiterals() {}

  static String of(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        literal.append('\\').append(c);
      } else if (c < ' ') {
        literal.append("\\%03o".formatted((int) c));
      } else if (c > '~') {
        literal.append("\\u%04x".formatted((int) c));
      } else {
        literal.append(c);
      }
    }
    return literal.append('"').toString();
  }
}
