package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.classify.SqlCategory;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests batches on databases whose failures the classifier does not know: real ones, whose
 * exceptions are replaced by those of an unknown driver.
 */
class UnrecognisedFailuresTest {

  private static final String INSERT = "INSERT INTO parcel VALUES (?, ?)";

  /** The halves of a first call of 100 items, until ten of them are refused alone. */
  private static final int MOST_CALLS = 100;

  private static TestDatabase parcels(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    database.execute("CREATE TABLE parcel (id INTEGER PRIMARY KEY, name VARCHAR(10) NOT NULL)");
    return database;
  }

  /** A new connection for each call takes a while on a busy machine. */
  private static TransactionRetry transactions(DataSource database) {
    return TransactionRetry.on(database).policy(Sql.QUICK.toBuilder().withoutTimeLimit().build());
  }

  private static DataSource foreign(DataSource database) {
    return Sql.source(
        () -> {
          Connection connection = database.getConnection();
          return Sql.proxy(
              Connection.class,
              (proxy, method, args) -> {
                Object result = translated(connection, method, args);
                return result instanceof PreparedStatement statement
                    ? Sql.proxy(
                        PreparedStatement.class,
                        (self, called, with) -> translated(statement, called, with))
                    : result;
              });
        });
  }

  private static Object translated(Object target, Method method, Object[] args) throws Throwable {
    try {
      return Sql.invoke(target, method, args);
    } catch (SQLException failure) {
      throw new SQLException("FOREIGN-4711: " + failure.getMessage(), "HY000", 4711);
    }
  }

  /** A batch that inserts numbers, with a null name for some of them. */
  private static Batch<Integer> inserts(TransactionRetry transactions, IntPredicate bad) {
    return transactions.batch(
        INSERT,
        (statement, id) -> {
          statement.setInt(1, id);
          statement.setString(2, bad.test(id) ? null : "box");
        });
  }

  private static BatchReport<Integer> insert(DataSource database, IntPredicate bad) {
    return inserts(transactions(foreign(database)), bad).run(numbers(500));
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private static long rows(TestDatabase database) throws SQLException {
    return database.number("SELECT count(*) FROM parcel");
  }

  private static List<Integer> deadItems(BatchReport<Integer> report) {
    return report.deadLetters().stream().map(DeadLetter::item).sorted().toList();
  }

  @ParameterizedTest
  @EnumSource
  void a_table_that_does_not_exist_stops_the_run_in_its_first_call(Db kind) {
    BatchReport<Integer> report = insert(kind.fresh(), id -> false);

    assertThat(report.stopReason()).as(report::toString).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.counts().calls()).isLessThan(MOST_CALLS);
    assertThat(report.counts().dead()).isEqualTo(100);
    assertThat(report.counts().notAttempted()).isEqualTo(report.counts().input() - 100);
    assertThat(report.stopFailure().orElseThrow())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("FOREIGN-4711")
        .hasMessageContaining("no rule of the SqlClassifier")
        .hasCauseInstanceOf(SQLException.class);
  }

  @ParameterizedTest
  @EnumSource
  void an_item_that_the_database_refuses_is_dead_alone(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);

    BatchReport<Integer> report = insert(database, id -> id == 17 || id == 242);

    assertThat(deadItems(report)).as(report::toString).containsExactly(17, 242);
    assertThat(report.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.deadLetters().get(0).message()).contains("FOREIGN-4711");
    assertThat(rows(database)).isEqualTo(498);
  }

  @ParameterizedTest
  @EnumSource
  void half_of_the_items_may_be_refused(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);

    BatchReport<Integer> report =
        inserts(transactions(foreign(database)), id -> id % 2 == 0).chunkSize(20).run(numbers(60));

    assertThat(report.stopReason()).as(report::toString).isEqualTo(StopReason.SUCCEEDED);
    assertThat(report.counts().dead()).isEqualTo(30);
    assertThat(rows(database)).isEqualTo(30);
  }

  @ParameterizedTest
  @EnumSource
  void nine_bad_items_in_a_row_are_found_also_in_calls_of_one_item(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);

    BatchReport<Integer> report =
        inserts(transactions(foreign(database)), id -> id < 9).chunkSize(1).run(numbers(50));

    assertThat(report.counts().dead()).as(report::toString).isEqualTo(9);
    assertThat(rows(database)).isEqualTo(41);
  }

  /** As if a disk were full, or a permission were withdrawn, during the run. */
  @ParameterizedTest
  @EnumSource
  void a_statement_that_fails_from_some_time_on_stops_the_run(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);

    BatchReport<Integer> report = insert(database, id -> id >= 250);

    assertThat(report.stopReason()).as(report::toString).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(rows(database)).isEqualTo(report.counts().done()).isLessThanOrEqualTo(250);
    assertThat(report.counts().done()).isGreaterThanOrEqualTo(225);
    assertThat(report.counts().done() + report.counts().dead()).isEqualTo(300);
  }

  @ParameterizedTest
  @EnumSource
  void a_batch_that_was_stopped_starts_to_count_again(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    Batch<Integer> batch = inserts(transactions(foreign(database)), id -> id == 0);
    assertThat(batch.run(numbers(500)).stopFailure()).isPresent();
    database.execute("CREATE TABLE parcel (id INTEGER PRIMARY KEY, name VARCHAR(10) NOT NULL)");

    BatchReport<Integer> report = batch.run(numbers(500));

    assertThat(deadItems(report)).as(report::toString).containsExactly(0);
    assertThat(rows(database)).isEqualTo(499);
  }

  @Test
  void items_that_an_earlier_run_refused_do_not_count() throws SQLException {
    TestDatabase database = parcels(Db.H2);
    Batch<Integer> batch =
        inserts(transactions(foreign(database)), id -> id < 9 || id == 100).chunkSize(1);
    assertThat(batch.run(numbers(9)).counts().dead()).isEqualTo(9);

    BatchReport<Integer> report = batch.run(List.of(100, 101, 102));

    assertThat(deadItems(report)).as(report::toString).containsExactly(100);
    assertThat(rows(database)).isEqualTo(2);
  }

  @Test
  void items_that_another_run_was_refused_meanwhile_do_not_count() throws SQLException {
    TestDatabase database = parcels(Db.H2);
    Batch<Integer> batch =
        inserts(transactions(foreign(database)), id -> id < 9 || id == 100).chunkSize(1);
    List<BatchReport<Integer>> others = new ArrayList<>();

    batch
        .onDeadLetter(
            dead -> {
              if (dead.item() == 8) {
                others.add(batch.run(List.of(100, 101, 102)));
              }
            })
        .run(numbers(9));

    assertThat(deadItems(others.get(0))).as(others::toString).containsExactly(100);
    assertThat(rows(database)).isEqualTo(2);
  }

  @Test
  void a_connection_that_is_refused_stops_the_run_at_once() throws SQLException {
    RecordingDataSource watched =
        new RecordingDataSource(parcels(Db.H2))
            .failing("getConnection", 1000, new SQLException("FOREIGN-1: go away", "HY000", 1));

    BatchReport<Integer> report = inserts(transactions(watched), id -> false).run(numbers(500));

    assertThat(report.counts().calls()).as(report::toString).isEqualTo(1);
    assertThat(report.stopFailure().orElseThrow()).hasMessageContaining("before its first item");
  }

  @Test
  void a_statement_that_cannot_be_prepared_stops_the_run_at_once() throws SQLException {
    RecordingDataSource watched =
        new RecordingDataSource(parcels(Db.H2))
            .failing("prepareStatement", 1000, new SQLException("FOREIGN-2: what?", "HY000", 2));

    BatchReport<Integer> report = inserts(transactions(watched), id -> false).run(numbers(500));

    assertThat(report.counts().calls()).as(report::toString).isEqualTo(1);
    assertThat(report.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
  }

  @ParameterizedTest
  @EnumSource
  void a_rule_of_the_user_decides_instead(Db kind) {
    SqlClassifier syntax = SqlClassifier.standard().withCodeRule(4711, SqlCategory.SYNTAX);

    BatchReport<Integer> report =
        inserts(transactions(foreign(kind.fresh())).classifier(syntax), id -> false)
            .run(numbers(500));

    assertThat(report.counts().calls()).as(report::toString).isEqualTo(1);
    assertThat(report.stopFailure().orElseThrow()).hasMessageStartingWith("FOREIGN-4711");
  }

  /** PostgreSQL itself has failures without a rule: those that a function raises. */
  @Test
  void a_trigger_that_raises_an_unknown_code_refuses_single_rows() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL);
    database.execute(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN IF NEW.id % 50 = 7 THEN RAISE ''no'' USING ERRCODE = ''ZZ001''; END IF;
        RETURN NEW; END'
        """,
        "CREATE TRIGGER refusing BEFORE INSERT ON parcel FOR EACH ROW EXECUTE FUNCTION refuse()");

    BatchReport<Integer> report = inserts(transactions(database), id -> false).run(numbers(500));

    assertThat(report.counts().dead()).as(report::toString).isEqualTo(10);
    assertThat(rows(database)).isEqualTo(490);
  }

  @Test
  void a_trigger_that_raises_an_unknown_code_for_all_rows_stops_the_run() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL);
    database.execute(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE ''closed'' USING ERRCODE = ''ZZ002''; END'
        """,
        "CREATE TRIGGER refusing BEFORE INSERT ON parcel FOR EACH ROW EXECUTE FUNCTION refuse()");

    BatchReport<Integer> report = inserts(transactions(database), id -> false).run(numbers(500));

    assertThat(report.counts().dead()).as(report::toString).isEqualTo(100);
    assertThat(report.counts().calls()).isLessThan(MOST_CALLS);
    assertThat(report.stopFailure().orElseThrow()).hasMessageContaining("closed");
  }
}
