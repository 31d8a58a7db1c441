package dev.reprise;

import java.lang.System.Logger.Level;

/** Notes that must not change what they are about: a logger that throws is as good as none. */
final class QuietLog {

  private QuietLog() {}

  /** What failed beside a call, and is of no consequence to it. */
  static void debug(String message, Throwable failure) {
    log(Level.DEBUG, message, failure);
  }

  /** What goes on without a part of the user that threw. */
  static void warning(String message, Throwable failure) {
    log(Level.WARNING, message, failure);
  }

  static void error(String message, Throwable failure) {
    log(Level.ERROR, message, failure);
  }

  private static void log(Level level, String message, Throwable failure) {
    try {
      System.getLogger("dev.reprise").log(level, message, failure);
    } catch (RuntimeException | Error worse) {
      return;
    }
  }
}
