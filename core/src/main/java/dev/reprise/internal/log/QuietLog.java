package dev.reprise.internal.log;

import java.lang.System.Logger.Level;

/**
 * Log messages that must not affect the code that logs them: an exception of the logger is ignored.
 */
public final class QuietLog {

  private QuietLog() {}

  /** Logs a failure that has no effect on the call. */
  public static void debug(String message, Throwable failure) {
    log(Level.DEBUG, message, failure);
  }

  /** Logs an exception of user code without which the call continues. */
  public static void warning(String message, Throwable failure) {
    log(Level.WARNING, message, failure);
  }

  public static void error(String message, Throwable failure) {
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
