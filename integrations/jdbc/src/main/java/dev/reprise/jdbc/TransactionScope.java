package dev.reprise.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that a thread is in, found again by calls that the work makes on the same data
 * source. Bound to the thread for as long as the work runs and no longer; other threads, those that
 * the work starts included, do not see it.
 */
final class TransactionScope {

  private static final ThreadLocal<@Nullable TransactionScope> INNERMOST = new ThreadLocal<>();

  private final DataSource dataSource;
  private final Connection connection;
  private final @Nullable TransactionIsolation isolation;
  private final boolean readOnly;
  private @Nullable TransactionScope outer;
  private volatile @Nullable Throwable doom;

  TransactionScope(TransactionSettings settings, Connection connection) {
    dataSource = settings.dataSource;
    isolation = settings.isolation;
    readOnly = settings.readOnly;
    this.connection = connection;
  }

  /** The transaction on a data source that this thread is in; null for none. */
  static @Nullable TransactionScope on(DataSource dataSource) {
    TransactionScope scope = INNERMOST.get();
    while (scope != null && scope.dataSource != dataSource) {
      scope = scope.outer;
    }
    return scope;
  }

  /** Runs the work that the transaction is for. */
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

  /** Runs work that wants a transaction and has this one. */
  <T extends @Nullable Object, X extends Throwable> T join(
      TransactionSettings wanted, TransactionWork<T, X> work) throws X, SQLException {
    checkFits(wanted);
    checkSound();
    try {
      return work.run(connection);
    } catch (Throwable failure) {
      doom(failure);
      throw failure;
    }
  }

  private void checkFits(TransactionSettings wanted) throws SQLException {
    if (readOnly && !wanted.readOnly) {
      throw new IllegalStateException(
          "a transaction that writes cannot join one that is read-only:"
              + " say readOnly() here or leave it out around it");
    }
    TransactionIsolation asked = wanted.isolation;
    if (asked == null || asked == isolation) {
      return;
    }
    int level = isolation == null ? connection.getTransactionIsolation() : isolation.level();
    if (level != asked.level()) {
      throw new IllegalStateException(
          "a transaction in "
              + asked
              + " cannot join one in "
              + TransactionIsolation.nameOf(level)
              + ": ask for the same isolation around it, or for none here");
    }
  }

  /** The transaction cannot be committed any more, whatever the work makes of this failure. */
  void doom(Throwable failure) {
    if (doom == null) {
      doom = failure;
    }
  }

  void checkSound() throws SQLTransactionRollbackException {
    Throwable failure = doom;
    if (failure != null) {
      throw new Unsound(failure);
    }
  }

  /** Has no meaning of its own: its cause is what is judged. */
  static final class Unsound extends SQLTransactionRollbackException {

    private static final long serialVersionUID = 1;

    Unsound(Throwable failure) {
      super(
          "the transaction cannot be committed: part of it failed, and the work went on", failure);
    }
  }
}
