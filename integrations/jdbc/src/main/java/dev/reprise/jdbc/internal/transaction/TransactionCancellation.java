package dev.reprise.jdbc.internal.transaction;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Cancels a call whose future the caller has completed. The running statement is cancelled, no
 * further statement starts, and the transaction is rolled back unless its commit has been sent.
 *
 * <p>A statement counts as running until {@code Statement.cancel} has returned for it. So no cancel
 * reaches a connection that was returned to its pool in the meantime.
 */
public final class TransactionCancellation {

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

  /** Cancels the running statement, if there is one. Blocks as long as the driver blocks. */
  void cancelRunning() {
    lock.lock();
    try {
      if (running != null) {
        running.cancel();
      }
    } catch (SQLException | RuntimeException failure) {
      BorrowedConnection.LOG.log(
          System.Logger.Level.DEBUG, "a statement could not be cancelled", failure);
    } finally {
      lock.unlock();
    }
  }

  void checkNotCancelled() {
    if (cancelled) {
      throw new CancellationException("the call was cancelled");
    }
  }

  void statementStarts(Statement statement) {
    lock.lock();
    try {
      checkNotCancelled();
      running = statement;
    } finally {
      lock.unlock();
    }
  }

  void statementEnded() {
    lock.lock();
    try {
      running = null;
    } finally {
      lock.unlock();
    }
  }
}
