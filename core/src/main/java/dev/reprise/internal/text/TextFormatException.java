package dev.reprise.internal.text;

/**
 * A text that does not follow its grammar. The message shows the text with a caret under the
 * character that is wrong.
 */
public final class TextFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;
  private static final int SHOWN_BEFORE = 60;
  private static final int SHOWN_AFTER = 40;

  /** What is wrong, in words. */
  private final String reason;

  /** Index of the wrong character. */
  private final int position;

  /**
   * A mistake in a text.
   *
   * @param reason what is wrong, in words
   * @param text the whole text; a long one is shown in part
   * @param position index of the wrong character, or the length of the text for its end
   */
  public TextFormatException(String reason, String text, int position) {
    super(reason + " (column " + (position + 1) + ")\n" + excerpt(text, position));
    this.reason = reason;
    this.position = position;
  }

  /**
   * What is wrong.
   *
   * @return the words alone, without text and caret
   */
  public String reason() {
    return reason;
  }

  /**
   * Where it is wrong.
   *
   * @return index into the text that was read, from 0
   */
  public int position() {
    return position;
  }

  private static String excerpt(String text, int position) {
    int from = Math.max(0, position - SHOWN_BEFORE);
    int to = Math.min(text.length(), position + SHOWN_AFTER);
    String before = from > 0 ? "  …" : "  ";
    String after = to < text.length() ? "…" : "";
    int indent = before.length() + position - from;
    return before + onOneLine(text.substring(from, to)) + after + "\n" + " ".repeat(indent) + "^";
  }

  private static String onOneLine(String text) {
    StringBuilder line = new StringBuilder(text);
    for (int i = 0; i < line.length(); i++) {
      if (isUnprintable(line.charAt(i))) {
        line.setCharAt(i, ' ');
      }
    }
    return line.toString();
  }

  static boolean isUnprintable(char character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.SPACE_SEPARATOR -> character != ' ';
      default -> false;
    };
  }
}
