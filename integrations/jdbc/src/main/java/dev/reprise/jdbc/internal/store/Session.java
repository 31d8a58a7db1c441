package dev.reprise.jdbc.internal.store;

import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.jdbc.internal.ConnectionDiscard;
import dev.reprise.jdbc.internal.SharedConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A connection for one attempt of one call. Changed settings are restored before the connection is
 * returned to its pool.
 */
public final class Session implements AutoCloseable {

  private final DataSource dataSource;
  private final @Nullable StoreDialect dialect;
  private final Connection connection;
  private final StatementRunner sql;
  private final boolean autoCommit;
  private @Nullable Integer isolationBefore;
  private @Nullable Integer networkBefore;
  private boolean broken;
  private SqlPhase phase;

  Session(DataSource dataSource, @Nullable StoreDialect dialect, int timeoutSeconds)
      throws SQLException {
    this.dataSource = dataSource;
    this.dialect = dialect;
    this.connection = SharedConnections.borrow(dataSource);
    this.sql = new StatementRunner(connection, isServer() ? timeoutSeconds : 0);
    try {
      limitNetwork(isServer() ? timeoutSeconds : 0);
      this.autoCommit = connection.getAutoCommit();
      rollBackEarlierWork();
    } catch (SQLException | RuntimeException failure) {
      closeAfter(failure);
      throw failure;
    }
    this.phase = SqlPhase.IN_TRANSACTION;
  }

  /** Changes that an earlier user left uncommitted must not be committed here. */
  private void rollBackEarlierWork() throws SQLException {
    if (!autoCommit) {
      connection.rollback();
    }
  }

  /** One second more than statements have, so that a server that can be reached ends them first. */
  private void limitNetwork(int statementSeconds) throws SQLException {
    if (statementSeconds <= 0) {
      return;
    }
    try {
      int before = connection.getNetworkTimeout();
      long limit = Math.min(Integer.MAX_VALUE, TimeUnit.SECONDS.toMillis(statementSeconds + 1L));
      if (before == 0 || before > limit) {
        connection.setNetworkTimeout(Runnable::run, (int) limit);
        networkBefore = before;
      }
    } catch (SQLFeatureNotSupportedException | AbstractMethodError unsupported) {
      networkBefore = null;
    }
  }

  private boolean isServer() {
    return dialect != null && dialect.isServer();
  }

  SqlPhase phase() {
    return phase;
  }

  public StatementRunner sql() {
    return sql;
  }

  /** Prepares for one statement that changes data, followed by {@link #commit}. */
  void beginStatement() {
    phase = autoCommit ? SqlPhase.AUTO_COMMIT : SqlPhase.IN_TRANSACTION;
  }

  /** Starts a transaction with isolation READ COMMITTED. */
  public void begin() throws SQLException {
    if (autoCommit) {
      connection.setAutoCommit(false);
    } else {
      connection.rollback();
    }
    if (isServer()) {
      sql.update("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    } else if (dialect == StoreDialect.H2) {
      int isolation = connection.getTransactionIsolation();
      if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
        isolationBefore = isolation;
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      }
    }
  }

  /** Commits the transaction, or does nothing after a statement in auto-commit mode. */
  public void commit() throws SQLException {
    if (phase != SqlPhase.AUTO_COMMIT) {
      phase = SqlPhase.COMMITTING;
      connection.commit();
    }
  }

  /** Rolls back the transaction, if there is one. */
  public void rollback() throws SQLException {
    boolean ended = false;
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      ended = true;
    } finally {
      broken |= !ended;
    }
  }

  void rollbackAfter(Throwable failure) {
    try {
      rollback();
    } catch (SQLException | RuntimeException alsoFailed) {
      suppress(failure, alsoFailed);
    }
  }

  /** A driver may throw the same instance twice, which cannot suppress itself. */
  static void suppress(Throwable failure, Throwable alsoFailed) {
    if (failure != alsoFailed) {
      failure.addSuppressed(alsoFailed);
    }
  }

  /** Makes the pool drop the connection after a failure that needs a new one. */
  void dropAfter(SQLException failure) {
    broken |=
        SqlClassifier.standard()
            .diagnose(failure)
            .filter(found -> found.category().needsNewConnection())
            .isPresent();
  }

  private void closeAfter(Throwable failure) {
    if (failure instanceof SQLException ofDatabase) {
      dropAfter(ofDatabase);
    }
    if (broken) {
      succeeds(() -> ConnectionDiscard.discard(dataSource, connection));
    }
    try {
      connection.close();
    } catch (SQLException | RuntimeException alsoFailed) {
      suppress(failure, alsoFailed);
    }
  }

  /**
   * Returns the connection. A failure here has no effect on the result of the call. If the
   * connection is lost, or cannot be rolled back or restored, its pool is made to drop it, so that
   * no later user commits the changes on it.
   */
  @Override
  public void close() {
    if (!broken) {
      broken = !succeeds(this::restore);
    }
    if (broken) {
      succeeds(() -> ConnectionDiscard.discard(dataSource, connection));
    }
    succeeds(connection::close);
  }

  private void restore() throws SQLException {
    if (autoCommit && !connection.getAutoCommit()) {
      connection.setAutoCommit(true);
    }
    if (isolationBefore != null) {
      connection.setTransactionIsolation(isolationBefore);
    }
    if (networkBefore != null) {
      connection.setNetworkTimeout(Runnable::run, networkBefore);
    }
  }

  private static boolean succeeds(Step step) {
    try {
      step.run();
      return true;
    } catch (SQLException | RuntimeException | AbstractMethodError failure) {
      return false;
    }
  }

  private interface Step {
    void run() throws SQLException;
  }
}
