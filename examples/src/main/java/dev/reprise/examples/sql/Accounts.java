package dev.reprise.examples.sql;

import static dev.reprise.jdbc.transaction.TransactionIsolation.SERIALIZABLE;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.jdbc.TransactionRetry;
import dev.reprise.policy.RetryPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.sql.DataSource;

/** Accounts in a database. */
public final class Accounts {

  /** The balance of the account is too low. */
  public static final class TooLittleException extends Exception {

    private static final long serialVersionUID = 1;

    TooLittleException(long balance) {
      super("there are only " + balance);
    }
  }

  private final TransactionRetry transactions;

  /**
   * Accounts in a table {@code account}.
   *
   * @param dataSource a pool of connections
   */
  public Accounts(DataSource dataSource) {
    transactions = TransactionRetry.on(dataSource).isolation(SERIALIZABLE);
  }

  long withdraw(int account, long amount) throws SQLException, TooLittleException {
    return transactions.inTransaction(
        connection -> {
          long left = balance(connection, account) - amount;
          if (left < 0) {
            throw new TooLittleException(left + amount);
          }
          setBalance(connection, account, left);
          return left;
        });
  }

  void transfer(int from, int to, long amount) throws SQLException {
    transactions.runInTransaction(
        connection -> {
          add(connection, from, -amount);
          add(connection, to, amount);
        });
  }

  String transferAndTell(int from, int to, long amount) {
    RetryResult<Boolean> result =
        transactions.executeInTransaction(
            connection -> {
              add(connection, from, -amount);
              add(connection, to, amount);
              return true;
            });
    if (result.stopReason() == StopReason.EFFECT_UNKNOWN) {
      return "check whether it happened: " + result.failure();
    }
    return result.succeeded() ? "done in " + result.attempts() : "not done: " + result.failure();
  }

  CompletableFuture<Long> sumLater(Executor executor) {
    return transactions.readOnly().inTransactionAsync(Accounts::sum, executor);
  }

  void close(int account, int heir) throws SQLException {
    transactions.runInTransaction(
        connection -> {
          long left = balance(connection, account);
          transfer(account, heir, left); // joins
          delete(connection, account);
        });
  }

  static TransactionRetry configured(DataSource dataSource) {
    RetryPolicy policy =
        TransactionRetry.defaultPolicy().toBuilder()
            .maxAttempts(8)
            .within(Duration.ofSeconds(10))
            .attemptTimeout(Duration.ofSeconds(3))
            .build();
    return TransactionRetry.on(dataSource)
        .with(Retry.of(policy).named("accounts"))
        .isolation(SERIALIZABLE)
        .statementTimeout(Duration.ofSeconds(2))
        .networkTimeout(Duration.ofSeconds(5));
  }

  private static long balance(Connection connection, int account) throws SQLException {
    return number(connection, "SELECT balance FROM account WHERE id = ?", account);
  }

  private static long sum(Connection connection) throws SQLException {
    return number(connection, "SELECT sum(balance) FROM account WHERE id >= ?", 0);
  }

  private static long number(Connection connection, String query, int parameter)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(query)) {
      select.setInt(1, parameter);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("no account " + parameter);
        }
        return row.getLong(1);
      }
    }
  }

  private static void setBalance(Connection connection, int account, long balance)
      throws SQLException {
    update(connection, "UPDATE account SET balance = ? WHERE id = ?", balance, account);
  }

  private static void add(Connection connection, int account, long amount) throws SQLException {
    update(connection, "UPDATE account SET balance = balance + ? WHERE id = ?", amount, account);
  }

  private static void delete(Connection connection, int account) throws SQLException {
    update(connection, "DELETE FROM account WHERE balance = ? AND id = ?", 0, account);
  }

  private static void update(Connection connection, String sql, long value, int account)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setLong(1, value);
      update.setInt(2, account);
      update.executeUpdate();
    }
  }
}
