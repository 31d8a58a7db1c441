package dev.reprise.cli.terminal;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Log of the library; commands print a message of their own instead. */
public final class LibraryLog {

  /** Kept, since the settings of a logger that nobody holds are forgotten. */
  private static final Logger LOGGER = Logger.getLogger("dev.reprise");

  private LibraryLog() {}

  /** Keeps it off the terminal. */
  public static void silence() {
    LOGGER.setLevel(Level.OFF);
  }
}
