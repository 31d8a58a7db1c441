package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryResult;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import dev.reprise.report.AttemptRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests transactions that conflict with each other, on the databases themselves. */
class TransactionConflictTest {

  private static RetryResult<Integer> get(CompletableFuture<RetryResult<Integer>> future)
      throws Exception {
    return future.get(60, TimeUnit.SECONDS);
  }

  private static TestDatabase accounts(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    return database;
  }

  @ParameterizedTest
  @EnumSource(names = "SQLITE", mode = EnumSource.Mode.EXCLUDE)
  void a_deadlock_is_retried_until_both_transactions_have_committed(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    RecordingDataSource watched = new RecordingDataSource(database);
    TransactionRetry transactions = TransactionRetry.on(watched).policy(Sql.QUICK);
    CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    CompletableFuture<RetryResult<Integer>> one = crossing(transactions, 1, 2, bothHoldOne);
    CompletableFuture<RetryResult<Integer>> two = crossing(transactions, 2, 1, bothHoldOne);
    assertThat(get(one).succeeded()).as(get(one)::toString).isTrue();
    assertThat(get(two).succeeded()).as(get(two)::toString).isTrue();
    assertThat(get(one).attempts() + get(two).attempts()).isGreaterThan(2);
    assertThat(Sql.balance(database, 1)).isEqualTo(111);
    assertThat(Sql.balance(database, 2)).isEqualTo(111);
    assertThat(watched.open()).isZero();
  }

  /**
   * Adds to one account, waits at its first attempt until the other transaction has done so, and
   * adds to both.
   */
  private static CompletableFuture<RetryResult<Integer>> crossing(
      TransactionRetry transactions, int first, int second, CyclicBarrier bothHoldOne) {
    AtomicInteger attempts = new AtomicInteger();
    int amount = first == 1 ? 1 : 10;
    return Sql.start(
        () ->
            transactions.executeInTransaction(
                connection -> {
                  Sql.add(connection, first, amount);
                  if (attempts.incrementAndGet() == 1) {
                    Sql.await(bothHoldOne);
                  }
                  Sql.add(connection, second, amount);
                  return attempts.get();
                }));
  }

  @ParameterizedTest
  @EnumSource
  void a_lock_timeout_is_retried(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    RecordingDataSource watched = new RecordingDataSource(database);
    CountDownLatch failedOnce = new CountDownLatch(1);
    try (Connection holder = database.getConnection()) {
      holder.setAutoCommit(false);
      Sql.add(holder, 1, 5);
      AtomicInteger attempts = new AtomicInteger();
      CompletableFuture<RetryResult<Integer>> waiting =
          Sql.start(
              () ->
                  TransactionRetry.on(watched)
                      .policy(Sql.QUICK)
                      .executeInTransaction(
                          connection -> {
                            if (attempts.incrementAndGet() == 1) {
                              waitForLocksOnlyShortly(kind, connection);
                            } else {
                              failedOnce.countDown();
                            }
                            Sql.add(connection, 1, 1);
                            return attempts.get();
                          }));
      Sql.await(failedOnce);
      holder.commit();
      RetryResult<Integer> result = get(waiting);
      assertThat(result.succeeded()).as(result::toString).isTrue();
      assertThat(result.attempts()).isGreaterThan(1);
    }
    assertThat(Sql.balance(database, 1)).isEqualTo(106);
    assertThat(watched.open()).isZero();
  }

  /** On MariaDB not at all: it counts in seconds, and the failure is the same. */
  private static void waitForLocksOnlyShortly(Db kind, Connection connection) throws SQLException {
    switch (kind) {
      case POSTGRESQL -> Sql.execute(connection, "SET LOCAL lock_timeout = '50ms'");
      case MARIADB, MARIADB_BY_CONNECTOR_J ->
          Sql.execute(connection, "SET SESSION innodb_lock_wait_timeout = 0");
      case H2 -> Sql.execute(connection, "SET LOCK_TIMEOUT 50");
      case SQLITE -> Sql.execute(connection, "PRAGMA busy_timeout = 50");
    }
  }

  @Test
  void a_lock_timeout_of_mysql_discards_earlier_writes_although_mysql_does_not_roll_back()
      throws Exception {
    TestDatabase database = accounts(Db.MARIADB);
    AtomicInteger attempts = new AtomicInteger();
    try (Connection holder = database.getConnection()) {
      holder.setAutoCommit(false);
      Sql.add(holder, 2, 0);
      TransactionRetry.on(database)
          .policy(Sql.QUICK)
          .runInTransaction(
              connection -> {
                Sql.add(connection, 1, 1);
                if (attempts.incrementAndGet() == 2) {
                  holder.rollback();
                }
                waitForLocksOnlyShortly(Db.MARIADB, connection);
                Sql.add(connection, 2, 1);
              });
    }
    assertThat(attempts).hasValue(2);
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
    assertThat(Sql.balance(database, 2)).isEqualTo(101);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J", "H2", "SQLITE"})
  void a_write_to_a_row_that_changed_since_it_was_read_is_retried(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    RecordingDataSource watched = new RecordingDataSource(database);
    AtomicInteger attempts = new AtomicInteger();
    TransactionRetry transactions = TransactionRetry.on(watched).policy(Sql.QUICK);
    TransactionRetry isolated =
        kind == Db.SQLITE
            ? transactions
            : transactions.isolation(TransactionIsolation.REPEATABLE_READ);
    if (kind == Db.SQLITE) {
      database.execute("PRAGMA journal_mode = WAL");
    }
    RetryResult<Long> result =
        isolated.executeInTransaction(
            connection -> {
              if (kind == Db.MARIADB || kind == Db.MARIADB_BY_CONNECTOR_J) {
                Sql.execute(connection, "SET SESSION innodb_snapshot_isolation = ON");
              }
              long before = Sql.balance(connection, 1);
              if (attempts.incrementAndGet() == 1) {
                database.execute("UPDATE account SET balance = balance + 50 WHERE id = 1");
              }
              Sql.update(
                  connection, "UPDATE account SET balance = " + (before * 2) + " WHERE id = 1");
              return before;
            });
    assertThat(result.succeeded()).as(result::toString).isTrue();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.value()).isEqualTo(150);
    assertThat(Sql.balance(database, 1)).isEqualTo(300);
    assertThat(watched.open()).isZero();
  }

  @Test
  void a_serialization_failure_at_the_commit_is_retried() throws Exception {
    TestDatabase database = accounts(Db.POSTGRESQL);
    RecordingDataSource watched = new RecordingDataSource(database);
    TransactionRetry transactions =
        TransactionRetry.on(watched).policy(Sql.QUICK).isolation(TransactionIsolation.SERIALIZABLE);
    CyclicBarrier bothHaveWritten = new CyclicBarrier(2);
    CompletableFuture<RetryResult<Integer>> one = skewing(transactions, 1, bothHaveWritten);
    CompletableFuture<RetryResult<Integer>> two = skewing(transactions, 2, bothHaveWritten);
    assertThat(get(one).succeeded()).as(get(one)::toString).isTrue();
    assertThat(get(two).succeeded()).as(get(two)::toString).isTrue();
    RetryResult<Integer> retried = get(one).attempts() > 1 ? get(one) : get(two);
    assertThat(retried.attempts()).isEqualTo(2);
    AttemptRecord failed = retried.report().records().get(0);
    assertThat(failed.toString()).contains("could not serialize");
    assertThat(watched.calls().stream().filter("commit"::equals)).hasSize(3);
    assertThat(Sql.balance(database, 1) + Sql.balance(database, 2)).isEqualTo(100);
  }

  /**
   * Empties an account if the sum of both is large enough: write skew, which the second commit
   * detects.
   */
  private static CompletableFuture<RetryResult<Integer>> skewing(
      TransactionRetry transactions, int account, CyclicBarrier bothHaveWritten) {
    AtomicInteger attempts = new AtomicInteger();
    return Sql.start(
        () ->
            transactions.executeInTransaction(
                connection -> {
                  long sum = Sql.number(connection, "SELECT sum(balance) FROM account");
                  if (sum == 200) {
                    Sql.add(connection, account, -100);
                  }
                  if (attempts.incrementAndGet() == 1) {
                    Sql.await(bothHaveWritten);
                  }
                  return attempts.get();
                }));
  }
}
