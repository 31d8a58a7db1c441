package dev.reprise.internal.call;

import dev.reprise.decision.Decision;
import dev.reprise.internal.log.QuietLog;
import org.jspecify.annotations.Nullable;

/**
 * Closes rejected results when a later attempt has returned another one, or when the call was
 * cancelled and does not return them. It never closes the result that the call returns, and never
 * an instance that was returned again, because that instance is shared.
 */
public final class RejectedResultCloser {

  private @Nullable AutoCloseable waiting;

  public void seen(@Nullable Object value, Decision decision) {
    AutoCloseable before = waiting;
    boolean rejected = decision instanceof Decision.RetryAfter;
    waiting = rejected && value != before && value instanceof AutoCloseable now ? now : null;
    if (before != null && before != value) {
      close(before);
    }
  }

  public void abandoned() {
    AutoCloseable last = waiting;
    waiting = null;
    if (last != null) {
      close(last);
    }
  }

  /** Closes a result that is not returned; an exception is logged. */
  public static void close(AutoCloseable result) {
    try {
      result.close();
    } catch (Throwable failure) {
      QuietLog.debug("A rejected result did not close", failure);
    }
  }
}
