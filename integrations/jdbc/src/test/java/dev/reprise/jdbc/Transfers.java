package dev.reprise.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.jdbc.db.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Moves money between ten accounts with eight threads, and counts the results afterwards. Each
 * transfer inserts a row, into a table that allows duplicates.
 */
final class Transfers {

  static final int THREADS = 8;
  static final int ACCOUNTS = 10;
  static final int MONEY = 1_000;

  private static final long SEED = 5;

  /** An implementation of transfers. @see #run */
  interface Way {
    /** Makes a transfer, counting each attempt, or throws. */
    void make(HikariDataSource pool, Transfer transfer, AtomicInteger attempts) throws Exception;
  }

  /** A transfer of an amount from one account to another. */
  record Transfer(int number, int from, int to, int amount) {

    /** Reads and writes as an application that computes the new balances itself. */
    void make(Connection connection) throws SQLException {
      long left = balance(connection, from) - amount;
      long right = balance(connection, to) + amount;
      set(connection, from, left);
      record(connection);
      set(connection, to, right);
    }

    private static long balance(Connection connection, int account) throws SQLException {
      try (PreparedStatement select =
          connection.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
        select.setInt(1, account);
        try (ResultSet row = select.executeQuery()) {
          row.next();
          return row.getLong(1);
        }
      }
    }

    private static void set(Connection connection, int account, long balance) throws SQLException {
      try (PreparedStatement update =
          connection.prepareStatement("UPDATE account SET balance = ? WHERE id = ?")) {
        update.setLong(1, balance);
        update.setInt(2, account);
        update.executeUpdate();
      }
    }

    private void record(Connection connection) throws SQLException {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO transfer VALUES (?, ?, ?, ?)")) {
        insert.setInt(1, number);
        insert.setInt(2, from);
        insert.setInt(3, to);
        insert.setInt(4, amount);
        insert.executeUpdate();
      }
    }
  }

  /**
   * The results of the transfers.
   *
   * @param asked number of requested transfers
   * @param failed number of transfers that were reported as failed
   * @param once number of transfers that are in the database once
   * @param twice number of transfers that are in the database more than once
   * @param missing number of transfers that were reported as done and are not in the database
   * @param attempts number of attempts of each transfer
   * @param money sum of all accounts
   * @param elapsed duration of the run
   */
  record Result(
      int asked,
      int failed,
      long once,
      long twice,
      long missing,
      List<Integer> attempts,
      long money,
      Duration elapsed) {

    int retries() {
      return attempts.stream().mapToInt(Integer::intValue).sum() - asked;
    }

    int most() {
      return attempts.stream().mapToInt(Integer::intValue).max().orElse(0);
    }
  }

  private Transfers() {}

  static void create(TestDatabase database) throws SQLException {
    database.execute(
        "CREATE TABLE account (id INTEGER PRIMARY KEY, balance BIGINT NOT NULL)",
        "CREATE TABLE transfer (n INTEGER, origin INTEGER, target INTEGER, amount INTEGER)");
    for (int account = 0; account < ACCOUNTS; account++) {
      database.execute("INSERT INTO account VALUES (" + account + ", " + MONEY + ")");
    }
  }

  /** Makes transfers on a database with new tables, reached through {@code address}. */
  static Result run(TestDatabase database, TestDatabase address, int count, Way way)
      throws Exception {
    AtomicIntegerArray attempts = new AtomicIntegerArray(count);
    AtomicIntegerArray failed = new AtomicIntegerArray(count);
    AtomicInteger next = new AtomicInteger();
    List<Transfer> transfers = transfers(count);
    long start = System.nanoTime();
    try (HikariDataSource pool = pool(address)) {
      start = System.nanoTime();
      inThreads(
          () -> {
            for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
              AtomicInteger made = new AtomicInteger();
              try {
                way.make(pool, transfers.get(n), made);
              } catch (Exception failure) {
                failed.set(n, 1);
              }
              attempts.set(n, made.get());
            }
            return null;
          });
    }
    return count(database, attempts, failed, Duration.ofNanos(System.nanoTime() - start));
  }

  private static void inThreads(java.util.concurrent.Callable<Void> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        all.add(threads.submit(work));
      }
      for (Future<Void> one : all) {
        one.get(15, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Transfer> transfers(int count) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    List<Transfer> transfers = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      transfers.add(new Transfer(number, from, to, 1 + random.nextInt(100)));
    }
    return transfers;
  }

  static HikariDataSource pool(TestDatabase database) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(THREADS);
    return new HikariDataSource(config);
  }

  private static Result count(
      TestDatabase database, AtomicIntegerArray attempts, AtomicIntegerArray failed, Duration took)
      throws SQLException {
    int[] rows = new int[attempts.length()];
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement("SELECT n FROM transfer");
        ResultSet all = select.executeQuery()) {
      while (all.next()) {
        rows[all.getInt(1)]++;
      }
    }
    List<Integer> each = new ArrayList<>();
    int[] sums = new int[4];
    for (int n = 0; n < rows.length; n++) {
      each.add(attempts.get(n));
      sums[0] += failed.get(n);
      sums[1] += rows[n] == 1 ? 1 : 0;
      sums[2] += rows[n] > 1 ? 1 : 0;
      sums[3] += rows[n] == 0 && failed.get(n) == 0 ? 1 : 0;
    }
    long money = database.number("SELECT sum(balance) FROM account");
    return new Result(rows.length, sums[0], sums[1], sums[2], sums[3], each, money, took);
  }
}
