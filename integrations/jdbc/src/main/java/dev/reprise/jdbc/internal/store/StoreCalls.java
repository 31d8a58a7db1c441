package dev.reprise.jdbc.internal.store;

import dev.reprise.Retry;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.policy.Idempotency;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of a store on connections of their own, again where the database says that it did
 * not do them and may do them next time, and out of reach of interrupts.
 */
public final class StoreCalls {

  private final DataSource dataSource;
  private final @Nullable StoreDialect dialect;
  private final String place;
  private final int timeoutSeconds;
  private final Retry retry;

  /** Work on a connection. */
  @FunctionalInterface
  public interface Work<R extends @Nullable Object> {
    R on(StatementRunner sql) throws SQLException;
  }

  /** Work on a session, which begins and ends transactions itself. */
  @FunctionalInterface
  public interface Steps<R extends @Nullable Object> {
    R in(Session session) throws SQLException;
  }

  public StoreCalls(DataSource dataSource, Statements statements, int timeoutSeconds, Retry retry) {
    this.dataSource = dataSource;
    this.dialect = statements.dialect();
    this.place = statements.table() + " (" + dialect + ")";
    this.timeoutSeconds = timeoutSeconds;
    this.retry = fit(retry);
  }

  /** StoreCalls to a database that is not known yet. */
  public StoreCalls(DataSource dataSource, TableName table, Retry retry) {
    this.dataSource = dataSource;
    this.dialect = null;
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

  public String place() {
    return place;
  }

  /** A query. */
  public <R extends @Nullable Object> R read(String doing, Work<R> work) {
    return call(
        doing,
        session -> {
          R answer = work.on(session.sql());
          session.rollback();
          return answer;
        });
  }

  /** One statement that changes something. */
  public <R extends @Nullable Object> R change(String doing, Work<R> work) {
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
  public <R extends @Nullable Object> R transaction(String doing, Work<R> work) {
    return call(
        doing,
        session -> {
          session.begin();
          R answer = work.on(session.sql());
          session.commit();
          return answer;
        });
  }

  public <R extends @Nullable Object> R call(String doing, Steps<R> steps) {
    HeldInterrupt interrupts = new HeldInterrupt();
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
    try (Session session = new Session(dataSource, dialect, timeoutSeconds)) {
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
