package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests batches of statements that are more than {@code INSERT INTO … VALUES}. */
class BatchStatementsTest {

  private static TestDatabase parcels(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    database.execute("CREATE TABLE parcel (id INTEGER PRIMARY KEY, name VARCHAR(20))");
    return database;
  }

  private static BatchReport<Integer> run(TransactionRetry transactions, String sql) {
    return transactions
        .policy(Sql.QUICK)
        .<Integer>batch(sql, (statement, id) -> statement.setInt(1, id))
        .chunkSize(15)
        .run(IntStream.range(0, 30).boxed().toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MARIADB | INSERT INTO parcel VALUES (?, 'x') RETURNING id",
        "MARIADB_BY_CONNECTOR_J | SELECT ?",
        "H2 | SELECT id FROM FINAL TABLE (INSERT INTO parcel VALUES (?, 'x'))",
        "SQLITE | INSERT INTO parcel VALUES (?, 'x') RETURNING id"
      })
  void a_statement_whose_rows_the_driver_refuses_stops_the_run_at_once(Db kind, String sql)
      throws SQLException {
    TestDatabase database = parcels(kind);

    BatchReport<Integer> report = run(TransactionRetry.on(database), sql);

    assertThat(report.stopReason()).as(report::toString).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.counts().calls()).isEqualTo(1);
    assertThat(report.counts().dead()).isEqualTo(15);
    assertThat(report.counts().notAttempted()).isEqualTo(15);
    assertThat(report.stopFailure().orElseThrow())
        .hasMessageStartingWith("the statement returns rows, which this driver refuses in a batch");
    assertThat(database.number("SELECT count(*) FROM parcel")).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB_BY_CONNECTOR_J"})
  void rows_that_the_driver_accepts_are_not_read(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);

    BatchReport<Integer> report =
        run(TransactionRetry.on(database), "INSERT INTO parcel VALUES (?, 'x') RETURNING id");

    assertThat(report.allDone()).as(report::toString).isTrue();
    assertThat(database.number("SELECT count(*) FROM parcel")).isEqualTo(30);
  }

  /** The driver of PostgreSQL throws a ClassCastException for two statements with parameters. */
  @Test
  void a_bug_of_the_driver_for_each_item_stops_the_run() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL);

    BatchReport<Integer> report =
        run(TransactionRetry.on(database), "INSERT INTO parcel VALUES (?, 'x'); SELECT 1");

    assertThat(report.stopFailure().orElseThrow())
        .hasMessageStartingWith("10 items in a row were refused, each alone")
        .hasMessageContaining("ClassCastException");
    assertThat(report.counts().notAttempted()).isEqualTo(15);
  }

  @Test
  void a_bug_of_the_driver_for_some_items_is_found_by_halving() throws SQLException {
    TestDatabase database = parcels(Db.H2);
    AtomicInteger calls = new AtomicInteger();
    DataSource buggy =
        Sql.source(
            () -> {
              Connection connection = database.getConnection();
              return Sql.proxy(
                  Connection.class,
                  (proxy, method, args) -> {
                    Object result = Sql.invoke(connection, method, args);
                    return result instanceof PreparedStatement statement
                        ? failingOnce(statement, calls)
                        : result;
                  });
            });

    BatchReport<Integer> report =
        run(TransactionRetry.on(buggy), "INSERT INTO parcel VALUES (?, 'x')");

    assertThat(calls.get()).isGreaterThan(2);
    assertThat(report.allDone()).as(report::toString).isTrue();
    assertThat(database.number("SELECT count(*) FROM parcel")).isEqualTo(30);
  }

  private static PreparedStatement failingOnce(PreparedStatement statement, AtomicInteger calls) {
    return Sql.proxy(
        PreparedStatement.class,
        (proxy, method, args) -> {
          if (method.getName().equals("executeBatch") && calls.getAndIncrement() == 0) {
            throw new IllegalStateException("not these values");
          }
          return Sql.invoke(statement, method, args);
        });
  }

  /** The server reports that a policy refuses a row by the same code as missing rights. */
  @Test
  void a_row_that_a_policy_of_postgresql_refuses_in_another_language_is_dead_alone()
      throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL);
    raising(database, "NEW.id IN (7, 21)", "neue Zeile verletzt Policy für Sicherheit");

    BatchReport<Integer> report =
        run(TransactionRetry.on(database), "INSERT INTO parcel VALUES (?, 'x')");

    assertThat(report.stopFailure()).as(report::toString).isEmpty();
    assertThat(report.counts().dead()).isEqualTo(2);
    assertThat(report.counts().done()).isEqualTo(28);
  }

  @Test
  void missing_rights_in_another_language_stop_the_run_after_ten_items() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL);
    raising(database, "true", "keine Berechtigung für Tabelle parcel");

    BatchReport<Integer> report =
        run(TransactionRetry.on(database), "INSERT INTO parcel VALUES (?, 'x')");

    assertThat(report.stopFailure().orElseThrow())
        .hasMessageStartingWith("10 items in a row were refused, each alone: ")
        .hasMessageContaining("keine Berechtigung");
    assertThat(report.counts().notAttempted()).isEqualTo(15);
  }

  @Test
  void missing_rights_in_english_stop_the_run_at_once() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL);
    String role = database.name() + "_reader";
    database.execute("CREATE ROLE " + role + " LOGIN PASSWORD 'secret'");

    BatchReport<Integer> report =
        run(TransactionRetry.on(database.as(role, "secret")), "INSERT INTO parcel VALUES (?, 'x')");

    assertThat(report.counts().calls()).isEqualTo(1);
    assertThat(report.stopFailure().orElseThrow()).hasMessageContaining("permission denied");
  }

  private static void raising(TestDatabase database, String condition, String text)
      throws SQLException {
    database.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN IF "
            + condition
            + " THEN RAISE '"
            + text
            + "' USING ERRCODE = '42501'; END IF; RETURN NEW; END$$",
        "CREATE TRIGGER refusing BEFORE INSERT ON parcel FOR EACH ROW EXECUTE FUNCTION refuse()");
  }

  /** Each of them is refused by its own key when it is repeated after an unknown commit. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH one AS (SELECT ? AS id) INSERT INTO parcel SELECT id, 'x' FROM one",
        "/* load */ with recursive one (id) as (select ?) -- INSERT\n INSERT INTO parcel SELECT id,"
            + " 'x' FROM one",
        "INSERT INTO parcel VALUES (?, 'ON CONFLICT')",
        "INSERT INTO parcel VALUES (?, 'it''s') -- ON DUPLICATE KEY"
      })
  void an_insert_that_is_no_upsert_is_recognized_in_any_form(String sql) throws SQLException {
    for (Db kind : List.of(Db.POSTGRESQL, Db.SQLITE)) {
      TestDatabase database = parcels(kind);
      SQLException lost = new SQLException("connection lost after the commit", "08006");

      BatchReport<Integer> report =
          run(
              TransactionRetry.on(new RecordingDataSource(database).failingAfter("commit", 1, lost))
                  .idempotent(),
              sql);

      assertThat(report.allDone()).as(kind + ": " + report).isTrue();
      assertThat(database.number("SELECT count(*) FROM parcel")).isEqualTo(30);
    }
  }
}
