package dev.reprise.jdbc.db;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * One database. Each connection is a new one; nothing is pooled.
 *
 * @param kind the database and its driver
 * @param port the port of the server, or of a proxy in front of it; 0 in process
 * @param name name of the database, or its file
 * @param user the user who connects; empty in process
 * @param password the user's password
 * @param options appended to the URL
 */
public record TestDatabase(
    Db kind, int port, String name, String user, String password, String options)
    implements DataSource {

  TestDatabase(Db kind, int port, String name) {
    this(kind, port, name, kind.isServer() ? TestServer.USER : "", TestServer.PASSWORD, "");
  }

  /** Returns the same database through another port, such as that of a proxy. */
  public TestDatabase at(int otherPort) {
    return new TestDatabase(kind, otherPort, name, user, password, options);
  }

  /** Returns the same database with another driver. */
  public TestDatabase by(Db driver) {
    return new TestDatabase(driver, port, name, user, password, "");
  }

  /** Returns the same database for another user. */
  public TestDatabase as(String otherUser, String otherPassword) {
    return new TestDatabase(kind, port, name, otherUser, otherPassword, options);
  }

  /**
   * Returns the same database with a suffix of its URL, including the separator, such as {@code
   * &socketTimeout=1}.
   */
  public TestDatabase with(String option) {
    return new TestDatabase(kind, port, name, user, password, options + option);
  }

  public String url() {
    return kind.url(port, name) + options;
  }

  /** Runs statements and commits each of them. */
  public void execute(String... statements) throws SQLException {
    try (Connection connection = getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Returns the first column of the first row. */
  public long number(String query) throws SQLException {
    try (Connection connection = getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      if (!rows.next()) {
        throw new SQLException("no row: " + query);
      }
      return rows.getLong(1);
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return getConnection(user, password);
  }

  @Override
  public Connection getConnection(String username, String secret) throws SQLException {
    return DriverManager.getConnection(url(), username, secret);
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no parent logger");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (!type.isInstance(this)) {
      throw new SQLException("not a " + type.getName());
    }
    return type.cast(this);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
