package dev.reprise.jdbc.store;

import dev.reprise.Retry;
import dev.reprise.jdbc.SqlPhase;
import dev.reprise.policy.Idempotency;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of a store on connections of their own, again where the database says that it did
 * not do them and may do them next time, and out of reach of interrupts.
 */
final class StoreCalls {

  private final DataSource dataSource;
  private final @Nullable StoreDatabase database;
  private final String place;
  private final int timeoutSeconds;
  private final Retry retry;

  /** Work on a connection. */
  @FunctionalInterface
  interface Work<R extends @Nullable Object> {
    R on(Sql sql) throws SQLException;
  }

  /** Work on a session, which begins and ends transactions itself. */
  @FunctionalInterface
  interface Steps<R extends @Nullable Object> {
    R in(Session session) throws SQLException;
  }

  StoreCalls(DataSource dataSource, Statements statements, int timeoutSeconds, Retry retry) {
    this.dataSource = dataSource;
    this.database = statements.database();
    this.place = statements.table() + " (" + database + ")";
    this.timeoutSeconds = timeoutSeconds;
    this.retry = fit(retry);
  }

  /** StoreCalls to a database that is not known yet. */
  StoreCalls(DataSource dataSource, TableName table, Retry retry) {
    this.dataSource = dataSource;
    this.database = null;
    this.place = table.toString();
    this.timeoutSeconds = 0;
    this.retry = fit(retry);
  }

  /** Lets the policy know what failures mean, and that twice is not as good as once. */
  private static Retry fit(Retry retry) {
    return retry
        .withPolicy(
            retry.policy().toBuilder()
                .classifyWith("idempotency-store", StoreCallException.classifier())
                .idempotency(Idempotency.NOT_IDEMPOTENT)
                .build())
        .withEnvironment(new UninterruptibleEnvironment(retry.environment()));
  }

  String place() {
    return place;
  }

  /** A query. */
  <R extends @Nullable Object> R read(String doing, Work<R> work) {
    return call(
        doing,
        session -> {
          R answer = work.on(session.sql());
          session.rollback();
          return answer;
        });
  }

  /** One statement that changes something. */
  <R extends @Nullable Object> R change(String doing, Work<R> work) {
    return call(
        doing,
        session -> {
          session.beginStatement();
          R answer = work.on(session.sql());
          session.commit();
          return answer;
        });
  }

  /** A transaction. */
  <R extends @Nullable Object> R transaction(String doing, Work<R> work) {
    return call(
        doing,
        session -> {
          session.begin();
          R answer = work.on(session.sql());
          session.commit();
          return answer;
        });
  }

  <R extends @Nullable Object> R call(String doing, Steps<R> steps) {
    InterruptHold interrupts = new InterruptHold();
    try {
      return retry.call(
          () -> {
            interrupts.hold();
            return once(doing, steps);
          });
    } finally {
      interrupts.letGo();
    }
  }

  private <R extends @Nullable Object> R once(String doing, Steps<R> steps) {
    SqlPhase phase = SqlPhase.CONNECTING;
    try (Session session = new Session(dataSource, database, timeoutSeconds)) {
      try {
        return steps.in(session);
      } catch (SQLException | RuntimeException | Error failure) {
        phase = session.phase();
        session.rollbackAfter(failure);
        if (failure instanceof SQLException ofDatabase) {
          session.dropAfter(ofDatabase);
        }
        throw failure;
      }
    } catch (SQLException failure) {
      throw new StoreCallException(doing, place, failure, phase);
    }
  }
}
