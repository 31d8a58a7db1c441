package dev.reprise.jdbc.internal.store;

import dev.reprise.Retry;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.policy.Idempotency;
import dev.reprise.time.RetryEnvironment;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of a store, each on a borrowed connection. A call is retried after a temporary
 * failure without an effect. Interrupts do not end a call.
 */
public final class StoreCalls {

  private static final String MISSING_TABLE = "no such table";
  private static final int SQLITE_BUSY = 5;

  private final DataSource dataSource;
  private final @Nullable StoreDialect dialect;
  private final @Nullable Statements statements;
  private final String place;
  private final int timeoutSeconds;
  private final Retry retry;

  /** Work on a connection. */
  @FunctionalInterface
  public interface Work<R extends @Nullable Object> {
    R on(StatementRunner sql) throws SQLException;
  }

  /** Work on a session, which starts and ends transactions itself. */
  @FunctionalInterface
  public interface SessionWork<R extends @Nullable Object> {
    R in(Session session) throws SQLException;
  }

  public StoreCalls(DataSource dataSource, Statements statements, int timeoutSeconds, Retry retry) {
    this.dataSource = dataSource;
    this.dialect = statements.dialect();
    this.statements = statements;
    this.place = statements.table() + " (" + dialect + ")";
    this.timeoutSeconds = timeoutSeconds;
    this.retry = prepare(retry);
  }

  /** Creates calls for a database that is not known yet. */
  public StoreCalls(DataSource dataSource, TableName table, Retry retry) {
    this.dataSource = dataSource;
    this.dialect = null;
    this.statements = null;
    this.place = table.toString();
    this.timeoutSeconds = 0;
    this.retry = prepare(retry);
  }

  /** Adds the classifier of store calls to the policy, and sets it to not idempotent. */
  private static Retry prepare(Retry retry) {
    RetryEnvironment environment = retry.environment();
    return retry
        .withPolicy(
            retry.policy().toBuilder()
                .classifyWith("idempotency-store", StoreCallException.classifier())
                .idempotency(Idempotency.NOT_IDEMPOTENT)
                .build())
        .withEnvironment(
            environment.withSleeper(new UninterruptibleSleeper(environment.sleeper())));
  }

  public String place() {
    return place;
  }

  /** Runs a query. */
  public <R extends @Nullable Object> R read(String action, Work<R> work) {
    return call(
        action,
        session -> {
          R result = work.on(session.sql());
          session.rollback();
          return result;
        });
  }

  /** Runs one statement that changes data. */
  public <R extends @Nullable Object> R change(String action, Work<R> work) {
    return call(
        action,
        session -> {
          session.beginStatement();
          R result = work.on(session.sql());
          session.commit();
          return result;
        });
  }

  /** Runs a transaction. */
  public <R extends @Nullable Object> R transaction(String action, Work<R> work) {
    return call(
        action,
        session -> {
          session.begin();
          R result = work.on(session.sql());
          session.commit();
          return result;
        });
  }

  public <R extends @Nullable Object> R call(String action, SessionWork<R> work) {
    HeldInterrupt interrupts = new HeldInterrupt();
    try {
      return retry.call(
          () -> {
            interrupts.hold();
            return once(action, work);
          });
    } finally {
      interrupts.restore();
    }
  }

  private <R extends @Nullable Object> R once(String action, SessionWork<R> work) {
    SqlPhase phase = SqlPhase.CONNECTING;
    try (Session session = new Session(dataSource, dialect, timeoutSeconds)) {
      try {
        return work.in(session);
      } catch (SQLException | RuntimeException | Error failure) {
        phase = session.phase();
        session.rollbackAfter(failure);
        if (failure instanceof SQLException ofDatabase) {
          session.dropAfter(ofDatabase);
          checkSchemaWasRead(session, ofDatabase);
        }
        throw failure;
      }
    } catch (SQLException failure) {
      throw new StoreCallException(action, place, failure, phase);
    }
  }

  /**
   * Reports a lock timeout if SQLite reports an existing table as missing. A connection reads the
   * schema again if it does not know a table. If other connections hold the lock until the busy
   * timeout ends, SQLite reports the table as missing, not as locked.
   */
  private void checkSchemaWasRead(Session session, SQLException failure) throws SQLException {
    Statements known = statements;
    String message = failure.getMessage();
    if (known != null
        && dialect == StoreDialect.SQLITE
        && message != null
        && message.contains(MISSING_TABLE)
        && session.sql().number(known.countTables()) == Statements.SQLITE_TABLES) {
      throw new SQLException(
          "the schema was locked by other connections", null, SQLITE_BUSY, failure);
    }
  }
}
