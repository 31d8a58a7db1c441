package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.Direction;
import dev.reprise.testbed.tcp.FaultTrigger;
import dev.reprise.testbed.tcp.TcpProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests batches of statements: which items are committed, once, and which are dead with what. */
class SqlBatchTest {

  private static final String INSERT = "INSERT INTO parcel VALUES (?, ?)";

  private record Parcel(int id, String name) {}

  private static void bind(PreparedStatement statement, Parcel parcel) throws SQLException {
    statement.setInt(1, parcel.id());
    statement.setString(2, parcel.name());
  }

  private static TestDatabase parcels(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();
    database.execute("CREATE TABLE parcel (id INTEGER PRIMARY KEY, name VARCHAR(10) NOT NULL)");
    return database;
  }

  private static List<Parcel> some(int count) {
    return IntStream.range(0, count)
        .mapToObj(id -> new Parcel(id, "box"))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static long rows(TestDatabase database) throws SQLException {
    return database.number("SELECT count(*) FROM parcel");
  }

  private static List<Integer> deadIds(BatchReport<Parcel> report) {
    return report.deadLetters().stream().map(dead -> dead.item().id()).sorted().toList();
  }

  private static String upsert(Db kind) {
    return switch (kind) {
      case POSTGRESQL, SQLITE -> INSERT + " ON CONFLICT (id) DO UPDATE SET name = excluded.name";
      case MARIADB, MARIADB_BY_CONNECTOR_J ->
          INSERT + " ON DUPLICATE KEY UPDATE name = VALUES(name)";
      case H2 -> "MERGE INTO parcel KEY (id) VALUES (?, ?)";
    };
  }

  @ParameterizedTest
  @EnumSource
  void every_item_is_committed_once_in_calls_of_the_chunk_size(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);
    RecordingDataSource watched = new RecordingDataSource(database);

    BatchReport<Parcel> report =
        TransactionRetry.on(watched).batch(INSERT, SqlBatchTest::bind).run(some(250));

    assertThat(report.allDone()).as(report::toString).isTrue();
    assertThat(report.counts().calls()).isEqualTo(3);
    assertThat(rows(database)).isEqualTo(250);
    assertThat(watched.open()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void refused_items_are_dead_and_all_others_are_committed(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);
    database.execute("INSERT INTO parcel VALUES (42, 'old')");
    List<Parcel> parcels = some(100);
    parcels.set(17, new Parcel(17, null));
    parcels.add(new Parcel(99, "again"));

    BatchReport<Parcel> report =
        TransactionRetry.on(database).batch(INSERT, SqlBatchTest::bind).run(parcels);

    assertThat(deadIds(report)).containsExactly(17, 42, 99);
    for (DeadLetter<Parcel> dead : report.deadLetters()) {
      assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
      assertThat(dead.error()).isInstanceOf(SQLException.class);
    }
    assertThat(rows(database)).isEqualTo(99);
    assertThat(database.number("SELECT count(*) FROM parcel WHERE name = 'old'")).isEqualTo(1);
  }

  /** Both drivers compare lengths with the limit; each item of the second half is above it. */
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void each_item_above_the_largest_packet_is_dead_alone(Db kind) throws SQLException {
    TestDatabase database = parcels(kind).with("&maxAllowedPacket=1048576");
    database.execute("ALTER TABLE parcel MODIFY name LONGTEXT");
    List<Parcel> parcels = some(24);
    String tooLong = "x".repeat(1_100_000);
    parcels.replaceAll(parcel -> parcel.id() < 12 ? parcel : new Parcel(parcel.id(), tooLong));

    BatchReport<Parcel> report =
        TransactionRetry.on(database).batch(INSERT, SqlBatchTest::bind).run(parcels);

    assertThat(report.stopFailure()).isEmpty();
    assertThat(deadIds(report)).isEqualTo(IntStream.range(12, 24).boxed().toList());
    assertThat(report.deadLetters())
        .allSatisfy(dead -> assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE));
    assertThat(rows(database)).isEqualTo(12);
  }

  @ParameterizedTest
  @EnumSource(names = "SQLITE", mode = EnumSource.Mode.EXCLUDE)
  void a_value_that_is_too_long_is_dead_alone(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);
    List<Parcel> parcels = some(20);
    parcels.set(3, new Parcel(3, "longer than ten"));

    BatchReport<Parcel> report =
        TransactionRetry.on(database).batch(INSERT, SqlBatchTest::bind).run(parcels);

    assertThat(deadIds(report)).containsExactly(3);
    assertThat(report.stopFailure()).isEmpty();
    assertThat(rows(database)).isEqualTo(19);
  }

  @ParameterizedTest
  @EnumSource
  void calls_that_conflict_are_sent_again_until_each_item_is_committed_once(Db kind)
      throws SQLException {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    RecordingDataSource watched = new RecordingDataSource(database);
    Batch<Integer> additions =
        TransactionRetry.on(watched)
            .policy(Sql.QUICK.toBuilder().maxAttempts(1000).build())
            .batch(
                "UPDATE account SET balance = balance + 1 WHERE id = ?",
                (statement, id) -> statement.setInt(1, id));

    BatchReport<Integer> report =
        additions
            .chunkSize(5)
            .parallelism(4)
            .run(IntStream.range(0, 200).mapToObj(i -> 1 + (i / 5 + i) % 2).toList());

    assertThat(report.allDone()).as(report::toString).isTrue();
    assertThat(Sql.balance(database, 1) + Sql.balance(database, 2)).isEqualTo(400);
    assertThat(watched.open()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_call_whose_connection_breaks_before_the_commit_is_sent_again(Db kind) throws Exception {
    TestDatabase database = parcels(kind);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start()) {
      FaultTrigger trip =
          proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "INTO parcel", Cut.RESET));
      RecordingDataSource watched = new RecordingDataSource(database.at(proxy.port()));

      BatchReport<Parcel> report =
          TransactionRetry.on(watched)
              .policy(Sql.QUICK)
              .batch(INSERT, SqlBatchTest::bind)
              .run(some(30));

      assertThat(report.allDone()).as(report::toString).isTrue();
      assertThat(trip.fired()).isEqualTo(1);
      assertThat(report.counts().calls()).as(report::toString).isEqualTo(2);
      assertThat(report.counts().isolatingCalls()).as(report::toString).isZero();
      assertThat(rows(database)).isEqualTo(30);
      assertThat(watched.open()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void items_of_an_unknown_commit_are_dead_with_that_reason(Db kind) throws Exception {
    TestDatabase database = parcels(kind);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start()) {
      FaultTrigger trip =
          proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));

      BatchReport<Parcel> report =
          TransactionRetry.on(database.at(proxy.port()))
              .policy(Sql.QUICK)
              .batch(INSERT, SqlBatchTest::bind)
              .run(some(150));

      assertThat(trip.fired()).isEqualTo(1);
      assertThat(report.counts().done()).isEqualTo(50);
      assertThat(report.deadLetters())
          .hasSize(100)
          .allMatch(dead -> dead.stopReason() == StopReason.EFFECT_UNKNOWN);
      assertThat(report.deadLetters().get(0).message()).contains("outcome of the commit");
      assertThat(rows(database)).isEqualTo(150);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void items_of_an_unknown_commit_are_sent_again_if_the_statement_is_an_upsert(Db kind)
      throws Exception {
    TestDatabase database = parcels(kind);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start()) {
      FaultTrigger trip =
          proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));

      BatchReport<Parcel> report =
          TransactionRetry.on(database.at(proxy.port()))
              .policy(Sql.QUICK)
              .idempotent()
              .batch(upsert(kind), SqlBatchTest::bind)
              .run(some(150));

      assertThat(trip.fired()).isEqualTo(1);
      assertThat(report.allDone()).as(report::toString).isTrue();
      assertThat(rows(database)).isEqualTo(150);
    }
  }

  /** The driver that repeats the insert sees the rows of its own earlier attempt. */
  @ParameterizedTest
  @EnumSource
  void rows_that_an_unknown_commit_inserted_are_done_if_inserts_may_be_repeated(Db kind)
      throws SQLException {
    TestDatabase database = parcels(kind);
    database.execute("INSERT INTO parcel VALUES (42, 'old')");
    SQLException lost = new SQLException("connection lost after the commit", "08006");

    BatchReport<Parcel> report =
        TransactionRetry.on(new RecordingDataSource(database).failingAfter("commit", 1, lost))
            .policy(Sql.QUICK)
            .idempotent()
            .batch(INSERT, SqlBatchTest::bind)
            .chunkSize(16)
            .run(some(50));

    assertThat(deadIds(report)).as(report::toString).containsExactly(42);
    assertThat(report.deadLetters().get(0).error()).isInstanceOf(SQLException.class);
    assertThat(report.deadLetters().get(0).stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.counts().done()).isEqualTo(49);
    assertThat(rows(database)).isEqualTo(50);
    assertThat(database.number("SELECT count(*) FROM parcel WHERE name = 'old'")).isEqualTo(1);
  }

  /** An upsert would have replaced its own row: another row has the name. */
  @ParameterizedTest
  @EnumSource
  void an_upsert_whose_row_is_refused_after_an_unknown_commit_is_dead(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);
    database.execute("CREATE UNIQUE INDEX parcel_name ON parcel (name)");
    SQLException lost = new SQLException("connection lost before the commit", "08006");
    RecordingDataSource watched = new RecordingDataSource(database).failing("commit", 1, lost);
    AtomicInteger bound = new AtomicInteger();

    BatchReport<Parcel> report =
        TransactionRetry.on(watched)
            .policy(Sql.QUICK)
            .idempotent()
            .<Parcel>batch(
                upsert(kind),
                (statement, parcel) -> {
                  if (bound.incrementAndGet() == 2) {
                    database.execute("INSERT INTO parcel VALUES (8, 'taken')");
                  }
                  bind(statement, parcel);
                })
            .run(List.of(new Parcel(7, "taken")));

    if (kind.toString().startsWith("MARIADB")) {
      assertThat(report.allDone()).as("updates the row that has the name").isTrue();
    } else {
      assertThat(deadIds(report)).as(report::toString).containsExactly(7);
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_upsert_replaces_the_rows_that_exist(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);
    database.execute("INSERT INTO parcel VALUES (7, 'old')");

    BatchReport<Parcel> report =
        TransactionRetry.on(database)
            .idempotent()
            .batch(upsert(kind), SqlBatchTest::bind)
            .run(some(20));

    assertThat(report.allDone()).as(report::toString).isTrue();
    assertThat(database.number("SELECT count(*) FROM parcel WHERE name = 'box'")).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource
  void invalid_sql_stops_the_run(Db kind) throws SQLException {
    TestDatabase database = kind.fresh();

    BatchReport<Parcel> report =
        TransactionRetry.on(database).batch(INSERT, SqlBatchTest::bind).run(some(500));

    assertThat(report.counts().calls()).isEqualTo(1);
    assertThat(report.counts().dead()).isEqualTo(100);
    assertThat(report.counts().done()).isZero();
    assertThat(report.stopFailure()).containsInstanceOf(SQLException.class);
    assertThat(report.counts().notAttempted()).isEqualTo(report.counts().input() - 100);
  }

  @Test
  void a_refused_password_stops_the_run() throws SQLException {
    TestDatabase database = parcels(Db.POSTGRESQL);

    BatchReport<Parcel> report =
        TransactionRetry.on(database.as(database.user(), "wrong"))
            .batch(INSERT, SqlBatchTest::bind)
            .run(some(500));

    assertThat(report.counts().calls()).isEqualTo(1);
    assertThat(report.stopFailure()).isPresent();
  }

  @Test
  void a_server_that_refuses_connections_stops_the_run_after_the_attempts() throws Exception {
    TestDatabase database = parcels(Db.POSTGRESQL);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start()) {
      proxy.refuse();

      BatchReport<Parcel> report =
          TransactionRetry.on(database.at(proxy.port()))
              .policy(Sql.QUICK.toBuilder().maxAttempts(3).build())
              .batch(INSERT, SqlBatchTest::bind)
              .run(some(500));

      assertThat(report.counts().calls()).isEqualTo(3);
      assertThat(report.counts().dead()).isEqualTo(100);
      assertThat(report.stopFailure()).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_item_whose_parameters_cannot_be_set_is_dead_alone(boolean sqlException)
      throws SQLException {
    TestDatabase database = parcels(Db.H2);
    Exception failure =
        sqlException ? new SQLException("no such parameter") : new IllegalStateException("no name");

    BatchReport<Parcel> report =
        TransactionRetry.on(database)
            .<Parcel>batch(
                INSERT,
                (statement, parcel) -> {
                  statement.setInt(1, parcel.id());
                  if (parcel.id() % 10 == 3) {
                    Sql.sneakyThrow(failure);
                  }
                  statement.setString(2, parcel.name());
                })
            .run(some(20));

    assertThat(deadIds(report)).containsExactly(3, 13);
    assertThat(report.deadLetters()).allMatch(dead -> dead.error() == failure);
    assertThat(report.counts().calls()).isEqualTo(1);
    assertThat(rows(database)).isEqualTo(18);
  }

  /** SQLite inserts null for a parameter that is not set; the column accepts none. */
  @ParameterizedTest
  @EnumSource
  void an_item_never_gets_a_parameter_of_the_item_before_it(Db kind) throws SQLException {
    TestDatabase database = parcels(kind);

    BatchReport<Parcel> report =
        TransactionRetry.on(database)
            .<Parcel>batch(
                INSERT,
                (statement, parcel) -> {
                  statement.setInt(1, parcel.id());
                  if (parcel.id() % 10 != 3) {
                    statement.setString(2, parcel.name());
                  }
                })
            .run(some(20));

    assertThat(deadIds(report)).containsExactly(3, 13);
    assertThat(rows(database)).isEqualTo(18);
  }

  @Test
  void a_call_of_which_no_item_can_be_set_executes_nothing() throws SQLException {
    TestDatabase database = parcels(Db.H2);

    BatchReport<Parcel> report =
        TransactionRetry.on(database)
            .<Parcel>batch(
                INSERT,
                (statement, parcel) -> {
                  throw new IllegalStateException("no name");
                })
            .run(some(5));

    assertThat(report.counts().dead()).isEqualTo(5);
    assertThat(rows(database)).isZero();
  }

  @Test
  void a_batch_never_joins_a_transaction_of_its_thread() throws SQLException {
    TestDatabase database = parcels(Db.H2);
    TransactionRetry transactions = TransactionRetry.on(database);
    Batch<Parcel> batch =
        transactions.batch(INSERT, SqlBatchTest::bind).withExecutor(Runnable::run);

    assertThatThrownBy(
            () ->
                transactions.runInTransaction(
                    connection -> {
                      Sql.update(connection, "INSERT INTO parcel VALUES (1000, 'outer')");
                      assertThat(batch.run(some(5)).allDone()).isTrue();
                      throw new IllegalStateException("outer");
                    }))
        .hasMessage("outer");

    assertThat(rows(database)).isEqualTo(5);
  }

  @Test
  void a_batch_of_read_only_transactions_is_refused() {
    TransactionRetry transactions = TransactionRetry.on(Db.H2.fresh()).readOnly();

    assertThatThrownBy(() -> transactions.batch(INSERT, SqlBatchTest::bind))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("readOnly()");
  }

  @Test
  void failures_that_the_policy_names_are_retried() throws SQLException {
    TestDatabase database = parcels(Db.H2);
    RecordingDataSource watched =
        new RecordingDataSource(database)
            .failing("prepareStatement", 2, new IllegalStateException("stale"));

    BatchReport<Parcel> report =
        TransactionRetry.on(watched)
            .with(Retry.of(Sql.QUICK.toBuilder().retryOn(IllegalStateException.class).build()))
            .batch(INSERT, SqlBatchTest::bind)
            .run(some(5));

    assertThat(report.allDone()).as(report::toString).isTrue();
    assertThat(report.counts().calls()).isEqualTo(3);
  }

  @Test
  void a_commit_that_throws_an_exception_of_the_pool_is_not_repeated() throws SQLException {
    TestDatabase database = parcels(Db.H2);
    RecordingDataSource watched =
        new RecordingDataSource(database)
            .failingAfter("commit", 1, new IllegalStateException("pool"));

    BatchReport<Parcel> report =
        TransactionRetry.on(watched)
            .policy(Sql.QUICK.toBuilder().retryOn(IllegalStateException.class).build())
            .batch(INSERT, SqlBatchTest::bind)
            .run(some(5));

    assertThat(report.counts().calls()).isEqualTo(1);
    assertThat(report.deadLetters())
        .hasSize(5)
        .allMatch(dead -> dead.stopReason() == StopReason.EFFECT_UNKNOWN);
    assertThat(rows(database)).isEqualTo(5);
  }

  @Test
  void the_attempt_timeout_limits_the_statement() throws SQLException {
    TestDatabase database = parcels(Db.H2);
    List<Integer> seconds = new CopyOnWriteArrayList<>();

    BatchReport<Parcel> report =
        TransactionRetry.on(Sql.source(() -> watching(database.getConnection(), seconds)))
            .policy(Sql.QUICK.toBuilder().attemptTimeout(Duration.ofMinutes(5)).build())
            .batch(INSERT, SqlBatchTest::bind)
            .run(some(5));

    assertThat(report.allDone()).as(report::toString).isTrue();
    assertThat(seconds).hasSize(1).allSatisfy(one -> assertThat(one).isBetween(1, 300));
  }

  /** Returns a connection whose statements record their query timeout when they are executed. */
  private static Connection watching(Connection connection, List<Integer> seconds) {
    return Sql.proxy(
        Connection.class,
        (proxy, method, args) -> {
          Object result = Sql.invoke(connection, method, args);
          return result instanceof PreparedStatement statement
              ? watching(statement, seconds)
              : result;
        });
  }

  private static PreparedStatement watching(PreparedStatement statement, List<Integer> seconds) {
    return Sql.proxy(
        PreparedStatement.class,
        (proxy, method, args) -> {
          if (method.getName().equals("executeBatch")) {
            seconds.add(statement.getQueryTimeout());
          }
          return Sql.invoke(statement, method, args);
        });
  }
}
