package dev.reprise.jdbc;

import dev.reprise.jdbc.internal.ConnectionDiscard;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A connection on loan for one attempt. What is changed on it is remembered and put back; if that
 * fails, or the transaction cannot be ended, its pool is made to drop the connection, so that no
 * caller gets it in an unknown state.
 */
final class TransactionConnection {

  static final System.Logger LOG = System.getLogger("dev.reprise.jdbc");

  private static final int MOST_SUPPRESSED = 8;
  private static final int UNCHANGED = -1;

  private final Connection connection;
  private final TransactionSettings settings;
  private final TransactionDeadline deadline;
  private final ChangedSettings changed;
  private boolean begun;
  private boolean autoCommitWas;
  private boolean readOnlyChanged;
  private int isolationWas = UNCHANGED;
  private int networkWas = UNCHANGED;
  private int ownNetworkMillis;
  private int queryTimeoutWas = UNCHANGED;
  private boolean queryTimeoutChanged;
  private boolean unknownState;

  TransactionConnection(
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
   * Begins a transaction with nothing in it: what somebody left uncommitted on a connection without
   * auto-commit is rolled back.
   */
  void begin() throws SQLException {
    rememberNetworkTimeout();
    limitNetwork();
    autoCommitWas = connection.getAutoCommit();
    if (!autoCommitWas) {
      connection.rollback();
    }
    if (settings.readOnly && !connection.isReadOnly()) {
      readOnlyChanged = true;
      connection.setReadOnly(true);
    }
    TransactionIsolation isolation = settings.isolation;
    if (isolation != null) {
      int level = connection.getTransactionIsolation();
      if (level != isolation.level()) {
        isolationWas = level;
        connection.setTransactionIsolation(isolation.level());
      }
    }
    begun = true;
    if (autoCommitWas) {
      connection.setAutoCommit(false);
    }
  }

  private void rememberNetworkTimeout() throws SQLException {
    if (!deadline.limitsNetwork()) {
      return;
    }
    try {
      networkWas = connection.getNetworkTimeout();
    } catch (SQLFeatureNotSupportedException unsupported) {
      if (settings.networkNanos != TransactionSettings.NONE) {
        throw unsupported;
      }
    }
  }

  /** A read from the server fails after this long; it does not come back where that happens. */
  void limitNetwork() throws SQLException {
    if (networkWas != UNCHANGED) {
      connection.setNetworkTimeout(Runnable::run, deadline.networkMillis(ownNetworkMillis));
    }
  }

  /** The work is about to change a setting of the connection that a pool may not put back. */
  void changes(String setter, Object @Nullable [] args) throws SQLException {
    changed.remember(setter);
    if (setter.equals("setNetworkTimeout") && args != null && args.length == 2) {
      ownNetworkMillis = (Integer) args[1];
    }
  }

  /** Lets a statement take no longer than the attempt has left, nor than its own timeout. */
  void limit(Statement statement, int ownSeconds) throws SQLException {
    if (!deadline.limitsQueries() && !deadline.limitsNetwork()) {
      return;
    }
    deadline.check();
    limitNetwork();
    if (deadline.limitsQueries()) {
      rememberQueryTimeout(statement);
      int own = ownSeconds == UNCHANGED ? queryTimeoutWas : ownSeconds;
      int allowed = deadline.querySeconds();
      queryTimeoutChanged = true;
      statement.setQueryTimeout(own > 0 ? Math.min(own, allowed) : allowed);
    }
  }

  /** What the connection gives a statement that was just made, before the work sets another. */
  void rememberQueryTimeout(Statement fresh) throws SQLException {
    if (deadline.limitsQueries()) {
      rememberDefault(fresh);
    }
  }

  private void rememberDefault(Statement fresh) throws SQLException {
    if (queryTimeoutWas == UNCHANGED) {
      queryTimeoutWas = fresh.getQueryTimeout();
    }
  }

  /** The work is about to set the timeout of a statement, the first of all or not. */
  void changesQueryTimeout(Statement statement) throws SQLException {
    rememberDefault(statement);
    queryTimeoutChanged = true;
  }

  /** Nobody is to get the connection again, though it may look well. */
  void discard() {
    unknownState = true;
  }

  /** Ends the transaction after a failure, which keeps what goes wrong here. */
  void rollback(Throwable failure) {
    if (!begun) {
      return;
    }
    try {
      limitNetwork();
      connection.rollback();
    } catch (Throwable unended) {
      unknownState = true;
      suppress(failure, unended);
    }
  }

  /** Gives the connection back as it was. */
  void giveBack(@Nullable Throwable failure) {
    if (!unknownState) {
      quietly(failure, this::restore);
    }
    if (unknownState) {
      quietly(failure, () -> ConnectionDiscard.discard(settings.dataSource, connection));
    }
    quietly(failure, connection::close);
  }

  private void restore() throws SQLException {
    if (autoCommitWas) {
      connection.setAutoCommit(true);
    }
    if (isolationWas != UNCHANGED) {
      connection.setTransactionIsolation(isolationWas);
    }
    if (readOnlyChanged) {
      connection.setReadOnly(false);
    }
    restoreQueryTimeout();
    changed.putBack();
    if (networkWas != UNCHANGED) {
      connection.setNetworkTimeout(Runnable::run, networkWas);
    }
  }

  /** Returns whether it came read-only, as far as its driver says. */
  boolean isReadOnly() {
    try {
      return connection.isReadOnly();
    } catch (SQLException | RuntimeException doesNotSay) {
      return false;
    }
  }

  /** There are drivers to which the query timeout of a statement is one of its connection. */
  private void restoreQueryTimeout() throws SQLException {
    if (!queryTimeoutChanged) {
      return;
    }
    try (Statement fresh = connection.createStatement()) {
      if (fresh.getQueryTimeout() != queryTimeoutWas) {
        fresh.setQueryTimeout(queryTimeoutWas);
      }
    }
  }

  private void quietly(@Nullable Throwable failure, Step step) {
    try {
      step.take();
    } catch (Throwable trouble) {
      unknownState = true;
      if (failure == null) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "the transaction was committed, but its connection could not be given back in order",
            trouble);
      } else {
        suppress(failure, trouble);
      }
    }
  }

  /** One instance may be thrown by many calls, and must not grow with them. */
  private static void suppress(Throwable failure, Throwable trouble) {
    if (failure != trouble && failure.getSuppressed().length < MOST_SUPPRESSED) {
      failure.addSuppressed(trouble);
    }
  }

  private interface Step {
    void take() throws SQLException;
  }
}
