package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.RetryResult;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests calls that are made within the work of another call. */
class TransactionJoinTest {

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

  @Test
  void a_nested_call_joins_and_is_committed_with_the_outer_one() throws SQLException {
    transactions.runInTransaction(
        outer -> {
          Sql.add(outer, 1, -1);
          transactions.runInTransaction(
              inner -> {
                assertThat(inner).isSameAs(outer);
                Sql.add(inner, 2, 1);
              });
          assertThat(watched.calls()).doesNotContain("commit");
        });
    assertThat(watched.opened()).isEqualTo(1);
    assertThat(Sql.balance(database, 1)).isEqualTo(99);
    assertThat(Sql.balance(database, 2)).isEqualTo(101);
  }

  @Test
  void a_nested_call_is_retried_only_together_with_the_outer_one() throws SQLException {
    AtomicInteger outers = new AtomicInteger();
    AtomicInteger inners = new AtomicInteger();
    transactions.runInTransaction(
        outer -> {
          outers.incrementAndGet();
          Sql.add(outer, 1, -1);
          transactions.runInTransaction(
              inner -> {
                Sql.add(inner, 2, 1);
                if (inners.incrementAndGet() == 1) {
                  throw serializationFailure();
                }
              });
        });
    assertThat(outers).hasValue(2);
    assertThat(inners).hasValue(2);
    assertThat(Sql.balance(database, 1)).isEqualTo(99);
    assertThat(Sql.balance(database, 2)).isEqualTo(101);
  }

  @Test
  void a_nested_failure_prevents_the_commit_even_if_the_work_continues() throws SQLException {
    IOException failure = new IOException("no");
    AtomicInteger outers = new AtomicInteger();
    assertThatThrownBy(
            () ->
                transactions.runInTransaction(
                    outer -> {
                      outers.incrementAndGet();
                      Sql.add(outer, 1, -1);
                      RetryResult<Integer> inner =
                          transactions.executeInTransaction(
                              connection -> {
                                throw failure;
                              });
                      assertThat(inner.failure()).isSameAs(failure);
                      assertThat(inner.attempts()).isEqualTo(1);
                    }))
        .isInstanceOf(SQLTransactionRollbackException.class)
        .hasCause(failure);
    assertThat(outers).hasValue(1);
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  @Test
  void a_named_failure_that_the_work_ignores_in_a_nested_call_is_retried() throws SQLException {
    AtomicInteger outers = new AtomicInteger();
    transactions
        .policy(Sql.QUICK.toBuilder().retryOn(IOException.class).build())
        .runInTransaction(
            outer -> {
              Sql.add(outer, 1, -1);
              RetryResult<Integer> unused =
                  transactions.executeInTransaction(
                      inner -> {
                        if (outers.incrementAndGet() == 1) {
                          throw new IOException("no");
                        }
                        return 1;
                      });
            });
    assertThat(outers).hasValue(2);
    assertThat(Sql.balance(database, 1)).isEqualTo(99);
  }

  @Test
  void a_temporary_nested_failure_that_the_work_ignores_restarts_the_transaction()
      throws SQLException {
    AtomicInteger attempts = new AtomicInteger();
    transactions.runInTransaction(
        outer -> {
          Sql.add(outer, 1, -1);
          RetryResult<Integer> unused =
              transactions.executeInTransaction(
                  inner -> {
                    if (attempts.incrementAndGet() == 1) {
                      throw serializationFailure();
                    }
                    return 1;
                  });
        });
    assertThat(attempts).hasValue(2);
    assertThat(Sql.balance(database, 1)).isEqualTo(99);
  }

  @Test
  void no_call_joins_a_transaction_of_which_a_part_has_failed() {
    AtomicInteger second = new AtomicInteger();
    Throwable unused =
        catchThrowable(
            () ->
                transactions.runInTransaction(
                    outer -> {
                      transactions.executeInTransaction(
                          inner -> {
                            throw new IOException("no");
                          });
                      assertThatThrownBy(
                              () -> transactions.inTransaction(inner -> second.incrementAndGet()))
                          .isInstanceOf(SQLTransactionRollbackException.class);
                    }));
    assertThat(second).hasValue(0);
  }

  /** Its work would use the connection after the commit. */
  @Test
  void nested_work_that_returns_a_stage_is_rejected() throws SQLException {
    assertThatThrownBy(
            () ->
                transactions.runInTransaction(
                    connection -> {
                      Sql.add(connection, 1, 1);
                      transactions.inTransaction(
                          inner -> CompletableFuture.completedFuture(inner.isClosed()));
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the work returned a stage");
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  @Test
  void a_nested_call_cannot_have_a_different_isolation() {
    TransactionRetry serializable = transactions.isolation(TransactionIsolation.SERIALIZABLE);
    assertThatThrownBy(
            () ->
                transactions.runInTransaction(
                    outer -> serializable.runInTransaction(inner -> Sql.add(inner, 1, 1))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("a transaction in SERIALIZABLE cannot join one in READ_COMMITTED");
    assertThat(watched.opened()).isEqualTo(1);
  }

  @Test
  void joins_with_the_same_isolation_and_without_one() throws SQLException {
    TransactionRetry serializable = transactions.isolation(TransactionIsolation.SERIALIZABLE);
    serializable.runInTransaction(
        outer -> {
          serializable.runInTransaction(inner -> Sql.add(inner, 1, 1));
          transactions.runInTransaction(inner -> Sql.add(inner, 1, 1));
        });
    assertThat(Sql.balance(database, 1)).isEqualTo(102);
  }

  @Test
  void a_writing_call_cannot_join_a_read_only_one_but_a_reading_call_joins_a_writing_one()
      throws SQLException {
    TransactionRetry reading = transactions.readOnly();
    assertThatThrownBy(
            () ->
                reading.runInTransaction(
                    outer -> transactions.runInTransaction(inner -> Sql.add(inner, 1, 1))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("a transaction that writes cannot join a read-only one");
    transactions.runInTransaction(
        outer -> reading.runInTransaction(inner -> Sql.balance(inner, 1)));
  }

  @Test
  void a_different_data_source_has_a_separate_transaction_and_the_outer_one_is_still_found()
      throws SQLException {
    TestDatabase other = Db.H2.fresh();
    Sql.createAccounts(other);
    TransactionRetry others = TransactionRetry.on(other).policy(Sql.QUICK);
    transactions.runInTransaction(
        outer ->
            others.runInTransaction(
                middle -> {
                  Sql.add(middle, 1, 7);
                  transactions.runInTransaction(inner -> assertThat(inner).isSameAs(outer));
                }));
    assertThat(Sql.balance(other, 1)).isEqualTo(107);
    assertThat(watched.opened()).isEqualTo(1);
  }

  @Test
  void no_call_joins_after_the_transaction_or_on_a_different_thread() throws Exception {
    transactions.runInTransaction(
        outer ->
            assertThat(
                    Sql.start(() -> catchThrowable(() -> transactions.runInTransaction(own -> {})))
                        .get(30, TimeUnit.SECONDS))
                .isNull());
    assertThat(watched.opened()).isEqualTo(2);
    Throwable unused =
        catchThrowable(
            () ->
                transactions.runInTransaction(
                    outer -> {
                      throw new IOException("no");
                    }));
    transactions.runInTransaction(outer -> {});
    assertThat(watched.opened()).isEqualTo(4);
    assertThat(watched.open()).isZero();
  }

  @Test
  void an_asynchronous_call_cannot_join_and_fails() {
    assertThatThrownBy(
            () ->
                transactions.runInTransaction(
                    outer -> transactions.inTransactionAsync(inner -> 1, Runnable::run)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a different thread cannot join");
  }
}
