package dev.reprise.text;

/**
 * A text that does not follow its grammar: a policy, backoff, budget, hedge or duration in text
 * form. The message has three lines: the reason and the column, the text, and a caret under the
 * character that is wrong. What it shows of the text is bounded and printable.
 *
 * <p>It is thrown wherever a text form is read, by {@code parse} of the types, by properties and by
 * annotations.
 */
public final class TextFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;
  private static final int SHOWN_BEFORE = 60;
  private static final int SHOWN_AFTER = 40;

  /** More than any reason of the library has, names and numbers of a text included. */
  private static final int MAX_REASON_LENGTH = 1_000;

  /** Description of the error. */
  private final String reason;

  /** Index of the wrong character. */
  private final int position;

  /**
   * Creates the exception.
   *
   * @param reason description of the error; made {@linkplain PrintableText#oneLine(String, int) one
   *     line}
   * @param text the whole text; a long one is shown in part
   * @param position index of the wrong character, or the length of the text for its end
   */
  public TextFormatException(String reason, String text, int position) {
    this(position, PrintableText.oneLine(reason, MAX_REASON_LENGTH), text);
  }

  private TextFormatException(int position, String reason, String text) {
    super(reason + " (column " + (position + 1) + ")\n" + excerpt(text, position));
    this.reason = reason;
    this.position = position;
  }

  /**
   * Returns the description of the error.
   *
   * @return the description only, on one line, without text and caret
   */
  public String reason() {
    return reason;
  }

  /**
   * Returns the position of the error.
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

  /** A blank for each character that cannot be printed, so that the caret stays in its column. */
  private static String onOneLine(String text) {
    StringBuilder line = new StringBuilder(text);
    for (int i = 0; i < line.length(); i++) {
      if (isOdd(line.charAt(i))) {
        line.setCharAt(i, ' ');
      }
    }
    return line.toString();
  }

  private static boolean isOdd(char character) {
    boolean wideBlank =
        Character.getType(character) == Character.SPACE_SEPARATOR && character != ' ';
    return wideBlank || PrintableText.isUnsafe(character);
  }
}
