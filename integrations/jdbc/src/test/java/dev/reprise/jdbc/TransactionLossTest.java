package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryResult;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.db.TestServer;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.Direction;
import dev.reprise.testbed.tcp.FaultTrigger;
import dev.reprise.testbed.tcp.TcpProxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests servers that are killed and connections that break, before, during and after the commit.
 */
class TransactionLossTest {

  private interface Test {
    void on(TestDatabase database, TcpProxy proxy, RecordingDataSource watched) throws Exception;
  }

  private static void through(Db kind, Test test) throws Exception {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start()) {
      test.on(database, proxy, new RecordingDataSource(database.at(proxy.port())));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void a_server_that_is_killed_during_the_work_and_restarted(Db kind) throws Exception {
    try (TestServer server = kind.startOwn()) {
      TestDatabase database = server.newDatabase(kind);
      Sql.createAccounts(database);
      RecordingDataSource watched = new RecordingDataSource(database);
      AtomicInteger attempts = new AtomicInteger();
      RetryResult<Integer> result =
          TransactionRetry.on(watched)
              .policy(Sql.QUICK.toBuilder().within(Duration.ofMinutes(2)).build())
              .executeInTransaction(
                  connection -> {
                    Sql.add(connection, 1, -10);
                    if (attempts.incrementAndGet() == 1) {
                      server.kill();
                      server.restart();
                    }
                    Sql.add(connection, 2, 10);
                    return attempts.get();
                  });
      assertThat(result.succeeded()).as(result::toString).isTrue();
      assertThat(result.attempts()).isEqualTo(2);
      assertThat(Sql.balance(database, 1)).isEqualTo(90);
      assertThat(Sql.balance(database, 2)).isEqualTo(110);
      assertThat(watched.open()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_connection_that_breaks_before_the_commit_is_sent_is_retried(Db kind) throws Exception {
    through(
        kind,
        (database, proxy, watched) -> {
          FaultTrigger trip =
              proxy.arm(FaultTrigger.cutBefore(Direction.TO_SERVER, "balance + 7", Cut.RESET));
          RetryResult<Integer> result = addSeven(TransactionRetry.on(watched).policy(Sql.QUICK));
          assertThat(result.succeeded()).as(result::toString).isTrue();
          assertThat(result.attempts()).isEqualTo(2);
          assertThat(trip.fired()).isEqualTo(1);
          assertThat(Sql.balance(database, 1)).isEqualTo(107);
          assertThat(watched.open()).isZero();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_commit_whose_response_was_lost_ends_the_call(Db kind) throws Exception {
    through(
        kind,
        (database, proxy, watched) -> {
          FaultTrigger trip = proxy.arm(commit(true));
          RetryResult<Integer> result = addSeven(TransactionRetry.on(watched).policy(Sql.QUICK));
          assertThat(trip.fired()).isEqualTo(1);
          assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.EFFECT_UNKNOWN);
          assertThat(result.attempts()).isEqualTo(1);
          assertThat(result.failure()).isInstanceOf(SQLException.class);
          assertThat(Sql.balance(database, 1)).isEqualTo(107);
          assertThat(watched.open()).isZero();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_commit_that_was_not_received_has_an_unknown_outcome_and_ends_the_call(Db kind)
      throws Exception {
    through(
        kind,
        (database, proxy, watched) -> {
          FaultTrigger trip = proxy.arm(commit(false));
          RetryResult<Integer> result = addSeven(TransactionRetry.on(watched).policy(Sql.QUICK));
          assertThat(trip.fired()).isEqualTo(1);
          assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.EFFECT_UNKNOWN);
          assertThat(Sql.balance(database, 1)).isEqualTo(100);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void a_commit_of_unknown_outcome_is_retried_if_the_transaction_is_declared_idempotent(Db kind)
      throws Exception {
    through(
        kind,
        (database, proxy, watched) -> {
          FaultTrigger trip = proxy.arm(commit(true));
          RetryResult<Integer> result =
              TransactionRetry.on(watched)
                  .policy(Sql.QUICK)
                  .idempotent()
                  .executeInTransaction(
                      connection -> {
                        Sql.update(connection, "UPDATE account SET balance = 7 WHERE id = 1");
                        return 7;
                      });
          assertThat(trip.fired()).isEqualTo(1);
          assertThat(result.succeeded()).as(result::toString).isTrue();
          assertThat(result.attempts()).isEqualTo(2);
          assertThat(Sql.balance(database, 1)).isEqualTo(7);
          assertThat(watched.open()).isZero();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void connections_that_are_refused_count_as_attempts(Db kind) throws Exception {
    through(
        kind,
        (database, proxy, watched) -> {
          proxy.refuse();
          RetryResult<Integer> result =
              addSeven(
                  TransactionRetry.on(watched)
                      .policy(Sql.QUICK.toBuilder().maxAttempts(3).build()));
          assertThat(result.stopReason()).as(result::toString).isEqualTo(StopReason.ATTEMPTS);
          assertThat(result.attempts()).isEqualTo(3);
          proxy.accept();
          assertThat(addSeven(TransactionRetry.on(watched)).succeeded()).isTrue();
        });
  }

  private static RetryResult<Integer> addSeven(TransactionRetry transactions) {
    return transactions.executeInTransaction(
        connection -> {
          Sql.add(connection, 1, 7);
          return 7;
        });
  }

  private static FaultTrigger commit(boolean after) {
    return after
        ? FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET)
        : FaultTrigger.cutBefore(Direction.TO_SERVER, "COMMIT", Cut.RESET);
  }

  /** As the comments with which a trace is found again. */
  @ParameterizedTest
  @ValueSource(strings = {"/* orders */ ", "-- orders\n", "\n/* a\n * b */-- c\n ", "/*+ hint */"})
  void rows_that_an_unknown_commit_inserted_are_done_also_after_a_comment(String comment)
      throws SQLException {
    TestDatabase database = Db.H2.fresh();
    Sql.createAccounts(database);
    SQLException lost = new SQLException("connection lost after the commit", "08006");

    BatchReport<Integer> report =
        TransactionRetry.on(new RecordingDataSource(database).failingAfter("commit", 1, lost))
            .policy(Sql.QUICK)
            .idempotent()
            .<Integer>batch(
                comment + "INSERT INTO account VALUES (?, 0)",
                (statement, id) -> statement.setInt(1, id))
            .run(List.of(3, 4));

    assertThat(report.allDone()).as(report::toString).isTrue();
    assertThat(database.number("SELECT count(*) FROM account")).isEqualTo(4);
  }
}
