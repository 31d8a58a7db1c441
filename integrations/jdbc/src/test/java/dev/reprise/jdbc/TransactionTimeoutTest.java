package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.tcp.Direction;
import dev.reprise.testbed.tcp.FaultTrigger;
import dev.reprise.testbed.tcp.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests attempts that take too long. No attempt is interrupted. */
class TransactionTimeoutTest {

  private static final String MUCH = "3600";

  private static String sleep(Db kind) {
    return switch (kind) {
      case POSTGRESQL -> "SELECT pg_sleep(" + MUCH + ")";
      case MARIADB, MARIADB_BY_CONNECTOR_J -> "SELECT sleep(" + MUCH + ")";
      default ->
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)"
              + " SELECT max(i) FROM n";
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void the_attempt_timeout_ends_a_statement_at_the_server_and_the_connection_stays_open(Db kind)
      throws SQLException {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    AtomicInteger attempts = new AtomicInteger();
    try (HikariDataSource pool = pool(database)) {
      RetryResult<Boolean> result =
          TransactionRetry.on(pool)
              .policy(Sql.QUICK.toBuilder().attemptTimeout(Duration.ofSeconds(1)).build())
              .executeInTransaction(
                  connection -> {
                    Sql.add(connection, 1, 1);
                    if (attempts.incrementAndGet() == 1) {
                      Sql.execute(connection, sleep(kind));
                    }
                    return Thread.currentThread().isInterrupted();
                  });
      assertThat(result.succeeded()).as(result::toString).isTrue();
      assertThat(result.value()).isFalse();
      assertThat(attempts).hasValueGreaterThanOrEqualTo(2);
      assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(1);
    }
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
  }

  private static HikariDataSource pool(TestDatabase database) {
    HikariDataSource pool = new HikariDataSource();
    pool.setDataSource(database);
    pool.setMaximumPoolSize(1);
    return pool;
  }

  @Test
  void a_statement_timeout_applies_to_each_statement_and_the_shorter_of_two_applies()
      throws SQLException {
    TestDatabase database = Db.POSTGRESQL.fresh();
    List<Integer> seconds = new ArrayList<>();
    TransactionRetry.on(database)
        .statementTimeout(Duration.ofMillis(6_500))
        .runInTransaction(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                seconds.add(statement.getQueryTimeout());
                statement.setQueryTimeout(3);
                statement.execute("SELECT 1");
                seconds.add(statement.getQueryTimeout());
                statement.setQueryTimeout(30);
                statement.execute("SELECT 1");
                seconds.add(statement.getQueryTimeout());
              }
            });
    assertThat(seconds).containsExactly(7, 3, 7);
  }

  @Test
  void each_attempt_has_the_timeout_of_its_number() throws SQLException {
    TestDatabase database = Db.POSTGRESQL.fresh();
    List<Integer> seconds = new ArrayList<>();
    AttemptTimeout growing = AttemptTimeout.of(Duration.ofSeconds(20), Duration.ofSeconds(50));
    TransactionRetry.on(database)
        .policy(Sql.QUICK.toBuilder().withoutTimeLimit().attemptTimeout(growing).build())
        .runInTransaction(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                seconds.add(statement.getQueryTimeout());
              }
              if (seconds.size() < 3) {
                throw new SQLTransientConnectionException("reset", "08006");
              }
            });
    assertThat(seconds).hasSize(3);
    assertThat(seconds.get(0)).isBetween(15, 20);
    assertThat(seconds.subList(1, 3)).allSatisfy(second -> assertThat(second).isBetween(45, 50));
  }

  /** Drivers convert seconds to milliseconds, which must not be above the range of an int. */
  @ParameterizedTest
  @EnumSource
  void a_timeout_of_any_length_is_accepted_by_each_driver(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    RetryPolicy untimed = Sql.QUICK.toBuilder().withoutTimeLimit().build();
    for (Duration length : List.of(Duration.ofDays(30), Duration.ofDays(36_500))) {
      TransactionRetry.on(database)
          .policy(untimed.toBuilder().attemptTimeout(length).build())
          .statementTimeout(length)
          .networkTimeout(length)
          .runInTransaction(
              connection -> {
                try (Statement statement = connection.createStatement()) {
                  statement.execute("SELECT 1");
                  assertThat(statement.getQueryTimeout()).isEqualTo(2_147_483);
                }
              });
    }
  }

  @Test
  void a_statement_timeout_is_limited_to_the_remaining_time() throws SQLException {
    TestDatabase database = Db.POSTGRESQL.fresh();
    RetryPolicy short4 = Sql.QUICK.toBuilder().within(Duration.ofSeconds(4)).build();
    TransactionRetry.on(database)
        .policy(short4)
        .statementTimeout(Duration.ofSeconds(60))
        .runInTransaction(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                assertThat(statement.getQueryTimeout()).isBetween(1, 4);
              }
            });
  }

  @Test
  void without_a_timeout_nothing_is_set() throws SQLException {
    RecordingDataSource watched = new RecordingDataSource(Db.POSTGRESQL.fresh());
    TransactionRetry.on(watched)
        .runInTransaction(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                assertThat(statement.getQueryTimeout()).isZero();
              }
            });
    assertThat(watched.calls()).noneMatch(call -> call.startsWith("setNetworkTimeout"));
  }

  @Test
  void an_attempt_without_remaining_time_starts_no_other_statement() throws Exception {
    TestDatabase database = Db.POSTGRESQL.fresh();
    Sql.createAccounts(database);
    RetryResult<Integer> result =
        TransactionRetry.on(database)
            .policy(
                Sql.QUICK.toBuilder().maxAttempts(1).attemptTimeout(Duration.ofMillis(20)).build())
            .executeInTransaction(
                connection -> {
                  long end = System.nanoTime() + Duration.ofMillis(30).toNanos();
                  while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                  }
                  Sql.add(connection, 1, 1);
                  return 1;
                });
    assertThat(result.failure())
        .isInstanceOf(SQLTimeoutException.class)
        .hasMessage("attempt took longer than 20 ms");
    assertThat(result.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_server_that_stops_responding_is_abandoned_after_the_network_timeout(Db kind)
      throws Exception {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start()) {
      RecordingDataSource watched = new RecordingDataSource(database.at(proxy.port()));
      FaultTrigger trip = proxy.arm(FaultTrigger.stallAt(Direction.TO_SERVER, "balance + 7"));
      AtomicInteger attempts = new AtomicInteger();
      RetryResult<Integer> result =
          TransactionRetry.on(watched)
              .policy(Sql.QUICK)
              .networkTimeout(Duration.ofMillis(300))
              .executeInTransaction(
                  connection -> {
                    if (attempts.incrementAndGet() == 2) {
                      proxy.release();
                    }
                    Sql.add(connection, 1, 7);
                    return 7;
                  });
      assertThat(trip.fired()).isEqualTo(1);
      assertThat(result.succeeded()).as(result::toString).isTrue();
      assertThat(result.attempts()).isGreaterThanOrEqualTo(2);
      assertThat(watched.calls()).contains("setNetworkTimeout 300");
      assertThat(watched.open()).isZero();
    }
    assertThat(Sql.balance(database, 1)).isEqualTo(107);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void the_outcome_is_unknown_if_the_server_stops_responding_during_the_commit(Db kind)
      throws Exception {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start()) {
      RecordingDataSource watched = new RecordingDataSource(database.at(proxy.port()));
      RetryResult<Integer> result =
          TransactionRetry.on(watched)
              .policy(Sql.QUICK)
              .networkTimeout(Duration.ofMillis(300))
              .executeInTransaction(
                  connection -> {
                    Sql.add(connection, 1, 7);
                    proxy.stall();
                    return 7;
                  });
      assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.EFFECT_UNKNOWN);
      assertThat(watched.open()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void all_settings_are_restored_after_success_and_after_failure(Db kind) throws SQLException {
    keepsSettings(kind, true);
  }

  @ParameterizedTest
  @EnumSource
  void connections_without_auto_commit_are_returned_without_it(Db kind) throws SQLException {
    keepsSettings(kind, false);
  }

  private static void keepsSettings(Db kind, boolean autoCommit) throws SQLException {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    try (Connection only = database.getConnection()) {
      only.setAutoCommit(autoCommit);
      DataSource pool = Sql.always(only);
      List<Object> before = settings(pool);
      TransactionRetry transactions =
          TransactionRetry.on(pool)
              .policy(Sql.QUICK.toBuilder().attemptTimeout(Duration.ofSeconds(9)).build())
              .isolation(TransactionIsolation.SERIALIZABLE)
              .statementTimeout(Duration.ofSeconds(5))
              .networkTimeout(Duration.ofSeconds(7));
      TransactionRetry reading = kind == Db.SQLITE ? transactions : transactions.readOnly();
      reading.runInTransaction(connection -> Sql.balance(connection, 1));
      assertThat(settings(pool)).isEqualTo(before);
      RetryResult<Integer> failed =
          transactions.executeInTransaction(
              connection -> {
                Sql.add(connection, 1, 1);
                Sql.add(connection, 1, Integer.MAX_VALUE);
                Sql.execute(connection, "no such statement");
                return 1;
              });
      assertThat(failed.attempts()).isEqualTo(1);
      assertThat(settings(pool)).isEqualTo(before);
    }
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
  }

  /** Returns the settings that the next user of the connection finds. */
  private static List<Object> settings(DataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      List<Object> settings =
          List.of(
              connection.getAutoCommit(),
              connection.isReadOnly(),
              connection.getTransactionIsolation(),
              connection.getNetworkTimeout(),
              statement.getQueryTimeout());
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      return settings;
    }
  }
}
