package dev.reprise.examples.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;

/** Databases of H2 with three accounts of 100 each. */
public final class AccountTables {

  private static final AtomicInteger NAMES = new AtomicInteger();

  private AccountTables() {}

  public static JdbcDataSource create() throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(
        "jdbc:h2:mem:examples"
            + NAMES.incrementAndGet()
            + ";DB_CLOSE_DELAY=-1;DATABASE_TO_UPPER=FALSE");
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL)");
      statement.execute("INSERT INTO account VALUES (1, 100), (2, 100), (3, 100)");
    }
    return database;
  }

  /** The balance of account 1, changed by another transaction, and committed. */
  public static void disturb(JdbcDataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE account SET balance = balance + 1000 WHERE id = 1");
    }
  }

  public static long number(JdbcDataSource database, String query) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  public static long balance(JdbcDataSource database, int account) throws SQLException {
    return number(database, "SELECT balance FROM account WHERE id = " + account);
  }
}
