package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.policy.RetryPolicy;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that a failure named in the policy is retried for any error code of the database and for
 * any cause.
 */
class TransactionNamedFailuresTest {

  private TestDatabase database;
  private RecordingDataSource watched;

  @BeforeEach
  void create() throws SQLException {
    database = Db.H2.fresh();
    Sql.createAccounts(database);
    watched = new RecordingDataSource(database);
  }

  private static final class StaleVersion extends Exception {
    private static final long serialVersionUID = 1;

    StaleVersion(Throwable cause) {
      super("stale version", cause);
    }
  }

  private static final class StaleRow extends SQLException {
    private static final long serialVersionUID = 1;

    StaleRow(String state) {
      super("stale row", state);
    }
  }

  private <X extends Throwable> RetryResult<Integer> failingOnce(RetryPolicy policy, X failure) {
    AtomicInteger attempts = new AtomicInteger();
    return TransactionRetry.on(watched)
        .policy(policy)
        .executeInTransaction(
            connection -> {
              Sql.add(connection, 1, 1);
              if (attempts.incrementAndGet() == 1) {
                throw failure;
              }
              return attempts.get();
            });
  }

  private void isRetried(Class<? extends Throwable> named, Throwable failure) throws SQLException {
    long before = Sql.balance(database, 1);
    RetryResult<Integer> result =
        failingOnce(Sql.QUICK.toBuilder().retryOn(named).build(), failure);
    assertThat(result.succeeded()).as(result::toString).isTrue();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(Sql.balance(database, 1)).isEqualTo(before + 1);
    assertThat(watched.open()).isZero();
  }

  @Test
  void is_retried_if_its_cause_is_a_constraint() throws SQLException {
    isRetried(StaleVersion.class, new StaleVersion(new SQLException("unique", "23505")));
  }

  @Test
  void is_retried_if_its_cause_is_not_known() throws SQLException {
    isRetried(StaleVersion.class, new StaleVersion(new SQLException("what?", "ZZ999")));
    isRetried(StaleVersion.class, new StaleVersion(new SQLException("no state")));
  }

  @Test
  void is_retried_if_its_cause_was_raised_by_a_procedure() throws SQLException {
    isRetried(StaleVersion.class, new StaleVersion(new SQLException("stale", "P0001")));
  }

  @Test
  void is_retried_if_it_is_an_exception_of_sql_itself() throws SQLException {
    isRetried(StaleRow.class, new StaleRow("ZZ999"));
    isRetried(StaleRow.class, new StaleRow("23505"));
    isRetried(
        SQLIntegrityConstraintViolationException.class,
        new SQLIntegrityConstraintViolationException("unique", "23505"));
  }

  @Test
  void other_failures_of_the_database_are_not_retried() {
    RetryPolicy naming = Sql.QUICK.toBuilder().retryOn(StaleVersion.class).build();
    RetryResult<Integer> result = failingOnce(naming, new SQLException("unique", "23505"));
    assertThat(result.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(result.attempts()).isEqualTo(1);
  }

  @Test
  void is_not_retried_if_a_commit_may_have_taken_effect() {
    watched.failingAfter("commit", 1, new StaleRow("08006"));
    RetryPolicy naming = Sql.QUICK.toBuilder().retryOn(StaleRow.class).build();
    RetryResult<Integer> result =
        TransactionRetry.on(watched).policy(naming).executeInTransaction(connection -> 1);
    assertThat(result.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
  }

  @Test
  void is_retried_after_a_rejected_commit() {
    watched.failing("commit", 1, new StaleRow("23505"));
    RetryPolicy naming = Sql.QUICK.toBuilder().retryOn(StaleRow.class).build();
    RetryResult<Integer> result =
        TransactionRetry.on(watched).policy(naming).executeInTransaction(connection -> 1);
    assertThat(result.succeeded()).as(result::toString).isTrue();
    assertThat(result.attempts()).isEqualTo(2);
  }

  @Test
  void an_aborting_failure_is_not_retried_although_its_cause_is_a_deadlock() {
    RetryPolicy aborting = Sql.QUICK.toBuilder().abortOn(StaleVersion.class).build();
    RetryResult<Integer> result =
        failingOnce(aborting, new StaleVersion(new SQLException("deadlock", "40P01")));
    assertThat(result.attempts()).isEqualTo(1);
  }
}
