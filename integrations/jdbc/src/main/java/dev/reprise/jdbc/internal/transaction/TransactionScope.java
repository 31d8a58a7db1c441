package dev.reprise.jdbc.internal.transaction;

import dev.reprise.jdbc.internal.FailedTransactionException;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import dev.reprise.jdbc.transaction.TransactionWork;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a thread. Calls that the work makes on the same data source find it and join
 * it. It is bound to the thread only while the work runs. Other threads do not see it, including
 * threads that the work starts.
 */
public final class TransactionScope {

  private static final ThreadLocal<@Nullable TransactionScope> INNERMOST = new ThreadLocal<>();

  private final DataSource dataSource;
  private final Connection connection;
  private final @Nullable TransactionIsolation isolation;
  private final boolean readOnly;
  private @Nullable TransactionScope outer;
  private volatile @Nullable Throwable firstFailure;

  TransactionScope(TransactionSettings settings, Connection connection) {
    dataSource = settings.dataSource();
    isolation = settings.isolation();
    readOnly = settings.isReadOnly();
    this.connection = connection;
  }

  /** Returns the transaction of this thread on a data source; null if there is none. */
  public static @Nullable TransactionScope on(DataSource dataSource) {
    TransactionScope scope = INNERMOST.get();
    while (scope != null && scope.dataSource != dataSource) {
      scope = scope.outer;
    }
    return scope;
  }

  /** Runs the work of this transaction. */
  <T extends @Nullable Object, X extends Throwable> T around(TransactionWork<T, X> work)
      throws X, SQLException {
    outer = INNERMOST.get();
    INNERMOST.set(this);
    try {
      return work.run(connection);
    } finally {
      if (outer == null) {
        INNERMOST.remove();
      } else {
        INNERMOST.set(outer);
      }
    }
  }

  /** Runs the work of a nested call in this transaction. */
  public <T extends @Nullable Object, X extends Throwable> T join(
      TransactionSettings nested, TransactionWork<T, X> work) throws X, SQLException {
    checkCompatible(nested);
    checkNotFailed();
    try {
      T value = work.run(connection);
      TransactionAttempt.checkNotStage(value);
      return value;
    } catch (Throwable failure) {
      markFailed(failure);
      throw failure;
    }
  }

  private void checkCompatible(TransactionSettings nested) throws SQLException {
    if (readOnly && !nested.isReadOnly()) {
      throw new IllegalStateException(
          "a transaction that writes cannot join a read-only one:"
              + " call readOnly() on the inner one, or do not call it on the outer one");
    }
    TransactionIsolation requested = nested.isolation();
    if (requested == null || requested == isolation) {
      return;
    }
    int level = isolation == null ? connection.getTransactionIsolation() : isolation.level();
    if (level != requested.level()) {
      throw new IllegalStateException(
          "a transaction in "
              + requested
              + " cannot join one in "
              + nameOf(level)
              + ": set the same isolation for the outer one, or none for the inner one");
    }
  }

  private static String nameOf(int level) {
    for (TransactionIsolation isolation : TransactionIsolation.values()) {
      if (isolation.level() == level) {
        return isolation.name();
      }
    }
    return "level " + level;
  }

  /** Prevents the commit, even if the work handles this failure. */
  void markFailed(Throwable failure) {
    if (firstFailure == null) {
      firstFailure = failure;
    }
  }

  void checkNotFailed() throws FailedTransactionException {
    Throwable failure = firstFailure;
    if (failure != null) {
      throw new FailedTransactionException(failure);
    }
  }
}
