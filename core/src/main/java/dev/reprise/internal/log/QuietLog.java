package dev.reprise.internal.log;

import java.lang.System.Logger.Level;

/** Notes that must not change what they are about: a logger that throws is as good as none. */
public final class QuietLog {

  private QuietLog() {}

  /** What failed beside a call, and is of no consequence to it. */
  public static void debug(String message, Throwable failure) {
    log(Level.DEBUG, message, failure);
  }

  /** What goes on without a part of the user that threw. */
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
