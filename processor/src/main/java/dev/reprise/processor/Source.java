package dev.reprise.processor;

/** Source text in the making: lines and blocks. */
final class Source {

  private final StringBuilder text = new StringBuilder();
  private int depth;

  /** A line, by a format if there are arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // its annotation is a library of its own
  void line(String format, Object... arguments) {
    String line = arguments.length == 0 ? format : format.formatted(arguments);
    text.append(line.isEmpty() ? "" : "  ".repeat(depth)).append(line).append('\n');
  }

  /** A line that opens a block. */
  void open(String head) {
    line(head + " {");
    depth++;
  }

  /** Ends a block and opens one that belongs to it. */
  void turn(String head) {
    depth--;
    line("} " + head + " {");
    depth++;
  }

  /** Ends a block. */
  void close() {
    depth--;
    line("}");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
