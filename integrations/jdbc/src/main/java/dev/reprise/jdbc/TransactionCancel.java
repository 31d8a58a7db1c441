package dev.reprise.jdbc;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stops a call for which no caller waits any more. The statement that runs is cancelled, no other
 * one starts, and what has not been sent to be committed is rolled back.
 *
 * <p>A statement counts as running until a cancel that found it so has come back: none reaches a
 * connection that was given back in the meantime.
 */
final class TransactionCancel {

  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean cancelled;
  private @Nullable Statement running;

  /** Prevents further statements and the commit. Returns whether a statement is running. */
  boolean cancel() {
    cancelled = true;
    lock.lock();
    try {
      return running != null;
    } finally {
      lock.unlock();
    }
  }

  /** Cancels the statement that runs, if one does. Blocks as long as the driver does. */
  void cancelRunning() {
    lock.lock();
    try {
      if (running != null) {
        running.cancel();
      }
    } catch (SQLException | RuntimeException uncancellable) {
      TransactionConnection.LOG.log(
          System.Logger.Level.DEBUG, "a statement could not be cancelled", uncancellable);
    } finally {
      lock.unlock();
    }
  }

  void check() {
    if (cancelled) {
      throw new CancellationException("the call was cancelled");
    }
  }

  void starts(Statement statement) {
    lock.lock();
    try {
      check();
      running = statement;
    } finally {
      lock.unlock();
    }
  }

  void ended() {
    lock.lock();
    try {
      running = null;
    } finally {
      lock.unlock();
    }
  }
}
