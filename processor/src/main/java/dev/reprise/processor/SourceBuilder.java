package dev.reprise.processor;

/** Builds source text from lines and indented blocks. */
final class SourceBuilder {

  private final StringBuilder text = new StringBuilder();
  private int depth;

  /** Adds a line; it is a format if there are arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // would need a dependency for the annotation
  void line(String format, Object... arguments) {
    String line = arguments.length == 0 ? format : format.formatted(arguments);
    text.append(line.isEmpty() ? "" : "  ".repeat(depth)).append(line).append('\n');
  }

  /** Adds a line that opens a block. */
  void open(String head) {
    line(head + " {");
    depth++;
  }

  /** Closes a block and opens the next one of the same statement. */
  void next(String head) {
    depth--;
    line("} " + head + " {");
    depth++;
  }

  /** Closes a block. */
  void close() {
    depth--;
    line("}");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
