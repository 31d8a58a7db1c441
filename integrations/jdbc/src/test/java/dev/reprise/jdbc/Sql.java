package dev.reprise.jdbc;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.policy.RetryPolicy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Common steps of the tests of transactions. */
public final class Sql {

  /** The default number of attempts, with very short waits. */
  public static final RetryPolicy QUICK =
      TransactionRetry.defaultPolicy().toBuilder()
          .backoff(
              Backoff.exponential(Duration.ofMillis(1))
                  .cappedAt(Duration.ofMillis(20))
                  .jitter(Jitter.full()))
          .build();

  private Sql() {}

  /** Returns a data source that always lends the same connection and never closes it. */
  public static DataSource always(Connection connection) {
    Connection unclosed =
        proxy(
            Connection.class,
            (proxy, method, args) ->
                method.getName().equals("close") ? null : invoke(connection, method, args));
    return proxy(DataSource.class, (proxy, method, args) -> unclosed);
  }

  /** Creates connections, or throws. */
  public static DataSource source(Callable<Connection> connections) {
    return proxy(
        DataSource.class,
        (proxy, method, args) ->
            switch (method.getName()) {
              case "getConnection" -> connections.call();
              case "isWrapperFor" -> false;
              default -> method.invoke(connections, args);
            });
  }

  static <P> P proxy(Class<P> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Sql.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  static Object invoke(Object target, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }

  /** Throws an exception that the caller does not declare. */
  @SuppressWarnings("unchecked")
  static <X extends Throwable> void sneakyThrow(Throwable failure) throws X {
    throw (X) failure;
  }

  /** Runs a task on its own thread, because the common pool has only one thread on two cores. */
  public static <T> CompletableFuture<T> start(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task, "test").start());
  }

  /** Creates two accounts with 100 each, in a table {@code account}. */
  public static void createAccounts(TestDatabase database) throws SQLException {
    database.execute(
        "CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)",
        "INSERT INTO account VALUES (1, 100)",
        "INSERT INTO account VALUES (2, 100)");
  }

  public static void update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  public static void add(Connection connection, int account, int amount) throws SQLException {
    update(
        connection, "UPDATE account SET balance = balance + " + amount + " WHERE id = " + account);
  }

  public static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      if (!rows.next()) {
        throw new SQLException("no row: " + query);
      }
      return rows.getLong(1);
    }
  }

  public static long balance(Connection connection, int account) throws SQLException {
    return number(connection, "SELECT balance FROM account WHERE id = " + account);
  }

  public static long balance(TestDatabase database, int account) throws SQLException {
    return database.number("SELECT balance FROM account WHERE id = " + account);
  }

  public static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody came");
      }
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }

  public static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException stop) {
      throw new AssertionError(stop);
    }
  }
}
