package dev.reprise.jdbc;

import dev.reprise.function.Attempt;
import dev.reprise.jdbc.internal.SharedConnections;
import dev.reprise.time.TickSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: a connection from the data source, a transaction begun, the work, and a commit or a
 * rollback, whatever happens on the way.
 */
final class TransactionAttempt {

  private static final int MYSQL_LOCK_TABLE_FULL = 1206;
  private static final int SQLITE_PRIMARY = 0xFF;

  /** NOMEM, IOERR and FULL, by sqlite.org/lang_transaction.html. */
  private static final Set<Integer> SQLITE_MAY_ROLL_BACK = Set.of(7, 10, 13);

  private final TransactionSettings settings;
  private final TransactionDeadline deadline;
  private final @Nullable TransactionCancel cancel;
  private SqlPhase phase = SqlPhase.CONNECTING;
  private boolean refusedAsAsked;
  private boolean cameReadOnly;
  private @Nullable TransactionConnection connection;
  private @Nullable TransactionScope scope;
  private volatile boolean over;

  TransactionAttempt(
      TransactionSettings settings,
      Attempt attempt,
      TickSource ticks,
      @Nullable TransactionCancel cancel) {
    this.settings = settings;
    this.cancel = cancel;
    deadline = new TransactionDeadline(settings, attempt, ticks);
  }

  /** The phase that the attempt reached. */
  SqlPhase phase() {
    return phase;
  }

  /** Returns whether it failed because it wrote where only reading was asked for. */
  boolean isRefusedAsAsked() {
    return refusedAsAsked;
  }

  /** Returns whether it failed because it wrote on a connection that came read-only. */
  boolean cameReadOnly() {
    return cameReadOnly;
  }

  <T extends @Nullable Object, X extends Throwable> T run(TransactionWork<T, X> work)
      throws X, SQLException {
    checkCancelled();
    Connection raw = SharedConnections.borrow(settings.dataSource);
    TransactionConnection lent = new TransactionConnection(raw, settings, deadline);
    connection = lent;
    Throwable failure = null;
    try {
      lent.begin();
      phase = SqlPhase.IN_TRANSACTION;
      return transact(work, lent);
    } catch (Throwable thrown) {
      failure = thrown;
      throw thrown;
    } finally {
      over = true;
      end(lent, failure);
    }
  }

  private <T extends @Nullable Object, X extends Throwable> T transact(
      TransactionWork<T, X> work, TransactionConnection lent) throws X, SQLException {
    TransactionScope open = new TransactionScope(settings, TransactionGuard.of(this, lent.raw()));
    scope = open;
    T value = open.around(work);
    checkNoStage(value);
    open.checkSound();
    checkCancelled();
    boolean interrupted = Thread.interrupted();
    try {
      lent.limitNetwork();
      phase = SqlPhase.COMMITTING;
      lent.raw().commit();
    } finally {
      restoreFlag(interrupted);
    }
    return value;
  }

  private static void checkNoStage(@Nullable Object value) {
    if (value instanceof CompletionStage) {
      throw new IllegalStateException(
          "the work returned a stage, but the transaction ends when the work returns;"
              + " use inTransactionAsync for work that blocks");
    }
  }

  /** An interrupt would break the sockets of a virtual thread, and files in any. */
  private void end(TransactionConnection lent, @Nullable Throwable failure) {
    boolean interrupted = Thread.interrupted();
    try {
      if (failure != null) {
        lent.rollback(failure);
        settings.classifier.diagnose(failure).ifPresent(diagnosis -> drop(lent, diagnosis));
      }
      lent.giveBack(failure);
    } finally {
      restoreFlag(interrupted);
    }
  }

  private static void restoreFlag(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void checkCancelled() {
    if (cancel != null) {
      cancel.check();
    }
  }

  boolean isOver() {
    return over;
  }

  void checkOpen() {
    if (over) {
      throw new IllegalStateException(
          "the transaction is over: its connection is for the work alone, while that runs");
    }
  }

  /** To a pool, a connection to a primary that was demoted looks as good as any. */
  private void drop(TransactionConnection lent, SqlFailure diagnosis) {
    boolean refused = diagnosis.category() == SqlCategory.READ_ONLY;
    refusedAsAsked = refused && settings.readOnly;
    cameReadOnly = refused && !settings.readOnly && lent.isReadOnly();
    if (diagnosis.category().needsNewConnection() && !refusedAsAsked) {
      lent.discard();
    }
  }

  /** The work is about to call a setter of the connection. */
  void changes(String setter, Object @Nullable [] args) throws SQLException {
    if (connection != null) {
      connection.changes(setter, args);
    }
  }

  /** A statement was made, and nothing is set on it yet. */
  void made(Statement statement) throws SQLException {
    if (connection != null) {
      connection.rememberQueryTimeout(statement);
    }
  }

  /** The work is about to set the timeout of a statement. */
  void changesQueryTimeout(Statement statement) throws SQLException {
    if (connection != null) {
      connection.changesQueryTimeout(statement);
    }
  }

  /** A statement is about to be executed. */
  void starts(Statement statement, int ownSeconds) throws SQLException {
    if (connection != null) {
      connection.limit(statement, ownSeconds);
    }
    if (cancel != null) {
      cancel.starts(statement);
    }
  }

  /** The statement is no longer executed. */
  void ended() {
    if (cancel != null) {
      cancel.ended();
    }
  }

  /**
   * A statement or its result failed. Some databases have rolled back by then and begin another
   * transaction with the next statement: if the work overlooks that, half of it would be committed.
   */
  void failed(Throwable failure) {
    if (scope != null && settings.classifier.diagnose(failure).filter(this::isOver).isPresent()) {
      scope.doom(failure);
    }
  }

  private boolean isOver(SqlFailure diagnosis) {
    boolean mysql =
        diagnosis.database() == SqlDatabase.MYSQL || diagnosis.database() == SqlDatabase.MARIADB;
    return switch (diagnosis.category()) {
      case DEADLOCK, SERIALIZATION, CONNECTION_LOST, OUTCOME_UNKNOWN -> true;
      // Whether it rolls back is a setting of the server: innodb_rollback_on_timeout.
      case LOCK_TIMEOUT -> mysql;
      default ->
          (mysql && diagnosis.vendorCode() == MYSQL_LOCK_TABLE_FULL)
              || (diagnosis.database() == SqlDatabase.SQLITE
                  && SQLITE_MAY_ROLL_BACK.contains(diagnosis.vendorCode() & SQLITE_PRIMARY));
    };
  }
}
