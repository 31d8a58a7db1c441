package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.BatchRun;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.transaction.ItemBinder;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests batches with items whose values are refused as if the statement were invalid, and binders
 * that do more than to set parameters.
 */
class RefusedValuesTest {

  private static final String INSERT = "INSERT INTO parcel VALUES (?, ?)";
  private static final List<Integer> REFUSED = List.of(7, 21);

  private static TestDatabase parcels(Db kind, String type) throws SQLException {
    TestDatabase database = kind.fresh();
    database.execute("CREATE TABLE parcel (id INTEGER, content " + type + ")");
    return database;
  }

  private static BatchReport<Integer> run(
      TestDatabase database, String sql, ItemBinder<Integer> binder) {
    return run(TransactionRetry.on(database), sql, binder);
  }

  private static BatchReport<Integer> run(
      TransactionRetry transactions, String sql, ItemBinder<Integer> binder) {
    return transactions
        .batch(sql, binder)
        .chunkSize(10)
        .run(IntStream.range(0, 30).boxed().toList());
  }

  private static void refusesOnlyThose(BatchReport<Integer> report, TestDatabase database)
      throws SQLException {
    assertThat(report.deadLetters().stream().map(DeadLetter::item).sorted())
        .as(report::toString)
        .isEqualTo(REFUSED);
    assertThat(report.stopFailure()).isEmpty();
    assertThat(report.counts().done()).isEqualTo(28);
    assertThat(database.number("SELECT count(*) FROM parcel")).isEqualTo(28);
  }

  @Test
  void a_value_of_a_type_that_postgresql_does_not_convert_is_dead_alone() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL, "INTEGER");

    BatchReport<Integer> report =
        run(
            database,
            INSERT,
            (statement, id) -> {
              statement.setInt(1, id);
              statement.setObject(2, REFUSED.contains(id) ? "1" : 1);
            });

    refusesOnlyThose(report, database);
  }

  @Test
  void a_value_without_an_operator_in_postgresql_is_dead_alone() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL, "INTEGER");
    run(database, "INSERT INTO parcel VALUES (?, 0)", (statement, id) -> statement.setInt(1, id));

    BatchReport<Integer> report =
        run(
            database,
            "UPDATE parcel SET content = 1 WHERE id = ?",
            (statement, id) -> statement.setObject(1, REFUSED.contains(id) ? id.toString() : id));

    assertThat(report.deadLetters().stream().map(DeadLetter::item).sorted()).isEqualTo(REFUSED);
    assertThat(database.number("SELECT sum(content) FROM parcel")).isEqualTo(28);
  }

  @Test
  void a_statement_of_the_wrong_type_stops_the_run_after_ten_items() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL, "DATE");

    BatchReport<Integer> report =
        run(
            database,
            INSERT,
            (statement, id) -> {
              statement.setInt(1, id);
              statement.setInt(2, id);
            });

    assertThat(report.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(20);
    assertThat(report.stopFailure().orElseThrow())
        .hasMessageStartingWith("10 items in a row were refused, each alone: ")
        .hasMessageContaining("is of type date");
  }

  @Test
  void a_row_that_a_policy_of_postgresql_refuses_is_dead_alone() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL, "INTEGER");
    String role = database.name() + "_writer";
    database.execute(
        "CREATE ROLE " + role + " LOGIN PASSWORD 'secret'",
        "GRANT ALL ON parcel TO " + role,
        "ALTER TABLE parcel ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY chosen ON parcel WITH CHECK (id NOT IN (7, 21))");

    BatchReport<Integer> report =
        run(
            database.as(role, "secret"),
            "INSERT INTO parcel VALUES (?, 1)",
            (statement, id) -> statement.setInt(1, id));

    refusesOnlyThose(report, database);
    assertThat(report.deadLetters().get(0).message()).contains("row-level security");
  }

  @ParameterizedTest
  @ValueSource(strings = {"json(?)", "abs(?)"})
  void a_value_that_a_function_of_sqlite_refuses_is_dead_alone(String function)
      throws SQLException {
    TestDatabase database = parcels(Db.SQLITE, "TEXT");

    BatchReport<Integer> report =
        run(
            database,
            "INSERT INTO parcel VALUES (?, " + function + ")",
            (statement, id) -> {
              statement.setInt(1, id);
              if (function.startsWith("json")) {
                statement.setString(2, REFUSED.contains(id) ? "{" : "{}");
              } else {
                statement.setLong(2, REFUSED.contains(id) ? Long.MIN_VALUE : 1);
              }
            });

    refusesOnlyThose(report, database);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void a_number_that_is_not_finite_is_dead_alone_in_mariadb(double number) throws SQLException {
    for (Db kind : List.of(Db.MARIADB, Db.MARIADB_BY_CONNECTOR_J)) {
      TestDatabase database = parcels(kind, "DOUBLE");

      BatchReport<Integer> report =
          run(
              database,
              INSERT,
              (statement, id) -> {
                statement.setInt(1, id);
                statement.setDouble(2, REFUSED.contains(id) ? number : 1);
              });

      refusesOnlyThose(report, database);
    }
  }

  /** Ten in a row, so that a failure without a rule would stop the run. */
  @ParameterizedTest
  @CsvSource({
    "ENUM('1'), ''",
    "'INTEGER) PARTITION BY LIST (content) (PARTITION one VALUES IN (1)', 2",
    "'INTEGER CHECK (content = 1)', 2",
    "INTEGER, x"
  })
  void values_that_do_not_fit_their_column_are_dead_in_mariadb(String type, String value)
      throws SQLException {
    for (Db kind : List.of(Db.MARIADB, Db.MARIADB_BY_CONNECTOR_J)) {
      TestDatabase database = parcels(kind, type);

      BatchReport<Integer> report =
          run(
              database,
              INSERT,
              (statement, id) -> {
                statement.setInt(1, id);
                statement.setString(2, id < 15 ? value : "1");
              });

      assertThat(report.counts().dead()).as(report::toString).isEqualTo(15);
      assertThat(report.stopFailure()).isEmpty();
      assertThat(database.number("SELECT count(*) FROM parcel")).isEqualTo(15);
    }
  }

  /** As a binder in Kotlin, which need not declare exceptions. */
  @Test
  void an_item_whose_binder_throws_an_undeclared_exception_is_dead_alone() throws SQLException {
    TestDatabase database = parcels(Db.H2, "INTEGER");

    BatchReport<Integer> report =
        run(
            database,
            "INSERT INTO parcel VALUES (?, 1)",
            (statement, id) -> {
              if (REFUSED.contains(id)) {
                Sql.sneakyThrow(new IOException("no file"));
              }
              statement.setInt(1, id);
            });

    refusesOnlyThose(report, database);
    assertThat(report.deadLetters()).allMatch(dead -> dead.error() instanceof IOException);
  }

  @ParameterizedTest
  @ValueSource(classes = {StackOverflowError.class, AssertionError.class})
  void an_item_whose_binder_throws_an_error_is_dead_alone(Class<? extends Error> type)
      throws Exception {
    TestDatabase database = parcels(Db.H2, "INTEGER");
    Error error = type.getConstructor().newInstance();

    BatchReport<Integer> report =
        run(
            database,
            "INSERT INTO parcel VALUES (?, 1)",
            (statement, id) -> {
              if (REFUSED.contains(id)) {
                throw error;
              }
              statement.setInt(1, id);
            });

    refusesOnlyThose(report, database);
    assertThat(report.deadLetters()).allMatch(dead -> dead.error() == error);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_run_that_is_cancelled_while_an_item_is_bound_commits_no_item_of_the_call(boolean wrapped)
      throws Exception {
    TestDatabase database = parcels(Db.H2, "INTEGER");
    CountDownLatch binds = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    BatchRun<Integer> run =
        TransactionRetry.on(database)
            .<Integer>batch(
                "INSERT INTO parcel VALUES (?, 1)",
                (statement, id) -> {
                  if (id == 3) {
                    binds.countDown();
                    awaitInterrupt(never, wrapped);
                  }
                  statement.setInt(1, id);
                })
            .chunkSize(10)
            .start(IntStream.range(0, 30).iterator());
    binds.await();

    run.cancel();

    BatchReport<Integer> report = run.report().join();
    assertThat(report.deadLetters())
        .hasSize(10)
        .allMatch(dead -> dead.stopReason() == StopReason.CANCELLED);
    assertThat(database.number("SELECT count(*) FROM parcel")).isZero();
  }

  private static void awaitInterrupt(CountDownLatch never, boolean wrapped) {
    try {
      never.await();
    } catch (InterruptedException interrupt) {
      if (wrapped) {
        throw new IllegalStateException(interrupt);
      }
      Sql.sneakyThrow(interrupt);
    }
  }

  /** The batch cannot see the call, but the driver reports a result for each item it executed. */
  @ParameterizedTest
  @EnumSource(names = {"H2", "SQLITE", "POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_binder_that_changes_the_batch_of_the_unwrapped_statement_stops_the_run(Db kind)
      throws SQLException {
    for (String method : List.of("addBatch", "clearBatch")) {
      TestDatabase database = parcels(kind, "INTEGER");

      BatchReport<Integer> report =
          run(
              database,
              "INSERT INTO parcel VALUES (?, 1)",
              (statement, id) -> {
                statement.setInt(1, id);
                if (id == 12) {
                  call(driverStatement(statement), method);
                }
                statement.setInt(1, id);
              });

      assertThat(report.stopFailure())
          .as(report::toString)
          .hasValueSatisfying(
              failure ->
                  assertThat(failure)
                      .hasMessageContaining("the batch adds and executes each item itself"));
      assertThat(report.counts().dead()).isEqualTo(10);
      assertThat(database.number("SELECT count(*) FROM parcel")).isEqualTo(10);
    }
  }

  private static PreparedStatement driverStatement(PreparedStatement statement)
      throws SQLException {
    return statement.unwrap(PreparedStatement.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"addBatch", "clearBatch", "executeUpdate", "execute", "close"})
  void a_binder_that_does_more_than_to_set_parameters_stops_the_run(String method)
      throws SQLException {
    TestDatabase database = parcels(Db.H2, "INTEGER");

    BatchReport<Integer> report =
        run(
            database,
            "INSERT INTO parcel VALUES (?, 1)",
            (statement, id) -> {
              statement.setInt(1, id);
              if (id == 12) {
                call(statement, method);
              }
            });

    assertThat(report.stopFailure().orElseThrow()).hasMessageStartingWith(method + " must not be");
    assertThat(report.counts().done()).isEqualTo(10);
    assertThat(report.counts().dead()).isEqualTo(10);
    assertThat(report.counts().notAttempted()).isEqualTo(10);
    assertThat(database.number("SELECT count(*) FROM parcel")).isEqualTo(10);
  }

  private static void call(PreparedStatement statement, String method) throws SQLException {
    switch (method) {
      case "addBatch" -> statement.addBatch();
      case "clearBatch" -> statement.clearBatch();
      case "executeUpdate" -> statement.executeUpdate();
      case "execute" -> statement.execute();
      default -> statement.close();
    }
  }
}
