package dev.reprise.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.jdbc.db.Db;
import dev.reprise.jdbc.db.TestDatabase;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the same transfers without a retry, with retry loops as often written by hand, and with
 * the library. Prints two tables; the second is measured through a proxy that loses one response in
 * two hundred.
 */
@Tag("proof")
class TransferComparison {

  private static final int COUNT = Integer.getInteger("transfers", 10_000);
  private static final double LOSSES = 0.005;

  @Test
  void compares_no_retry_handwritten_loops_and_the_library() throws Exception {
    main();
  }

  static void main(String... args) throws Exception {
    System.out.println(COUNT + " transfers, PostgreSQL, SERIALIZABLE, 8 threads, 10 accounts");
    table(0);
    System.out.println();
    System.out.println("The same where one answer in two hundred is lost on its way");
    table(LOSSES);
  }

  private static void table(double losses) throws Exception {
    System.out.println(
        "                              failed    once   twice  missing   retries  most"
            + "   money     time");
    print("no retry", losses, TransferComparison::once);
    print("loop on one connection", losses, TransferComparison::loopOnOneConnection);
    print("loop, new connection", losses, TransferComparison::loop);
    print("TransactionRetry", losses, ours(RetryBudget.unlimited()));
    print("  with the standard budget", losses, ours(RetryBudget.standard()));
  }

  private static void print(String name, double losses, Transfers.Way way) throws Exception {
    TestDatabase database = Db.POSTGRESQL.fresh();
    Transfers.create(database);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", database.port()).start()) {
      TestDatabase address = losses > 0 ? database.at(proxy.port()) : database;
      proxy.dropResponses(losses, 5, Cut.RESET);
      Transfers.Result result = Transfers.run(database, address, COUNT, way);
      System.out.printf(
          Locale.ROOT,
          "%-29s %6d  %6d  %6d  %7d  %8d  %4d  %6d  %5.1f s%n",
          name,
          result.failed(),
          result.once(),
          result.twice(),
          result.missing(),
          result.retries(),
          result.most(),
          result.money(),
          result.elapsed().toMillis() / 1e3);
      if (name.equals("TransactionRetry")) {
        System.out.println("  transfers by attempts: " + byAttempts(result));
      }
    }
  }

  private static Map<Integer, Integer> byAttempts(Transfers.Result result) {
    Map<Integer, Integer> counts = new TreeMap<>();
    result.attempts().forEach(attempts -> counts.merge(attempts, 1, Integer::sum));
    return counts;
  }

  private static void once(
      HikariDataSource pool, Transfers.Transfer transfer, AtomicInteger attempts)
      throws SQLException {
    attempts.incrementAndGet();
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      transfer.make(connection);
      connection.commit();
    }
  }

  private static void loopOnOneConnection(
      HikariDataSource pool, Transfers.Transfer transfer, AtomicInteger attempts)
      throws SQLException {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      for (int attempt = 1; ; attempt++) {
        try {
          attempts.incrementAndGet();
          transfer.make(connection);
          connection.commit();
          return;
        } catch (SQLException failure) {
          if (attempt == 3) {
            throw failure;
          }
        }
      }
    }
  }

  private static void loop(
      HikariDataSource pool, Transfers.Transfer transfer, AtomicInteger attempts)
      throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        once(pool, transfer, attempts);
        return;
      } catch (SQLException failure) {
        if (attempt == 3) {
          throw failure;
        }
      }
    }
  }

  private static Transfers.Way ours(RetryBudget budget) {
    Retry retry = Retry.of(TransactionRetry.defaultPolicy()).withBudget(budget);
    return (pool, transfer, attempts) ->
        TransactionRetry.on(pool)
            .with(retry)
            .isolation(TransactionIsolation.SERIALIZABLE)
            .runInTransaction(
                connection -> {
                  attempts.incrementAndGet();
                  transfer.make(connection);
                });
  }
}
