package dev.reprise.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jdbc.Sql;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.testbed.tcp.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A pool for a database, a proxy between them, and two accounts with a balance of 100 each. */
final class PoolFixture implements AutoCloseable {

  private static final Duration LONG = Duration.ofSeconds(30);

  final Db db;
  final TestDatabase database;
  final TcpProxy proxy;
  final boolean autoCommit;
  final Pool pool;
  final TransactionRetry transactions;
  private final int size;
  private final List<Object> settings;

  PoolFixture(PoolKind kind, boolean autoCommit, Db db, int size, Duration patience)
      throws Exception {
    this.db = db;
    this.size = size;
    this.autoCommit = autoCommit;
    database = db.fresh();
    Sql.createAccounts(database);
    proxy = TcpProxy.to("127.0.0.1", database.port()).start();
    pool = kind.open(database.at(proxy.port()), size, autoCommit, patience);
    transactions = TransactionRetry.on(pool.source()).policy(Sql.QUICK);
    try (Connection first = draw()) {
      settings = settings(first);
    }
  }

  boolean isPostgres() {
    return db == Db.POSTGRESQL;
  }

  /** Takes a connection, and waits as long as the machine needs to create one. */
  private Connection draw() throws SQLException {
    long end = System.nanoTime() + LONG.toNanos();
    while (true) {
      try {
        return pool.source().getConnection();
      } catch (SQLException notYet) {
        if (System.nanoTime() > end) {
          throw notYet;
        }
      }
    }
  }

  /** Takes every connection that the pool may lend. */
  List<Connection> drawAll() throws SQLException {
    List<Connection> all = new ArrayList<>();
    for (int drawn = 0; drawn < size; drawn++) {
      all.add(draw());
    }
    return all;
  }

  long idOf(Connection connection) throws SQLException {
    return Sql.number(
        connection, isPostgres() ? "SELECT pg_backend_pid()" : "SELECT connection_id()");
  }

  void kill(long id) throws SQLException {
    if (isPostgres()) {
      database.number("SELECT pg_terminate_backend(" + id + ", 30000)::int");
    } else {
      database.execute("KILL " + id);
    }
  }

  private static List<Object> settings(Connection connection) throws SQLException {
    List<Object> settings = new ArrayList<>();
    settings.add("auto-commit " + connection.getAutoCommit());
    settings.add("isolation " + connection.getTransactionIsolation());
    settings.add("read-only " + connection.isReadOnly());
    settings.add("schema " + connection.getSchema());
    settings.add("catalog " + connection.getCatalog());
    settings.add("network timeout " + connection.getNetworkTimeout());
    settings.add("holdability " + connection.getHoldability());
    settings.add("application " + connection.getClientInfo("ApplicationName"));
    if (!connection.getAutoCommit()) {
      connection.rollback();
    }
    return settings;
  }

  private long openTransactions() throws SQLException {
    return database.number(
        isPostgres()
            ? "SELECT count(*) FROM pg_stat_activity WHERE datname = '"
                + database.name()
                + "' AND state LIKE 'idle in transaction%'"
            : "SELECT count(*) FROM information_schema.innodb_trx t"
                + " JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id"
                + " WHERE p.db = '"
                + database.name()
                + "'");
  }

  /**
   * Checks that no connection is lent, broken, in a transaction or changed, and that the data is as
   * expected.
   */
  void check(long expected) throws Exception {
    eventually("connections lent", () -> pool.active());
    eventually("transactions open", this::openTransactions);
    List<Connection> all = drawAll();
    for (Connection each : all) {
      assertThat(settings(each)).isEqualTo(settings);
      assertThat(idOf(each)).isPositive();
      if (!autoCommit) {
        each.rollback();
      }
      each.close();
    }
    for (int call = 0; call < 2 * size + 2; call++) {
      transactions.runInTransaction(connection -> Sql.add(connection, 1, 1));
    }
    assertThat(Sql.balance(database, 1)).isEqualTo(expected + 2 * size + 2);
    eventually("connections lent", () -> pool.active());
    eventually("transactions open", this::openTransactions);
  }

  private interface Count {
    long get() throws Exception;
  }

  private static void eventually(String what, Count none) throws Exception {
    long end = System.nanoTime() + LONG.toNanos();
    long count = none.get();
    while (count != 0 && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      count = none.get();
    }
    assertThat(count).as(what).isZero();
  }

  @Override
  public void close() throws Exception {
    pool.close();
    proxy.close();
  }
}
