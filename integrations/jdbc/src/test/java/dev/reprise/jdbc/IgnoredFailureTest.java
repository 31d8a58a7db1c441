package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.RetryResult;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests transactions whose work ignores a failure or changes a timeout. */
class IgnoredFailureTest {

  private TestDatabase database;
  private RecordingDataSource watched;

  @BeforeEach
  void create() throws SQLException {
    database = Db.H2.fresh();
    Sql.createAccounts(database);
    watched = new RecordingDataSource(database);
  }

  private void createFailure(String state, int code) throws SQLException {
    database.execute(
        "CREATE ALIAS fail AS $$ int fail(int row) throws java.sql.SQLException {"
            + " if (row == 3) throw new java.sql.SQLException(\"planned\", \""
            + state
            + "\", "
            + code
            + "); return row; } $$");
  }

  /** Adds 1 to both accounts; the first attempt ignores a failure between the two updates. */
  private RetryResult<Integer> overlooking(TransactionRetry transactions) {
    AtomicInteger attempts = new AtomicInteger();
    return transactions.executeInTransaction(
        connection -> {
          Sql.add(connection, 1, 1);
          if (attempts.incrementAndGet() == 1) {
            assertThat(catchThrowable(() -> Sql.execute(connection, "CALL fail(3)")))
                .isInstanceOf(SQLException.class);
          }
          Sql.add(connection, 2, 1);
          return attempts.get();
        });
  }

  private TransactionRetry on(SqlDatabase kind) {
    return TransactionRetry.on(watched)
        .policy(Sql.QUICK)
        .classifier(SqlClassifier.forDatabase(kind));
  }

  @ParameterizedTest
  @CsvSource({
    "MYSQL, HY000, 1205, 2",
    "MARIADB, HY000, 1205, 2",
    "POSTGRESQL, 55P03, 0, 1",
    "SQLITE, '', 5, 1",
  })
  void a_lock_timeout_ends_the_transaction_if_the_server_may_have_rolled_back(
      SqlDatabase kind, String state, int code, int attempts) throws SQLException {
    createFailure(state, code);
    RetryResult<Integer> result = overlooking(on(kind));
    assertThat(result.value()).isEqualTo(attempts);
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
    assertThat(Sql.balance(database, 2)).isEqualTo(101);
  }

  @ParameterizedTest
  @CsvSource({
    "MYSQL, HY000, 1206",
    "SQLITE, '', 7",
    "SQLITE, '', 13",
    "SQLITE, '', 778",
    "POSTGRESQL, 40003, 0",
    "DB2, 08007, 0",
  })
  void nothing_is_committed_after_a_failure_that_may_have_rolled_back(
      SqlDatabase kind, String state, int code) throws SQLException {
    createFailure(state, code);
    RetryResult<Integer> result = overlooking(on(kind).policy(once()));
    assertThat(result.succeeded()).isFalse();
    assertThat(watched.calls()).contains("rollback").doesNotContain("commit");
    assertThat(Sql.balance(database, 1)).isEqualTo(100);
    assertThat(Sql.balance(database, 2)).isEqualTo(100);
  }

  private static dev.reprise.policy.RetryPolicy once() {
    return Sql.QUICK.toBuilder().maxAttempts(1).build();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_real_lock_timeout_of_mysql_that_the_work_ignores_is_retried(Db kind) throws Exception {
    TestDatabase mariaDb = kind.fresh();
    Sql.createAccounts(mariaDb);
    AtomicInteger attempts = new AtomicInteger();
    try (Connection holder = mariaDb.getConnection()) {
      holder.setAutoCommit(false);
      Sql.add(holder, 2, 0);
      TransactionRetry.on(mariaDb)
          .policy(Sql.QUICK)
          .runInTransaction(
              connection -> {
                Sql.execute(connection, "SET SESSION innodb_lock_wait_timeout = 0");
                Sql.add(connection, 1, 1);
                if (attempts.incrementAndGet() == 1) {
                  assertThat(catchThrowable(() -> Sql.add(connection, 2, 1)))
                      .isInstanceOf(SQLException.class);
                  holder.rollback();
                } else {
                  Sql.add(connection, 2, 1);
                }
              });
    }
    assertThat(attempts).hasValue(2);
    assertThat(Sql.balance(mariaDb, 1)).isEqualTo(101);
    assertThat(Sql.balance(mariaDb, 2)).isEqualTo(101);
  }

  @Test
  void a_failure_while_a_result_is_read_counts_too() throws SQLException {
    createFailure("40001", 0);
    AtomicInteger attempts = new AtomicInteger();
    TransactionRetry.on(watched)
        .policy(Sql.QUICK)
        .runInTransaction(
            connection -> {
              Sql.execute(connection, "SET LAZY_QUERY_EXECUTION 1");
              Sql.add(connection, 1, 1);
              if (attempts.incrementAndGet() == 1) {
                try (Statement statement = connection.createStatement();
                    ResultSet rows =
                        statement.executeQuery("SELECT fail(x) FROM SYSTEM_RANGE(1, 5)")) {
                  assertThat(rows.next()).isTrue();
                  assertThat(
                          catchThrowable(
                              () -> {
                                while (rows.next()) {
                                  assertThat(rows.getInt(1)).isLessThan(3);
                                }
                              }))
                      .isInstanceOf(SQLException.class);
                }
              }
            });
    assertThat(attempts).hasValue(2);
    assertThat(Sql.balance(database, 1)).isEqualTo(101);
  }

  @Test
  void results_and_metadata_return_the_connection_of_the_work() throws SQLException {
    TransactionRetry.on(watched)
        .runInTransaction(
            connection -> {
              assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
              assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("H2");
              try (Statement statement = connection.createStatement();
                  ResultSet rows = statement.executeQuery("SELECT 7")) {
                assertThat(rows.getStatement()).isSameAs(statement);
                assertThat(rows.getStatement().getConnection()).isSameAs(connection);
                assertThat(Set.of(rows)).contains(rows);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(7);
              }
            });
  }

  /** The connection may belong to a different caller of its pool by then. */
  @Test
  void results_and_metadata_can_only_be_closed_after_the_transaction() throws SQLException {
    ResultSet rows =
        TransactionRetry.on(watched)
            .inTransaction(
                connection -> connection.createStatement().executeQuery("SELECT * FROM account"));
    DatabaseMetaData data = TransactionRetry.on(watched).inTransaction(Connection::getMetaData);

    assertThatThrownBy(rows::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the transaction has ended");
    assertThatThrownBy(data::getTableTypes).isInstanceOf(IllegalStateException.class);
    rows.close();
    assertThat(rows.isClosed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"25006", "08006", "08007"})
  void a_connection_to_the_wrong_server_does_not_return_to_its_pool(String state) {
    AtomicInteger attempts = new AtomicInteger();
    TransactionRetry.on(watched)
        .policy(once())
        .executeInTransaction(
            connection -> {
              attempts.incrementAndGet();
              throw new SQLException("not here", state);
            });
    assertThat(attempts).hasValue(1);
    assertThat(watched.calls())
        .containsExactly("getConnection", "setAutoCommit false", "rollback", "abort", "close");
  }

  @Test
  void a_write_in_a_read_only_transaction_does_not_abort_the_connection() {
    TransactionRetry.on(watched)
        .policy(once())
        .readOnly()
        .executeInTransaction(
            connection -> {
              throw new SQLException("read-only transaction", "25006");
            });
    assertThat(watched.calls()).doesNotContain("abort").endsWith("close");
  }

  @Test
  void a_timeout_set_by_the_work_is_not_used_as_that_of_the_connection() throws SQLException {
    try (Connection only = database.getConnection()) {
      TransactionRetry.on(Sql.always(only))
          .statementTimeout(Duration.ofSeconds(7))
          .runInTransaction(
              connection -> {
                try (Statement first = connection.createStatement();
                    Statement second = connection.createStatement()) {
                  first.setQueryTimeout(3);
                  first.execute("SELECT 1");
                  assertThat(first.getQueryTimeout()).isEqualTo(3);
                  second.execute("SELECT 1");
                  assertThat(second.getQueryTimeout()).isEqualTo(7);
                }
              });
      try (Statement after = only.createStatement()) {
        assertThat(after.getQueryTimeout()).isZero();
      }
    }
  }
}
