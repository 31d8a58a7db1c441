package dev.reprise.jdbc.internal.transaction;

import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.jdbc.classify.SqlFailure;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.jdbc.internal.SharedConnections;
import dev.reprise.jdbc.transaction.TransactionWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: it borrows a connection, starts a transaction, runs the work, and commits or rolls
 * back.
 */
final class TransactionAttempt {

  private static final int MYSQL_LOCK_TABLE_FULL = 1206;
  private static final int SQLITE_PRIMARY = 0xFF;
  private static final String CONNECTION_STATES = "08";

  /** NOMEM, IOERR and FULL, see sqlite.org/lang_transaction.html. */
  private static final Set<Integer> SQLITE_MAY_ROLL_BACK = Set.of(7, 10, 13);

  private final TransactionSettings settings;
  private final TransactionDeadline deadline;
  private final @Nullable TransactionCancellation cancellation;
  private SqlPhase phase = SqlPhase.CONNECTING;
  private boolean writeInReadOnly;
  private boolean wasReadOnly;
  private @Nullable BorrowedConnection connection;
  private @Nullable TransactionScope scope;
  private volatile boolean ended;

  TransactionAttempt(
      TransactionSettings settings,
      TransactionDeadline deadline,
      @Nullable TransactionCancellation cancellation) {
    this.settings = settings;
    this.deadline = deadline;
    this.cancellation = cancellation;
  }

  /** The phase that the attempt reached. */
  SqlPhase phase() {
    return phase;
  }

  /** Returns whether it failed because it wrote in a transaction that is set to read-only. */
  boolean isWriteInReadOnly() {
    return writeInReadOnly;
  }

  /**
   * Returns whether it failed because it wrote on a connection that was read-only when borrowed.
   */
  boolean wasReadOnly() {
    return wasReadOnly;
  }

  <T extends @Nullable Object, X extends Throwable> T run(TransactionWork<T, X> work)
      throws X, SQLException {
    checkCancelled();
    Connection raw = SharedConnections.borrow(settings.dataSource());
    BorrowedConnection borrowed = new BorrowedConnection(raw, settings, deadline);
    connection = borrowed;
    Throwable failure = null;
    try {
      borrowed.begin();
      phase = SqlPhase.IN_TRANSACTION;
      return transact(work, borrowed);
    } catch (Throwable thrown) {
      failure = thrown;
      throw thrown;
    } finally {
      ended = true;
      release(borrowed, failure);
    }
  }

  private <T extends @Nullable Object, X extends Throwable> T transact(
      TransactionWork<T, X> work, BorrowedConnection borrowed) throws X, SQLException {
    TransactionScope open =
        new TransactionScope(settings, ConnectionProxy.of(this, borrowed.raw()));
    scope = open;
    T value = open.around(work);
    checkNotStage(value);
    open.checkNotFailed();
    checkCancelled();
    boolean interrupted = Thread.interrupted();
    try {
      borrowed.limitNetwork();
      phase = SqlPhase.COMMITTING;
      borrowed.raw().commit();
    } finally {
      restoreFlag(interrupted);
    }
    return value;
  }

  static void checkNotStage(@Nullable Object value) {
    if (value instanceof CompletionStage) {
      throw new IllegalStateException(
          "the work returned a stage, but the transaction ends when the work returns;"
              + " use inTransactionAsync for work that blocks");
    }
  }

  /** Holds back an interrupt: it would close sockets of a virtual thread and channels of files. */
  private void release(BorrowedConnection borrowed, @Nullable Throwable failure) {
    boolean interrupted = Thread.interrupted();
    try {
      if (failure != null) {
        borrowed.rollback(failure);
        settings
            .classifier()
            .diagnose(failure)
            .ifPresent(diagnosis -> discardIfBroken(borrowed, diagnosis));
      }
      borrowed.giveBack(failure);
    } finally {
      restoreFlag(interrupted);
    }
  }

  private static void restoreFlag(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Throws a {@code CancellationException} if the caller has cancelled the call. */
  void checkCancelled() {
    if (cancellation != null) {
      cancellation.checkNotCancelled();
    }
  }

  boolean hasEnded() {
    return ended;
  }

  void checkOpen() {
    if (ended) {
      throw new IllegalStateException(
          "the transaction has ended: only its work may use the connection");
    }
  }

  /**
   * A pool cannot detect that its connection leads to a primary that was demoted. After an item
   * that is longer than a packet, the driver of MariaDB has unread responses and rolls back
   * nothing, so that to restore auto-commit would commit the items before.
   */
  private void discardIfBroken(BorrowedConnection borrowed, SqlFailure diagnosis) {
    boolean refused = diagnosis.category() == SqlCategory.READ_ONLY;
    writeInReadOnly = refused && settings.isReadOnly();
    wasReadOnly = refused && !settings.isReadOnly() && borrowed.isReadOnly();
    boolean broken = diagnosis.category().needsNewConnection() || isOfConnection(diagnosis);
    if (broken && !writeInReadOnly) {
      borrowed.discard();
    }
  }

  /**
   * Returns whether the driver reports a failure of the connection, whatever the category is. A
   * pool that is exhausted, which the work may use too, has an exception of the same class.
   */
  private static boolean isOfConnection(SqlFailure diagnosis) {
    if (diagnosis.category() == SqlCategory.OVERLOAD) {
      return false;
    }
    SQLException failure = diagnosis.exception();
    String state = diagnosis.sqlState();
    return failure instanceof SQLTransientConnectionException
        || failure instanceof SQLNonTransientConnectionException
        || failure instanceof SQLRecoverableException
        || (state != null && state.startsWith(CONNECTION_STATES));
  }

  /** Called before the work changes a setting of the connection. */
  void beforeSetter(String setter, Object @Nullable [] args) throws SQLException {
    if (connection != null) {
      connection.beforeSetter(setter, args);
    }
  }

  /** Called when a statement was created and nothing is set on it yet. */
  void statementCreated(Statement statement) throws SQLException {
    if (connection != null) {
      connection.rememberQueryTimeout(statement);
    }
  }

  /** Called before the work sets the timeout of a statement. */
  void beforeQueryTimeout(Statement statement) throws SQLException {
    if (connection != null) {
      connection.beforeQueryTimeout(statement);
    }
  }

  /** Called before a statement is executed. */
  void statementStarts(Statement statement, int ownSeconds) throws SQLException {
    if (connection != null) {
      connection.limit(statement, ownSeconds);
    }
    if (cancellation != null) {
      cancellation.statementStarts(statement);
    }
  }

  /** Called after a statement was executed. */
  void statementEnded() {
    if (cancellation != null) {
      cancellation.statementEnded();
    }
  }

  /**
   * Called when a statement or its result failed. Some databases have then rolled back and start a
   * new transaction with the next statement. If the work ignores the failure, only its second part
   * would be committed.
   */
  void statementFailed(Throwable failure) {
    if (scope != null
        && settings.classifier().diagnose(failure).filter(this::endsTransaction).isPresent()) {
      scope.markFailed(failure);
    }
  }

  private boolean endsTransaction(SqlFailure diagnosis) {
    boolean mysql =
        diagnosis.database() == SqlDatabase.MYSQL || diagnosis.database() == SqlDatabase.MARIADB;
    return switch (diagnosis.category()) {
      case DEADLOCK, SERIALIZATION, CONNECTION_LOST, OUTCOME_UNKNOWN -> true;
      // The server setting innodb_rollback_on_timeout decides whether it rolls back.
      case LOCK_TIMEOUT -> mysql;
      default ->
          (mysql && diagnosis.vendorCode() == MYSQL_LOCK_TABLE_FULL)
              || (diagnosis.database() == SqlDatabase.SQLITE
                  && SQLITE_MAY_ROLL_BACK.contains(diagnosis.vendorCode() & SQLITE_PRIMARY));
    };
  }
}
