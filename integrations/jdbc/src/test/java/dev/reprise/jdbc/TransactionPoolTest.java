package dev.reprise.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.RetryResult;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.TcpProxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a pool loses no connection and lends no broken one. */
class TransactionPoolTest {

  private static HikariDataSource pool(TestDatabase database, int size) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(20_000);
    return new HikariDataSource(config);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB", "MARIADB_BY_CONNECTOR_J"})
  void all_connections_break_and_the_next_attempt_has_a_valid_one(Db kind) throws Exception {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start();
        HikariDataSource pool = pool(database.at(proxy.port()), 3)) {
      TransactionRetry transactions = TransactionRetry.on(pool).policy(Sql.QUICK);
      for (int call = 1; call <= 20; call++) {
        AtomicInteger attempts = new AtomicInteger();
        RetryResult<Integer> result =
            transactions.executeInTransaction(
                connection -> {
                  Sql.add(connection, 1, 1);
                  if (attempts.incrementAndGet() == 1) {
                    proxy.cutAll(Cut.RESET);
                  }
                  Sql.add(connection, 2, 1);
                  return attempts.get();
                });
        assertThat(result.succeeded()).as(result::toString).isTrue();
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
      }
    }
    assertThat(Sql.balance(database, 1)).isEqualTo(120);
    assertThat(Sql.balance(database, 2)).isEqualTo(120);
  }

  @ParameterizedTest
  @EnumSource
  void a_pool_of_one_connection_handles_nested_calls_failures_and_retries(Db kind)
      throws Exception {
    TestDatabase database = kind.fresh();
    Sql.createAccounts(database);
    try (HikariDataSource pool = pool(database, 1)) {
      TransactionRetry transactions = TransactionRetry.on(pool).policy(Sql.QUICK);
      AtomicInteger attempts = new AtomicInteger();
      transactions.runInTransaction(
          outer -> {
            Sql.add(outer, 1, 1);
            transactions.runInTransaction(
                inner -> {
                  Sql.add(inner, 2, 1);
                  if (attempts.incrementAndGet() < 3) {
                    throw new java.sql.SQLException("could not serialize", "40001");
                  }
                });
          });
      assertThat(attempts).hasValue(3);
      assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(1);
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
    assertThat(Sql.balance(database, 1) + Sql.balance(database, 2)).isEqualTo(202);
  }

  @Test
  void a_connection_is_lent_again_after_the_work_found_no_free_one_in_another_pool()
      throws Exception {
    SQLException exhausted = new SQLTransientConnectionException("Connection is not available");
    exhausted.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("com.zaxxer.hikari.HikariDataSource", "getConnection", null, 1)
        });
    Set<Integer> sessions = new HashSet<>();
    AtomicInteger attempts = new AtomicInteger();
    try (HikariDataSource pool = pool(Db.H2.fresh(), 1)) {
      TransactionRetry.on(pool)
          .policy(Sql.QUICK)
          .runInTransaction(
              connection -> {
                try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT SESSION_ID()")) {
                  row.next();
                  sessions.add(row.getInt(1));
                }
                if (attempts.incrementAndGet() == 1) {
                  throw exhausted;
                }
              });
    }
    assertThat(attempts).hasValue(2);
    assertThat(sessions).hasSize(1);
  }
}
