package dev.reprise.cli.terminal;

import java.io.Writer;
import java.util.function.Consumer;

/** Passes on each line that is written. Used by one thread at a time. */
final class MessageWriter extends Writer {

  private final Consumer<String> messages;
  private final StringBuilder line = new StringBuilder();

  /**
   * @param messages receives each line, without its end
   */
  MessageWriter(Consumer<String> messages) {
    this.messages = messages;
  }

  @Override
  public void write(char[] text, int from, int length) {
    for (int at = from; at < from + length; at++) {
      if (text[at] == '\n') {
        messages.accept(line.toString().stripTrailing());
        line.setLength(0);
      } else {
        line.append(text[at]);
      }
    }
  }

  /** A line is passed on when it ends. */
  @Override
  public void flush() {}

  @Override
  public void close() {}
}
