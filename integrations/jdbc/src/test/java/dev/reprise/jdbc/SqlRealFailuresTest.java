package dev.reprise.jdbc;

import static dev.reprise.jdbc.classify.SqlCategory.CONNECTION_LOST;
import static dev.reprise.jdbc.classify.SqlCategory.CONSTRAINT;
import static dev.reprise.jdbc.classify.SqlCategory.DATA;
import static dev.reprise.jdbc.classify.SqlCategory.DEADLOCK;
import static dev.reprise.jdbc.classify.SqlCategory.LOCK_TIMEOUT;
import static dev.reprise.jdbc.classify.SqlCategory.NO_CONNECTION;
import static dev.reprise.jdbc.classify.SqlCategory.PERMANENT;
import static dev.reprise.jdbc.classify.SqlCategory.READ_ONLY;
import static dev.reprise.jdbc.classify.SqlCategory.SERIALIZATION;
import static dev.reprise.jdbc.classify.SqlCategory.STATEMENT_TIMEOUT;
import static dev.reprise.jdbc.classify.SqlCategory.SYNTAX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.reprise.classify.Effect;
import dev.reprise.classify.Outcome;
import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.jdbc.classify.SqlFailure;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests failures as the databases and their drivers really throw them. */
class SqlRealFailuresTest {

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource(names = "SQLITE", mode = EXCLUDE)
  void a_deadlock_ends_one_of_two_transactions(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    Future<SQLException> first = threads.submit(() -> update(database, bothHoldOne, 1, 2));
    Future<SQLException> second = threads.submit(() -> update(database, bothHoldOne, 2, 1));
    SQLException victim = firstOf(first.get(1, TimeUnit.MINUTES), second.get(1, TimeUnit.MINUTES));
    assertFailure(kind, victim, DEADLOCK, Effect.NONE, Effect.NONE, Effect.NONE);
  }

  private static SQLException update(TestDatabase database, CyclicBarrier barrier, int... ids)
      throws Exception {
    try (Connection connection = transaction(database)) {
      execute(connection, "UPDATE accounts SET balance = balance + 1 WHERE id = " + ids[0]);
      barrier.await(30, TimeUnit.SECONDS);
      SQLException failure =
          failureOf(
              () -> {
                execute(
                    connection, "UPDATE accounts SET balance = balance + 1 WHERE id = " + ids[1]);
                return null;
              });
      connection.rollback();
      return failure;
    }
  }

  @ParameterizedTest
  @EnumSource(names = "SQLITE", mode = EXCLUDE)
  void a_lock_that_is_held_times_out(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    try (Connection holder = transaction(database);
        Connection waiter = transaction(database)) {
      execute(holder, "UPDATE accounts SET balance = 0 WHERE id = 1");
      execute(
          waiter,
          switch (kind) {
            case POSTGRESQL -> "SET lock_timeout = '50ms'";
            case H2 -> "SET LOCK_TIMEOUT 50";
            default -> "SET innodb_lock_wait_timeout = 1";
          });
      SQLException failure =
          failureOf(() -> execute(waiter, "UPDATE accounts SET balance = 1 WHERE id = 1"));
      assertFailure(kind, failure, LOCK_TIMEOUT, Effect.NONE, Effect.NONE, Effect.NONE);
      waiter.rollback();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_lock_without_waiting_is_refused(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    try (Connection holder = transaction(database);
        Connection other = transaction(database)) {
      execute(holder, "UPDATE accounts SET balance = 0 WHERE id = 1");
      SQLException failure =
          failureOf(
              () -> execute(other, "SELECT balance FROM accounts WHERE id = 1 FOR UPDATE NOWAIT"));
      assertFailure(kind, failure, LOCK_TIMEOUT, Effect.NONE, Effect.NONE, Effect.NONE);
    }
  }

  @Test
  void sqlite_is_busy_while_a_second_connection_writes() throws Exception {
    TestDatabase database = accounts(Db.SQLITE);
    try (Connection holder = transaction(database);
        Connection other = transaction(database)) {
      execute(other, "PRAGMA busy_timeout = 0");
      execute(holder, "UPDATE accounts SET balance = 0 WHERE id = 1");
      SQLException failure =
          failureOf(() -> execute(other, "UPDATE accounts SET balance = 1 WHERE id = 2"));
      assertFailure(Db.SQLITE, failure, LOCK_TIMEOUT, Effect.NONE, Effect.NONE, Effect.NONE);
    }
  }

  @Test
  void sqlite_is_busy_for_a_writer_with_a_stale_snapshot() throws Exception {
    TestDatabase database = accounts(Db.SQLITE);
    database.execute("PRAGMA journal_mode = WAL");
    try (Connection stale = transaction(database);
        Connection other = database.getConnection()) {
      stale.createStatement().executeQuery("SELECT balance FROM accounts").close();
      execute(other, "UPDATE accounts SET balance = 1 WHERE id = 1");
      SQLException failure =
          failureOf(() -> execute(stale, "UPDATE accounts SET balance = 2 WHERE id = 1"));
      assertThat(failure.getMessage()).contains("BUSY_SNAPSHOT");
      assertFailure(Db.SQLITE, failure, LOCK_TIMEOUT, Effect.NONE, Effect.NONE, Effect.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "SQLITE", mode = EXCLUDE)
  void a_row_that_changed_since_the_snapshot_is_a_serialization_failure(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    try (Connection late = transaction(database);
        Connection other = database.getConnection()) {
      if (kind == Db.MARIADB || kind == Db.MARIADB_BY_CONNECTOR_J) {
        execute(late, "SET innodb_snapshot_isolation = ON");
      }
      late.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      late.createStatement().executeQuery("SELECT balance FROM accounts").close();
      execute(other, "UPDATE accounts SET balance = 1 WHERE id = 1");
      SQLException failure =
          failureOf(() -> execute(late, "UPDATE accounts SET balance = 2 WHERE id = 1"));
      SqlCategory expected = kind == Db.H2 ? DEADLOCK : SERIALIZATION;
      assertFailure(kind, failure, expected, Effect.NONE, Effect.NONE, Effect.NONE);
    }
  }

  @Test
  void a_serialization_failure_at_commit_has_no_effect() throws Exception {
    TestDatabase database = accounts(Db.POSTGRESQL);
    try (Connection one = transaction(database);
        Connection two = transaction(database)) {
      one.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      two.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      for (Connection each : List.of(one, two)) {
        each.createStatement().executeQuery("SELECT sum(balance) FROM accounts").close();
      }
      execute(one, "INSERT INTO accounts VALUES (3, 1)");
      execute(two, "INSERT INTO accounts VALUES (4, 1)");
      one.commit();
      SQLException failure = failureOf(() -> commit(two));
      assertFailure(Db.POSTGRESQL, failure, SERIALIZATION, Effect.NONE, Effect.NONE, Effect.NONE);
    }
    assertThat(database.number("SELECT count(*) FROM accounts")).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void a_unique_violation_is_not_retried(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    SQLException failure = failureOf(() -> run(database, "INSERT INTO accounts VALUES (1, 0)"));
    assertFailure(kind, failure, CONSTRAINT, Effect.NONE, Effect.NONE, Effect.NONE);
  }

  @Test
  void a_violation_of_a_constraint_that_is_checked_at_commit_has_no_effect() throws Exception {
    TestDatabase database = accounts(Db.POSTGRESQL);
    database.execute(
        "CREATE TABLE late (n INTEGER UNIQUE DEFERRABLE INITIALLY DEFERRED)",
        "INSERT INTO late VALUES (1)");
    try (Connection connection = transaction(database)) {
      execute(connection, "INSERT INTO late VALUES (1)");
      SQLException failure = failureOf(() -> commit(connection));
      assertFailure(Db.POSTGRESQL, failure, CONSTRAINT, Effect.NONE, Effect.NONE, Effect.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_invalid_statement_is_not_retried(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    for (String wrong : List.of("SELEC 1", "SELECT nothing FROM nowhere")) {
      SQLException failure = failureOf(() -> run(database, wrong));
      assertFailure(kind, failure, SYNTAX, Effect.NONE, Effect.NONE, Effect.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "SQLITE", mode = EXCLUDE)
  void data_that_is_too_long_is_not_retried(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    SQLException failure =
        failureOf(() -> run(database, "INSERT INTO accounts VALUES (99999999999999, 0)"));
    assertFailure(kind, failure, DATA, Effect.NONE, Effect.UNKNOWN, Effect.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void the_statement_timeout_of_the_server_is_a_timeout(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    try (Connection connection = database.getConnection()) {
      boolean postgres = kind == Db.POSTGRESQL;
      execute(
          connection,
          postgres ? "SET statement_timeout = '50ms'" : "SET max_statement_time = 0.05");
      SQLException failure =
          failureOf(
              () ->
                  execute(
                      connection,
                      postgres ? "SELECT pg_sleep(60)" : "SELECT sleep(60) FROM accounts"));
      assertFailure(kind, failure, STATEMENT_TIMEOUT, Effect.NONE, Effect.UNKNOWN, Effect.UNKNOWN);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "SQLITE", mode = EXCLUDE)
  void the_statement_timeout_of_the_driver_is_a_timeout(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      String slow =
          switch (kind) {
            case POSTGRESQL -> "SELECT pg_sleep(60)";
            case H2 ->
                "SELECT count(*) FROM system_range(1, 1000000) a, system_range(1, 1000000) b";
            default -> "SELECT sleep(60) FROM accounts";
          };
      SQLException failure = failureOf(() -> statement.execute(slow));
      assertFailure(kind, failure, STATEMENT_TIMEOUT, Effect.NONE, Effect.UNKNOWN, Effect.UNKNOWN);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_connection_that_the_server_closed_is_lost(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    try (Connection connection = transaction(database)) {
      boolean postgres = kind == Db.POSTGRESQL;
      long id = number(connection, postgres ? "SELECT pg_backend_pid()" : "SELECT connection_id()");
      run(database, postgres ? "SELECT pg_terminate_backend(" + id + ")" : "KILL " + id);
      SQLException failure =
          failureOf(() -> execute(connection, "UPDATE accounts SET balance = 9 WHERE id = 1"));
      assertFailure(kind, failure, CONNECTION_LOST, Effect.NONE, Effect.UNKNOWN, Effect.UNKNOWN);
      SQLException after = failureOf(() -> execute(connection, "SELECT 1"));
      assertFailure(kind, after, CONNECTION_LOST, Effect.NONE, Effect.UNKNOWN, Effect.UNKNOWN);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_statement_that_outlives_the_socket_timeout_loses_the_connection(Db kind) throws Exception {
    boolean postgres = kind == Db.POSTGRESQL;
    TestDatabase database = kind.fresh().with(postgres ? "&socketTimeout=1" : "&socketTimeout=500");
    SQLException failure =
        failureOf(
            () ->
                run(
                    database,
                    postgres ? "SELECT pg_sleep(60)" : "SELECT sleep(60) FROM mysql.global_priv"));
    assertFailure(kind, failure, CONNECTION_LOST, Effect.NONE, Effect.UNKNOWN, Effect.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_refused_connection_has_no_effect(Db kind) throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    TestDatabase nobody = kind.fresh().at(closed);
    SQLException failure = failureOf(nobody::getConnection);
    assertFailure(kind, failure, NO_CONNECTION, Effect.NONE, Effect.UNKNOWN, Effect.NONE);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_wrong_password_is_not_retried(Db kind) throws Exception {
    TestDatabase database = kind.fresh();
    SQLException failure = failureOf(database.as(database.user(), "wrong")::getConnection);
    assertFailure(kind, failure, PERMANENT, Effect.NONE, Effect.UNKNOWN, Effect.NONE);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_read_only_database_needs_a_new_connection(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    try (Connection connection = transaction(database)) {
      execute(
          connection,
          kind == Db.POSTGRESQL ? "SET TRANSACTION READ ONLY" : "START TRANSACTION READ ONLY");
      SQLException failure =
          failureOf(() -> execute(connection, "UPDATE accounts SET balance = 9 WHERE id = 1"));
      assertFailure(kind, failure, READ_ONLY, Effect.NONE, Effect.NONE, Effect.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_real_error_of_a_batch_decides(Db kind) throws Exception {
    TestDatabase database = accounts(kind);
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO accounts VALUES (?, 0)")) {
      for (int id : new int[] {7, 1, 8}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      SQLException failure = failureOf(insert::executeBatch);
      // Some databases keep the rows before the one that failed.
      assertFailure(kind, failure, CONSTRAINT, Effect.NONE, Effect.NONE, Effect.UNKNOWN);
    }
  }

  @Test
  void the_first_error_of_a_failed_transaction_is_found() throws Exception {
    TestDatabase database = accounts(Db.POSTGRESQL);
    try (Connection connection = transaction(database)) {
      failureOf(() -> execute(connection, "INSERT INTO accounts VALUES (1, 0)"));
      SQLException failure = failureOf(() -> execute(connection, "SELECT 1"));
      assertThat(failure.getSQLState()).isEqualTo("25P02");
      assertFailure(Db.POSTGRESQL, failure, CONSTRAINT, Effect.NONE, Effect.NONE, Effect.NONE);
      assertThat(SqlClassifier.standard().diagnose(failure).orElseThrow().sqlState())
          .isEqualTo("23505");
    }
  }

  @Test
  void a_server_with_too_many_connections_is_overloaded() throws Exception {
    TestDatabase database = Db.POSTGRESQL.fresh();
    database.execute(
        "ALTER DATABASE " + database.name() + " CONNECTION LIMIT 0",
        "CREATE ROLE plain_" + database.name() + " LOGIN PASSWORD 'secret'");
    SQLException failure =
        failureOf(database.as("plain_" + database.name(), "secret")::getConnection);
    assertFailure(
        Db.POSTGRESQL, failure, SqlCategory.OVERLOAD, Effect.NONE, Effect.UNKNOWN, Effect.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void a_connection_reports_its_database(Db kind) throws Exception {
    try (Connection connection = kind.fresh().getConnection()) {
      assertThat(SqlDatabase.of(connection)).isEqualTo(database(kind));
    }
  }

  /** Checks that a classifier with a known database and one without return the same result. */
  private static void assertFailure(
      Db kind,
      SQLException failure,
      SqlCategory category,
      Effect inTransaction,
      Effect committing,
      Effect autoCommit) {
    for (SqlClassifier classifier :
        List.of(SqlClassifier.forDatabase(database(kind)), SqlClassifier.standard())) {
      SqlFailure found = classifier.diagnose(failure).orElseThrow();
      assertThat(found.category()).as("%s of %s", found, failure).isEqualTo(category);
      assertThat(found.effect(SqlPhase.CONNECTING)).isEqualTo(Effect.NONE);
      assertThat(found.effect(SqlPhase.IN_TRANSACTION)).isEqualTo(inTransaction);
      assertThat(found.effect(SqlPhase.COMMITTING)).isEqualTo(committing);
      assertThat(found.effect(SqlPhase.AUTO_COMMIT)).isEqualTo(autoCommit);
      assertThat(classifier.classify(Outcome.threw(new IllegalStateException(failure))))
          .isEqualTo(found.verdict(SqlPhase.AUTO_COMMIT));
    }
  }

  private static SqlDatabase database(Db kind) {
    return switch (kind) {
      case POSTGRESQL -> SqlDatabase.POSTGRESQL;
      case MARIADB, MARIADB_BY_CONNECTOR_J -> SqlDatabase.MARIADB;
      case H2 -> SqlDatabase.H2;
      case SQLITE -> SqlDatabase.SQLITE;
    };
  }

  private static TestDatabase accounts(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    database.execute(
        "CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)",
        "INSERT INTO accounts VALUES (1, 100)",
        "INSERT INTO accounts VALUES (2, 100)");
    return database;
  }

  private static Connection transaction(TestDatabase database) throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private static Void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
    return null;
  }

  private static Void run(TestDatabase database, String sql) throws SQLException {
    database.execute(sql);
    return null;
  }

  private static Void commit(Connection connection) throws SQLException {
    connection.commit();
    return null;
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static SQLException failureOf(Callable<?> action) throws Exception {
    try {
      action.call();
    } catch (SQLException failure) {
      return failure;
    }
    return null;
  }

  private static SQLException firstOf(SQLException... failures) {
    List<SQLException> real = new ArrayList<>();
    for (SQLException failure : failures) {
      if (failure != null) {
        real.add(failure);
      }
    }
    assertThat(real).hasSize(1);
    return real.get(0);
  }
}
