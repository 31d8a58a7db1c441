package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import dev.reprise.jdbc.transaction.TransactionWork;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the course of a transaction on H2, with failures at chosen points. */
class TransactionRetryTest {

  private TestDatabase database;
  private RecordingDataSource watched;
  private TransactionRetry transactions;

  @BeforeEach
  void create() throws SQLException {
    database = Db.H2.fresh();
    Sql.createAccounts(database);
    watched = new RecordingDataSource(database);
    transactions = TransactionRetry.on(watched).policy(Sql.QUICK);
  }

  private static SQLException serializationFailure() {
    return new SQLException("could not serialize", "40001");
  }

  private static SQLException connectionLost() {
    return new SQLException("the connection broke", "08006");
  }

  @Test
  void commits_the_changes_of_the_work_and_returns_its_result() throws SQLException {
    long left =
        transactions.inTransaction(
            connection -> {
              Sql.add(connection, 1, -30);
              return Sql.balance(connection, 1);
            });
    assertThat(left).isEqualTo(70);
    assertThat(Sql.balance(database, 1)).isEqualTo(70);
    assertThat(watched.calls())
        .containsExactly(
            "getConnection", "setAutoCommit false", "commit", "setAutoCommit true", "close");
  }

  @Test
  void rolls_back_before_the_next_attempt_and_uses_a_new_connection_for_each() throws SQLException {
    AtomicInteger attempts = new AtomicInteger();
    transactions.runInTransaction(
        connection -> {
          Sql.add(connection, 1, 1);
          if (attempts.incrementAndGet() == 1) {
            throw serializationFailure();
          }
        });
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
    assertThat(watched.calls())
        .containsExactly(
            "getConnection",
            "setAutoCommit false",
            "rollback",
            "setAutoCommit true",
            "close",
            "getConnection",
            "setAutoCommit false",
            "commit",
            "setAutoCommit true",
            "close");
  }

  @Test
  void each_transaction_has_the_retry_that_its_source_has_then() throws SQLException {
    AtomicReference<Retry> current = new AtomicReference<>(Retry.of(attempts(2)).named("first"));
    TransactionRetry following =
        TransactionRetry.on(watched)
            .with(current::get)
            .isolation(TransactionIsolation.SERIALIZABLE);
    assertThat(attempts(following)).isEqualTo(2);

    current.set(current.get().withPolicy(attempts(4)));
    assertThat(attempts(following)).isEqualTo(4);
    TransactionRetry fixed = following.named("fixed");
    assertThat(watched.calls()).contains("setTransactionIsolation 8");

    current.set(Retry.of(attempts(1)).named("second"));
    assertThat(attempts(following)).isEqualTo(1);
    assertThat(attempts(fixed)).isEqualTo(4);
  }

  @Test
  void a_hedged_retry_of_a_source_is_refused_at_once_and_when_it_appears_later() {
    Retry hedged =
        Retry.of(
            Sql.QUICK.toBuilder()
                .idempotency(Idempotency.IDEMPOTENT)
                .hedge(Hedge.after(Duration.ofMillis(1)))
                .build());
    assertThatThrownBy(() -> transactions.with(() -> hedged)).hasMessageContaining("hedge=");

    AtomicReference<Retry> current = new AtomicReference<>(Retry.of(Sql.QUICK));
    TransactionRetry following = transactions.with(current::get);
    current.set(hedged);
    assertThatThrownBy(() -> following.runInTransaction(connection -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hedge=");
  }

  private static RetryPolicy attempts(int limit) {
    return Sql.QUICK.toBuilder().maxAttempts(limit).build();
  }

  /** The number of attempts of a transaction that never succeeds. */
  private static int attempts(TransactionRetry retried) {
    return retried
        .executeInTransaction(
            connection -> {
              throw serializationFailure();
            })
        .attempts();
  }

  @Test
  void throws_the_exception_of_the_work_unchanged_with_a_report() {
    IOException failure = new IOException("no such file");
    assertThatThrownBy(
            () ->
                transactions.inTransaction(
                    connection -> {
                      Sql.add(connection, 1, 1);
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(RetryReport.of(failure).orElseThrow().attempts()).isEqualTo(1);
    assertThat(watched.calls()).contains("rollback").doesNotContain("commit");
  }

  @Test
  void gives_up_after_the_last_attempt_with_its_failure() {
    SQLException failure = serializationFailure();
    RetryResult<Integer> result =
        transactions
            .policy(Sql.QUICK.toBuilder().maxAttempts(3).build())
            .executeInTransaction(
                connection -> {
                  throw failure;
                });
    assertThat(result.failure()).isSameAs(failure);
    assertThat(result.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(watched.open()).isZero();
  }

  @Test
  void reports_the_result_of_a_retried_call() {
    AtomicInteger attempts = new AtomicInteger();
    RetryResult<Integer> result =
        transactions.executeInTransaction(
            connection -> {
              if (attempts.incrementAndGet() < 3) {
                throw serializationFailure();
              }
              return 7;
            });
    assertThat(result.value()).isEqualTo(7);
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(result.report().retry()).isEqualTo("transaction");
  }

  @Test
  void a_failed_connection_is_an_attempt_without_effect() throws SQLException {
    watched.failing("getConnection", 2, new SQLException("refused", "08001"));
    RetryResult<Integer> result = transactions.executeInTransaction(connection -> 7);
    assertThat(result.value()).isEqualTo(7);
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(watched.opened()).isEqualTo(1);
  }

  @Test
  void a_commit_whose_outcome_is_unknown_ends_the_call() throws SQLException {
    SQLException lost = connectionLost();
    watched.failingAfter("commit", 1, lost);
    AtomicInteger attempts = new AtomicInteger();
    RetryResult<Integer> result =
        transactions.executeInTransaction(
            connection -> {
              Sql.add(connection, 1, 1);
              return attempts.incrementAndGet();
            });
    assertThat(result.stopReason()).isEqualTo(StopReason.EFFECT_UNKNOWN);
    assertThat(result.failure()).isSameAs(lost);
    assertThat(attempts).hasValue(1);
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
  }

  @Test
  void a_commit_whose_outcome_is_unknown_is_retried_if_the_transaction_is_idempotent()
      throws SQLException {
    watched.failingAfter("commit", 1, connectionLost());
    transactions
        .idempotent()
        .runInTransaction(
            connection -> Sql.update(connection, "UPDATE account SET balance = 5 WHERE id = 1"));
    assertThat(watched.opened()).isEqualTo(2);
  }

  @Test
  void a_declaration_of_the_policy_has_the_same_effect() throws SQLException {
    watched.failingAfter("commit", 1, connectionLost());
    transactions
        .policy(Sql.QUICK.toBuilder().idempotency(Idempotency.KEYED).build())
        .runInTransaction(connection -> Sql.add(connection, 1, 0));
    assertThat(watched.opened()).isEqualTo(2);
  }

  @Test
  void a_connection_that_is_lost_before_the_commit_is_retried() throws SQLException {
    AtomicInteger attempts = new AtomicInteger();
    transactions.runInTransaction(
        connection -> {
          Sql.add(connection, 1, 1);
          if (attempts.incrementAndGet() == 1) {
            throw connectionLost();
          }
        });
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
  }

  @Test
  void a_serialization_failure_at_commit_had_no_effect() throws SQLException {
    watched.failing("commit", 2, serializationFailure());
    transactions.runInTransaction(connection -> Sql.add(connection, 1, 1));
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
    assertThat(watched.opened()).isEqualTo(3);
  }

  @Test
  void a_connection_that_cannot_be_rolled_back_is_aborted_not_restored() {
    SQLException failure = new SQLException("duplicate", "23505");
    SQLException unended = new SQLException("cannot roll back");
    watched.failing("rollback", 1, unended);
    assertThatThrownBy(
            () ->
                transactions.inTransaction(
                    connection -> {
                      throw failure;
                    }))
        .isSameAs(failure)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).contains(unended));
    assertThat(watched.calls())
        .containsExactly("getConnection", "setAutoCommit false", "rollback", "abort", "close");
  }

  @Test
  void a_connection_that_cannot_be_restored_is_aborted_and_the_result_is_returned()
      throws SQLException {
    AtomicInteger settings = new AtomicInteger();
    TransactionRetry serializable = transactions.isolation(TransactionIsolation.SERIALIZABLE);
    int value =
        serializable.inTransaction(
            connection -> {
              watched.failing("setTransactionIsolation", 1, new SQLException("cannot restore"));
              return settings.incrementAndGet();
            });
    assertThat(value).isEqualTo(1);
    assertThat(watched.calls()).endsWith("abort", "close");
  }

  @Test
  void a_close_that_fails_is_suppressed_in_the_failure_and_never_replaces_it() {
    SQLException failure = new SQLException("duplicate", "23505");
    SQLException unclosed = new SQLException("cannot close");
    watched.failing("close", 1, unclosed);
    assertThatThrownBy(
            () ->
                transactions.inTransaction(
                    connection -> {
                      throw failure;
                    }))
        .isSameAs(failure)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).contains(unclosed));
  }

  @Test
  void a_close_that_fails_after_the_commit_changes_nothing() throws SQLException {
    watched.failing("close", 1, new SQLException("cannot close"));
    assertThat(transactions.<Integer, RuntimeException>inTransaction(connection -> 7)).isEqualTo(7);
  }

  @Test
  void trap_24_one_exception_instance_does_not_grow_with_every_call() {
    SQLException shared = new SQLException("duplicate", "23505");
    for (int call = 0; call < 100; call++) {
      watched.failing("rollback", 1, new SQLException("cannot roll back"));
      Throwable unused =
          catchThrowable(
              () ->
                  transactions.inTransaction(
                      connection -> {
                        throw shared;
                      }));
    }
    assertThat(shared.getSuppressed()).hasSizeLessThan(12);
  }

  @Test
  void trap_15_an_error_is_rolled_back_and_never_retried() throws SQLException {
    AssertionError error = new AssertionError("bug");
    assertThatThrownBy(
            () ->
                transactions
                    .idempotent()
                    .executeInTransaction(
                        connection -> {
                          Sql.add(connection, 1, 1);
                          throw error;
                        }))
        .isSameAs(error);
    assertThat(watched.calls()).contains("rollback");
    assertThat(watched.opened()).isEqualTo(1);
    assertThat(watched.open()).isZero();
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  @Test
  void trap_14_an_interrupted_work_is_rolled_back_and_never_retried_and_the_flag_is_set()
      throws SQLException {
    InterruptedException interrupt = new InterruptedException();
    RetryResult<Integer> result =
        transactions.executeInTransaction(
            connection -> {
              Sql.add(connection, 1, 1);
              throw interrupt;
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.failure()).isSameAs(interrupt);
    assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(watched.opened()).isEqualTo(1);
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  @Test
  void trap_14_an_interrupt_while_waiting_for_a_connection_is_not_retried() {
    watched.failing(
        "getConnection", 5, new SQLException("interrupted", "08001", new InterruptedException()));
    RetryResult<Integer> result = transactions.executeInTransaction(connection -> 7);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.attempts()).isEqualTo(1);
  }

  @Test
  void trap_13_an_interrupt_before_the_wait_ends_the_call_with_the_last_failure() {
    SQLException failure = serializationFailure();
    RetryResult<Integer> result =
        transactions.executeInTransaction(
            connection -> {
              Thread.currentThread().interrupt();
              throw failure;
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.failure()).isSameAs(failure);
    assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(watched.calls()).endsWith("rollback", "setAutoCommit true", "close");
  }

  @Test
  void an_interrupt_flag_does_not_reach_commit_and_close_and_is_set_again() throws SQLException {
    int value =
        transactions.inTransaction(
            connection -> {
              Thread.currentThread().interrupt();
              return 7;
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(value).isEqualTo(7);
    assertThat(watched.calls()).contains("commit");
  }

  @Test
  void trap_16_a_cancellation_is_not_retried() {
    RetryResult<Integer> result =
        transactions.executeInTransaction(
            connection -> {
              throw new CancellationException();
            });
    assertThat(result.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(watched.calls()).contains("rollback");
  }

  @Test
  void a_business_exception_is_not_retried_unless_it_is_named() {
    AtomicInteger attempts = new AtomicInteger();
    TransactionWork<Integer, IOException> work =
        connection -> {
          if (attempts.incrementAndGet() == 1) {
            throw new IOException("stale version");
          }
          return 7;
        };
    RetryResult<Integer> once = transactions.executeInTransaction(work);
    assertThat(once.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(once.attempts()).isEqualTo(1);

    attempts.set(0);
    RetryPolicy naming = Sql.QUICK.toBuilder().retryOn(IOException.class).build();
    RetryResult<Integer> twice = transactions.policy(naming).executeInTransaction(work);
    assertThat(twice.value()).isEqualTo(7);
    assertThat(twice.attempts()).isEqualTo(2);
  }

  @Test
  void a_classifier_of_the_policy_is_called_first_and_the_database_is_still_detected()
      throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    RetryPolicy naming = Sql.QUICK.toBuilder().retryOn(IOException.class).build();
    transactions
        .policy(naming)
        .runInTransaction(
            connection -> {
              if (attempts.incrementAndGet() == 1) {
                throw serializationFailure();
              }
            });
    assertThat(attempts).hasValue(2);
    RetryPolicy aborting = Sql.QUICK.toBuilder().abortOn(SQLException.class).build();
    RetryResult<Integer> aborted =
        transactions
            .policy(aborting)
            .executeInTransaction(
                connection -> {
                  throw serializationFailure();
                });
    assertThat(aborted.attempts()).isEqualTo(1);
  }

  @Test
  void trap_32_a_failure_that_was_retried_by_an_inner_call_is_not_retried_again() {
    AtomicInteger attempts = new AtomicInteger();
    Retry outer =
        Retry.of(
            RetryPolicy.builder()
                .maxAttempts(3)
                .retryOn(SQLException.class)
                .idempotency(Idempotency.IDEMPOTENT)
                .build());
    RetryPolicy three = Sql.QUICK.toBuilder().maxAttempts(3).build();
    RetryResult<Integer> result =
        outer.execute(
            () ->
                transactions
                    .policy(three)
                    .inTransaction(
                        connection -> {
                          attempts.incrementAndGet();
                          throw serializationFailure();
                        }));
    assertThat(attempts).hasValue(3);
    assertThat(result.stopReason()).isEqualTo(StopReason.ALREADY_RETRIED);
  }

  @Test
  void work_that_ignores_the_end_of_its_transaction_is_not_committed() throws SQLException {
    AtomicInteger attempts = new AtomicInteger();
    String trouble =
        "CREATE ALIAS ended AS $$ void ended() throws java.sql.SQLException {"
            + " throw new java.sql.SQLException(\"deadlock\", \"40P01\"); } $$";
    database.execute(trouble);
    transactions.runInTransaction(
        connection -> {
          Sql.add(connection, 1, 1);
          if (attempts.incrementAndGet() == 1) {
            assertThat(catchThrowable(() -> Sql.execute(connection, "CALL ended()")))
                .isInstanceOf(SQLException.class);
          }
        });
    assertThat(attempts).hasValue(2);
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
  }

  @Test
  void savepoints_belong_to_the_work() throws SQLException {
    transactions.runInTransaction(
        connection -> {
          Sql.add(connection, 1, 1);
          var savepoint = connection.setSavepoint();
          Sql.add(connection, 1, 10);
          connection.rollback(savepoint);
          Sql.add(connection, 2, 1);
        });
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
    assertThat(Sql.balance(database, 2)).isEqualTo(101);
  }

  @ParameterizedTest
  @ValueSource(strings = {"commit", "rollback", "autoCommit", "abort", "isolation", "readOnly"})
  void the_work_cannot_change_the_end_and_the_settings_of_a_transaction(String what)
      throws SQLException {
    AtomicInteger attempts = new AtomicInteger();
    assertThatThrownBy(
            () ->
                transactions.runInTransaction(
                    connection -> {
                      attempts.incrementAndGet();
                      Sql.add(connection, 1, 1);
                      switch (what) {
                        case "commit" -> connection.commit();
                        case "rollback" -> connection.rollback();
                        case "autoCommit" -> connection.setAutoCommit(true);
                        case "abort" -> connection.abort(Runnable::run);
                        case "readOnly" -> connection.setReadOnly(true);
                        default ->
                            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must not be called by the work");
    assertThat(attempts).hasValue(1);
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  @Test
  void work_may_close_its_connection_and_repeat_existing_settings() throws SQLException {
    transactions.runInTransaction(
        given -> {
          try (Connection connection = given) {
            connection.setAutoCommit(false);
            connection.setReadOnly(connection.isReadOnly());
            connection.setTransactionIsolation(connection.getTransactionIsolation());
            Sql.add(connection, 1, 1);
          }
          Sql.add(given, 2, 1);
          assertThat(given.isClosed()).isFalse();
        });
    assertThat(Sql.balance(database, 1) + Sql.balance(database, 2)).isEqualTo(202);
  }

  @Test
  void a_statement_returns_the_connection_of_the_work() throws SQLException {
    transactions.runInTransaction(
        connection -> {
          try (var plain = connection.createStatement();
              var prepared = connection.prepareStatement("SELECT 1");
              var call = connection.prepareCall("CALL 1")) {
            assertThat(plain.getConnection()).isSameAs(connection);
            assertThat(prepared.getConnection()).isSameAs(connection);
            assertThat(call.getConnection()).isSameAs(connection);
            assertThat(prepared.equals(plain)).isFalse();
            assertThat(List.of(prepared, call).indexOf(call)).isEqualTo(1);
            assertThat(Set.of(prepared).contains(prepared)).isTrue();
          }
          assertThat(Set.of(connection).contains(connection)).isTrue();
          assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
          assertThat(connection.isWrapperFor(Connection.class)).isTrue();
        });
  }

  @Test
  void connection_and_statements_cannot_be_used_after_the_transaction() throws SQLException {
    List<Connection> kept = new ArrayList<>();
    List<Statement> statements = new ArrayList<>();
    transactions.runInTransaction(
        connection -> {
          kept.add(connection);
          statements.add(connection.createStatement());
        });
    assertThat(kept.get(0).isClosed()).isTrue();
    assertThatThrownBy(() -> Sql.add(kept.get(0), 1, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the transaction has ended");
    assertThatThrownBy(() -> statements.get(0).execute("SELECT 1"))
        .isInstanceOf(IllegalStateException.class);
    statements.get(0).close();
    kept.get(0).close();
  }

  @Test
  void isolation_and_read_only_are_set_for_the_transaction_and_restored_afterwards()
      throws Exception {
    TransactionRetry reading = transactions.isolation(TransactionIsolation.SERIALIZABLE).readOnly();
    int level = reading.inTransaction(Connection::getTransactionIsolation);
    assertThat(level).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    assertThat(watched.calls())
        .containsExactly(
            "getConnection",
            "setReadOnly true",
            "setTransactionIsolation 8",
            "setAutoCommit false",
            "commit",
            "setAutoCommit true",
            "setTransactionIsolation 2",
            "setReadOnly false",
            "close");
  }

  @Test
  void
      an_isolation_that_the_database_does_not_support_is_not_retried_and_the_connection_stays_open() {
    watched.failing(
        "setTransactionIsolation", 1, new SQLFeatureNotSupportedException("no", "0A000"));
    RetryResult<Integer> result =
        transactions
            .isolation(TransactionIsolation.SERIALIZABLE)
            .executeInTransaction(connection -> 1);
    assertThat(result.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(watched.calls()).doesNotContain("rollback", "abort").endsWith("close");
  }

  @Test
  void query_timeouts_that_a_driver_stores_in_the_connection_are_restored() throws SQLException {
    try (Connection only = database.getConnection()) {
      TransactionRetry limited =
          TransactionRetry.on(Sql.always(only)).statementTimeout(Duration.ofSeconds(5));
      limited.runInTransaction(
          connection -> {
            Sql.balance(connection, 1);
            assertThat(queryTimeout(connection)).isEqualTo(5);
          });
      assertThat(queryTimeout(only)).isZero();
    }
  }

  private static int queryTimeout(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.getQueryTimeout();
    }
  }

  @Test
  void work_that_returns_a_stage_is_rejected() throws SQLException {
    assertThatThrownBy(
            () ->
                transactions.inTransaction(
                    connection -> {
                      Sql.add(connection, 1, 1);
                      return CompletableFuture.completedFuture(1);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the work returned a stage");
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  @Test
  void a_policy_with_hedges_is_refused() {
    RetryPolicy hedged =
        Sql.QUICK.toBuilder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ofSeconds(1)))
            .build();
    assertThatThrownBy(() -> transactions.policy(hedged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a transaction cannot be hedged");
  }

  @Test
  void refuses_timeouts_that_are_not_more_than_zero() {
    assertThatThrownBy(() -> transactions.statementTimeout(Duration.ZERO))
        .hasMessage("statementTimeout must be more than zero, but was 0 s");
    assertThatThrownBy(() -> transactions.networkTimeout(Duration.ofSeconds(-1)))
        .hasMessage("networkTimeout must be more than zero, but was -1 s");
  }

  @Test
  void copies_keep_every_other_setting() throws SQLException {
    TransactionRetry all =
        transactions
            .isolation(TransactionIsolation.SERIALIZABLE)
            .idempotent()
            .classifier(SqlClassifier.standard())
            .statementTimeout(Duration.ofSeconds(5))
            .networkTimeout(Duration.ofSeconds(9))
            .named("orders");
    watched.failingAfter("commit", 1, connectionLost());
    RetryResult<Integer> result = all.executeInTransaction(Connection::getTransactionIsolation);
    assertThat(result.report().retry()).isEqualTo("orders");
    assertThat(result.value()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(watched.calls()).contains("setNetworkTimeout 9000");
  }
}
