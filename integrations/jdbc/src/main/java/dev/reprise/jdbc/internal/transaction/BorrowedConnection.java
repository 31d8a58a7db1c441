package dev.reprise.jdbc.internal.transaction;

import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.jdbc.internal.ConnectionDiscard;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is borrowed for one attempt. Its changed settings are restored before it is
 * returned. If that fails, or the transaction cannot be ended, its pool is made to drop the
 * connection, so that no caller gets it in an unknown state.
 */
final class BorrowedConnection {

  static final System.Logger LOG = System.getLogger("dev.reprise.jdbc");

  private static final int MAX_SUPPRESSED = 8;
  private static final int UNCHANGED = -1;

  private final Connection connection;
  private final TransactionSettings settings;
  private final TransactionDeadline deadline;
  private final ChangedSettings changed;
  private boolean started;
  private boolean autoCommitBefore;
  private boolean readOnlyChanged;
  private int isolationBefore = UNCHANGED;
  private int networkMillisBefore = UNCHANGED;
  private int ownNetworkMillis;
  private int queryTimeoutBefore = UNCHANGED;
  private boolean queryTimeoutChanged;
  private boolean unknownState;

  BorrowedConnection(
      Connection connection, TransactionSettings settings, TransactionDeadline deadline) {
    this.connection = connection;
    this.settings = settings;
    this.deadline = deadline;
    changed = new ChangedSettings(connection);
  }

  Connection raw() {
    return connection;
  }

  /**
   * Starts an empty transaction: changes that an earlier user left uncommitted on a connection
   * without auto-commit are rolled back.
   */
  void begin() throws SQLException {
    rememberNetworkTimeout();
    limitNetwork();
    autoCommitBefore = connection.getAutoCommit();
    if (!autoCommitBefore) {
      connection.rollback();
    }
    if (settings.isReadOnly() && !connection.isReadOnly()) {
      setReadOnly();
    }
    TransactionIsolation isolation = settings.isolation();
    if (isolation != null) {
      int level = connection.getTransactionIsolation();
      if (level != isolation.level()) {
        isolationBefore = level;
        connection.setTransactionIsolation(isolation.level());
      }
    }
    started = true;
    if (autoCommitBefore) {
      connection.setAutoCommit(false);
    }
  }

  /** Ignores a driver that cannot change the mode of a connection, such as that of SQLite. */
  private void setReadOnly() throws SQLException {
    readOnlyChanged = true;
    try {
      connection.setReadOnly(true);
    } catch (SQLException failure) {
      if (!(failure instanceof SQLFeatureNotSupportedException)
          && settings
              .classifier()
              .diagnose(failure)
              .filter(found -> found.database() == SqlDatabase.SQLITE)
              .isEmpty()) {
        throw failure;
      }
      readOnlyChanged = false;
    }
  }

  private void rememberNetworkTimeout() throws SQLException {
    if (!deadline.limitsNetwork()) {
      return;
    }
    try {
      networkMillisBefore = connection.getNetworkTimeout();
    } catch (SQLFeatureNotSupportedException unsupported) {
      if (settings.networkNanos() != TransactionSettings.NONE) {
        throw unsupported;
      }
    }
  }

  /** Sets the network timeout for the next statements. After a timeout the connection is lost. */
  void limitNetwork() throws SQLException {
    if (networkMillisBefore != UNCHANGED) {
      connection.setNetworkTimeout(Runnable::run, deadline.networkMillis(ownNetworkMillis));
    }
  }

  /** Called before the work changes a setting of the connection, which a pool may not restore. */
  void beforeSetter(String setter, Object @Nullable [] args) throws SQLException {
    changed.remember(setter);
    if (setter.equals("setNetworkTimeout") && args != null && args.length == 2) {
      ownNetworkMillis = (Integer) args[1];
    }
  }

  /** Limits a statement to the remaining time of the attempt and to its own timeout. */
  void limit(Statement statement, int ownSeconds) throws SQLException {
    if (!deadline.limitsQueries() && !deadline.limitsNetwork()) {
      return;
    }
    deadline.check();
    limitNetwork();
    if (deadline.limitsQueries()) {
      rememberQueryTimeout(statement);
      int own = ownSeconds == UNCHANGED ? queryTimeoutBefore : ownSeconds;
      int allowed = deadline.querySeconds();
      queryTimeoutChanged = true;
      statement.setQueryTimeout(own > 0 ? Math.min(own, allowed) : allowed);
    }
  }

  /** Stores the default query timeout of the connection, before the work sets a different one. */
  void rememberQueryTimeout(Statement created) throws SQLException {
    if (deadline.limitsQueries()) {
      rememberDefault(created);
    }
  }

  private void rememberDefault(Statement created) throws SQLException {
    if (queryTimeoutBefore == UNCHANGED) {
      queryTimeoutBefore = created.getQueryTimeout();
    }
  }

  /** Called before the work sets the timeout of a statement. */
  void beforeQueryTimeout(Statement statement) throws SQLException {
    rememberDefault(statement);
    queryTimeoutChanged = true;
  }

  /** Makes the pool drop the connection, even if it seems to work. */
  void discard() {
    unknownState = true;
  }

  /** Rolls back after a failure. A failure of the rollback is suppressed in it. */
  void rollback(Throwable failure) {
    if (!started) {
      return;
    }
    try {
      limitNetwork();
      connection.rollback();
    } catch (Throwable rollbackFailure) {
      unknownState = true;
      suppress(failure, rollbackFailure);
    }
  }

  /** Restores the settings and returns the connection to its pool. */
  void giveBack(@Nullable Throwable failure) {
    if (!unknownState) {
      suppressing(failure, this::restore);
    }
    if (unknownState) {
      suppressing(failure, () -> ConnectionDiscard.discard(settings.dataSource(), connection));
    }
    suppressing(failure, connection::close);
  }

  private void restore() throws SQLException {
    if (autoCommitBefore) {
      connection.setAutoCommit(true);
    }
    if (isolationBefore != UNCHANGED) {
      connection.setTransactionIsolation(isolationBefore);
    }
    if (readOnlyChanged) {
      connection.setReadOnly(false);
    }
    restoreQueryTimeout();
    changed.restore();
    if (networkMillisBefore != UNCHANGED) {
      connection.setNetworkTimeout(Runnable::run, networkMillisBefore);
    }
  }

  /** Returns whether the driver reports the connection as read-only. */
  boolean isReadOnly() {
    try {
      return connection.isReadOnly();
    } catch (SQLException | RuntimeException unknown) {
      return false;
    }
  }

  /** In some drivers the query timeout of a statement is a setting of its connection. */
  private void restoreQueryTimeout() throws SQLException {
    if (!queryTimeoutChanged) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      if (statement.getQueryTimeout() != queryTimeoutBefore) {
        statement.setQueryTimeout(queryTimeoutBefore);
      }
    }
  }

  private void suppressing(@Nullable Throwable failure, Step step) {
    try {
      step.run();
    } catch (Throwable secondary) {
      unknownState = true;
      if (failure == null) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "the transaction was committed, but its connection could not be restored",
            secondary);
      } else {
        suppress(failure, secondary);
      }
    }
  }

  /** The number is limited, since many calls may throw the same instance. */
  private static void suppress(Throwable failure, Throwable secondary) {
    if (failure != secondary && failure.getSuppressed().length < MAX_SUPPRESSED) {
      failure.addSuppressed(secondary);
    }
  }

  private interface Step {
    void run() throws SQLException;
  }
}
