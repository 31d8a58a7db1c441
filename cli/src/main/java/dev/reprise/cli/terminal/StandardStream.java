package dev.reprise.cli.terminal;

import org.jspecify.annotations.Nullable;

/** The three standard streams of the process. */
public enum StandardStream {
  /** Standard input. */
  INPUT('0'),
  /** Standard output. */
  OUTPUT('1'),
  /** Standard error. */
  ERROR('2');

  /** Set by the launcher to the numbers of the streams that are terminals, such as 02. */
  private static final String PROPERTY = "reprise.terminals";

  private final char number;

  StandardStream(char number) {
    this.number = number;
  }

  /**
   * Returns whether the stream is a terminal. Java itself can only report on input and output
   * together: without the launcher, input counts as no terminal, and both outputs count as
   * terminals if the console is one.
   *
   * @return true for a terminal; false for a file, a pipe or a device
   */
  public boolean isTerminal() {
    return isTerminal(System.getProperty(PROPERTY));
  }

  /**
   * Reads the property.
   *
   * @param terminals value of the property; null without the launcher
   */
  boolean isTerminal(@Nullable String terminals) {
    return terminals == null ? this != INPUT && Terminal.isThere() : terminals.indexOf(number) >= 0;
  }
}
