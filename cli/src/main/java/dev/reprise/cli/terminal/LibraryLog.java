package dev.reprise.cli.terminal;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The log of the library, which commands replace with their own messages. */
public final class LibraryLog {

  /** A strong reference: the settings of a logger are lost once it is garbage collected. */
  private static final Logger LOGGER = Logger.getLogger("dev.reprise");

  private LibraryLog() {}

  /** Turns the log off. */
  public static void silence() {
    LOGGER.setLevel(Level.OFF);
  }
}
