package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests separate transactions that run within the work of another one and end with an unknown
 * outcome.
 */
class TransactionWithinTest {

  private TestDatabase database;
  private TestDatabase other;
  private RecordingDataSource watched;
  private TransactionRetry transactions;
  private TransactionRetry others;

  @BeforeEach
  void create() throws SQLException {
    database = Db.H2.fresh();
    Sql.createAccounts(database);
    transactions = TransactionRetry.on(database).policy(Sql.QUICK);
    other = Db.H2.fresh();
    Sql.createAccounts(other);
    watched = new RecordingDataSource(other);
    others = TransactionRetry.on(watched).policy(Sql.QUICK);
    watched.failingAfter("commit", 1, new SQLException("the connection broke", "08006"));
  }

  private int payInside(TransactionRetry inside) throws SQLException {
    return inside.inTransaction(
        connection -> {
          Sql.add(connection, 1, 7);
          return 7;
        });
  }

  private void isDoneOnce(RetryResult<Integer> result) throws SQLException {
    assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(Sql.balance(other, 1)).isEqualTo(107);
  }

  @Test
  void a_nested_commit_of_unknown_outcome_ends_the_outer_call() throws SQLException {
    isDoneOnce(transactions.executeInTransaction(connection -> payInside(others)));
  }

  @Test
  void an_unknown_outcome_is_detected_if_the_nested_call_has_a_single_attempt()
      throws SQLException {
    TransactionRetry once = others.policy(Sql.QUICK.toBuilder().maxAttempts(1).build());
    isDoneOnce(transactions.executeInTransaction(connection -> payInside(once)));
  }

  @Test
  void an_unknown_outcome_is_detected_on_a_different_thread_and_in_wrapping_exceptions()
      throws SQLException {
    TransactionRetry once = others.policy(Sql.QUICK.toBuilder().maxAttempts(1).build());
    isDoneOnce(
        transactions.executeInTransaction(
            connection ->
                Sql.start(
                        () -> {
                          try {
                            return payInside(once);
                          } catch (SQLException failure) {
                            throw new IllegalStateException(failure);
                          }
                        })
                    .get(30, TimeUnit.SECONDS)));
  }

  @Test
  void an_unknown_outcome_is_detected_if_the_policy_names_the_wrapping_exception()
      throws SQLException {
    RetryPolicy naming = Sql.QUICK.toBuilder().retryOn(IOException.class).build();
    isDoneOnce(
        transactions
            .policy(naming)
            .executeInTransaction(
                connection -> {
                  try {
                    return payInside(others);
                  } catch (SQLException failure) {
                    IOException wrapper = new IOException("no");
                    wrapper.addSuppressed(failure);
                    throw wrapper;
                  }
                }));
  }

  @Test
  void a_nested_call_of_another_kind_with_an_unknown_effect_ends_the_outer_call_too() {
    Retry remote =
        Retry.of(
            RetryPolicy.builder()
                .retryOn(IOException.class)
                .idempotency(Idempotency.NOT_IDEMPOTENT)
                .build());
    AtomicInteger sent = new AtomicInteger();
    RetryResult<Integer> result =
        transactions
            .policy(Sql.QUICK.toBuilder().retryOn(IOException.class).build())
            .executeInTransaction(
                connection ->
                    remote.call(
                        () -> {
                          sent.incrementAndGet();
                          throw new IOException("reset");
                        }));
    assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(sent).hasValue(1);
  }

  @Test
  void the_nested_call_is_repeated_if_the_outer_call_is_idempotent() throws SQLException {
    RetryResult<Integer> result =
        transactions.idempotent().executeInTransaction(connection -> payInside(others));
    assertThat(result.succeeded()).as(result::toString).isTrue();
    assertThat(result.attempts()).isEqualTo(2);
  }

  @Test
  void a_nested_call_that_failed_without_effect_is_repeated() throws SQLException {
    RecordingDataSource conflicting = new RecordingDataSource(other);
    conflicting.failing("commit", 1, new SQLException("could not serialize", "40001"));
    TransactionRetry once =
        TransactionRetry.on(conflicting).policy(Sql.QUICK.toBuilder().maxAttempts(1).build());
    RetryResult<Integer> result = transactions.executeInTransaction(connection -> payInside(once));
    assertThat(result.attempts()).as(result::toString).isEqualTo(2);
    assertThat(Sql.balance(other, 1)).isEqualTo(107);
  }
}
