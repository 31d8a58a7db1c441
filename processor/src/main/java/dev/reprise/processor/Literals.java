package dev.reprise.processor;

/** Texts as Java literals. Line breaks are octal: one by its Unicode number ends the line. */
final class Literals {

  private Literals() {}

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
