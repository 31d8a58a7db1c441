package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests transactions on an executor, and their cancellation. */
class TransactionAsyncTest {

  private final ExecutorService executor = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  private static TestDatabase accounts(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    return database;
  }

  /** Waits until the executor has finished all tasks. */
  private void awaitIdle() throws Exception {
    Future<?> after = executor.submit(() -> {});
    after.get(60, TimeUnit.SECONDS);
  }

  @Test
  void commits_on_the_executor_after_retries() throws Exception {
    TestDatabase database = accounts(Db.H2);
    AtomicInteger attempts = new AtomicInteger();
    RetryResult<Integer> result =
        TransactionRetry.on(database)
            .policy(Sql.QUICK)
            .executeInTransactionAsync(
                connection -> {
                  Sql.add(connection, 1, 1);
                  if (attempts.incrementAndGet() < 3) {
                    throw new SQLException("could not serialize", "40001");
                  }
                  return attempts.get();
                },
                executor)
            .get(60, TimeUnit.SECONDS);
    assertThat(result.value()).isEqualTo(3);
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
  }

  @Test
  void fails_with_the_exception_of_the_work() throws Exception {
    IOException failure = new IOException("no");
    CompletableFuture<Integer> future =
        TransactionRetry.on(accounts(Db.H2))
            .inTransactionAsync(
                connection -> {
                  throw failure;
                },
                executor);
    assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCause(failure);
  }

  @Test
  void nested_calls_join_on_the_thread_of_the_executor() throws Exception {
    TestDatabase database = accounts(Db.H2);
    RecordingDataSource watched = new RecordingDataSource(database);
    TransactionRetry transactions = TransactionRetry.on(watched);
    transactions
        .<Integer>inTransactionAsync(
            outer -> {
              transactions.runInTransaction(inner -> assertThat(inner).isSameAs(outer));
              return 1;
            },
            executor)
        .get(60, TimeUnit.SECONDS);
    assertThat(watched.opened()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void trap_17_cancelling_stops_the_running_statement_rolls_back_and_starts_no_attempt(Db kind)
      throws Exception {
    TestDatabase database = accounts(kind);
    RecordingDataSource watched = new RecordingDataSource(database);
    AtomicInteger attempts = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    String sleep = kind == Db.POSTGRESQL ? "SELECT pg_sleep(3600)" : "SELECT sleep(3600)";
    CompletableFuture<Integer> future =
        TransactionRetry.on(watched)
            .policy(Sql.QUICK)
            .inTransactionAsync(
                connection -> {
                  attempts.incrementAndGet();
                  Sql.add(connection, 1, 1);
                  begun.countDown();
                  Sql.execute(connection, sleep);
                  return 1;
                },
                executor);
    Sql.await(begun);
    awaitSleeping(database);
    assertThat(future.cancel(false)).isTrue();
    awaitIdle();
    assertThat(attempts).hasValue(1);
    assertThat(watched.calls()).contains("rollback").doesNotContain("commit");
    assertThat(watched.open()).isZero();
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  @Test
  void cancelling_stops_the_running_statement_although_the_executor_of_the_retry_is_blocked()
      throws Exception {
    TestDatabase database = accounts(Db.POSTGRESQL);
    Retry blocked =
        Retry.of(Sql.QUICK)
            .withEnvironment(RetryEnvironment.system().withExecutor(neverRuns -> {}));
    CompletableFuture<Integer> future =
        TransactionRetry.on(database)
            .with(blocked)
            .inTransactionAsync(
                connection -> {
                  Sql.execute(connection, "SELECT pg_sleep(3600)");
                  return 1;
                },
                executor);
    awaitSleeping(database);

    future.cancel(false);

    awaitIdle();
  }

  private static void awaitSleeping(TestDatabase database) throws SQLException {
    String running =
        database.kind() == Db.POSTGRESQL
            ? "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'"
                + " AND state = 'active'"
            : "SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%sleep(3600)'"
                + " AND db = '"
                + database.name()
                + "' AND state = 'User sleep'";
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (database.number(running) == 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_call_that_was_cancelled_between_statements_is_not_committed() throws Exception {
    TestDatabase database = accounts(Db.H2);
    RecordingDataSource watched = new RecordingDataSource(database);
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    CompletableFuture<Integer> future =
        TransactionRetry.on(watched)
            .inTransactionAsync(
                connection -> {
                  Sql.add(connection, 1, 1);
                  written.countDown();
                  while (cancelled.getCount() > 0) {
                    Thread.onSpinWait();
                  }
                  return 1;
                },
                executor);
    Sql.await(written);
    future.cancel(false);
    cancelled.countDown();
    awaitIdle();
    assertThat(watched.calls()).contains("rollback").doesNotContain("commit");
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
    assertThat(watched.open()).isZero();
  }

  @Test
  void no_statement_starts_after_cancel() throws Exception {
    TestDatabase database = accounts(Db.H2);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    CompletableFuture<Integer> future =
        TransactionRetry.on(database)
            .inTransactionAsync(
                connection -> {
                  begun.countDown();
                  while (cancelled.getCount() > 0) {
                    Thread.onSpinWait();
                  }
                  try {
                    Sql.add(connection, 1, 1);
                  } catch (RuntimeException stopped) {
                    thrown.set(stopped);
                    throw stopped;
                  }
                  return 1;
                },
                executor);
    Sql.await(begun);
    future.complete(7);
    cancelled.countDown();
    awaitIdle();
    assertThat(thrown.get()).hasMessage("the call was cancelled");
    assertThat(future).isCompletedWithValue(7);
  }

  /** As work that reads millions of rows. */
  @Test
  void no_further_row_is_read_after_cancel() throws Exception {
    TestDatabase database = accounts(Db.H2);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    AtomicInteger read = new AtomicInteger();
    CompletableFuture<Integer> future =
        TransactionRetry.on(database)
            .inTransactionAsync(
                connection -> {
                  try (Statement statement = connection.createStatement();
                      ResultSet rows = statement.executeQuery("SELECT id FROM account")) {
                    while (rows.next()) {
                      read.incrementAndGet();
                      begun.countDown();
                      while (cancelled.getCount() > 0) {
                        Thread.onSpinWait();
                      }
                    }
                    return 1;
                  }
                },
                executor);
    Sql.await(begun);
    future.cancel(false);
    cancelled.countDown();
    awaitIdle();
    assertThat(read).hasValue(1);
  }

  @Test
  void an_executor_that_rejects_everything_fails_the_future() {
    executor.shutdown();
    RecordingDataSource watched = new RecordingDataSource(Db.H2.fresh());
    CompletableFuture<Integer> future =
        TransactionRetry.on(watched).inTransactionAsync(connection -> 1, executor);
    assertThat(future).isCompletedExceptionally();
    assertThat(watched.opened()).isZero();
  }

  @Test
  void a_result_set_can_be_read_completely_in_the_work() throws Exception {
    TestDatabase database = accounts(Db.POSTGRESQL);
    long sum =
        TransactionRetry.on(database)
            .<Long>inTransactionAsync(TransactionAsyncTest::sum, executor)
            .get(60, TimeUnit.SECONDS);
    assertThat(sum).isEqualTo(200);
  }

  private static long sum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1);
      try (ResultSet rows = statement.executeQuery("SELECT balance FROM account")) {
        long sum = 0;
        while (rows.next()) {
          sum += rows.getLong(1);
        }
        return sum;
      }
    }
  }
}
