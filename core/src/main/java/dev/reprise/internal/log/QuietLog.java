package dev.reprise.internal.log;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

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

  /**
   * Logs the first exception of a piece of user code, which may be called very often.
   *
   * @param logged whether an exception of this code was logged before; set by this method
   * @param part the part of a call that the code is, such as {@code Retry listener}
   * @param code the object whose class is named
   * @param effect how calls continue
   */
  public static void firstWarning(
      AtomicBoolean logged, String part, Object code, String effect, Throwable failure) {
    if (logged.compareAndSet(false, true)) {
      warning(part + " " + code.getClass().getName() + " threw; " + effect, failure);
    }
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
