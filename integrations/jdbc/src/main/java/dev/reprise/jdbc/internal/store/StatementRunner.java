package dev.reprise.jdbc.internal.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs statements on a connection. A timeout of 0 seconds means no timeout. */
public record StatementRunner(Connection connection, int timeoutSeconds) {

  /** Reads the current row of a result. */
  @FunctionalInterface
  interface Reader<R> {
    R read(ResultSet row) throws SQLException;
  }

  /** Returns the number of changed rows. */
  int update(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  <R> @Nullable R first(Reader<R> reader, String sql, Object... parameters) throws SQLException {
    List<R> rows = all(reader, sql, parameters);
    return rows.isEmpty() ? null : rows.get(0);
  }

  <R> List<R> all(Reader<R> reader, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(sql, parameters);
        ResultSet result = statement.executeQuery()) {
      List<R> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(reader.read(result));
      }
      return rows;
    }
  }

  long number(String sql, Object... parameters) throws SQLException {
    Long number = first(row -> row.getLong(1), sql, parameters);
    if (number == null) {
      throw new SQLException("no row for: " + sql);
    }
    return number;
  }

  /** Runs all statements and returns the result of the query among them. */
  long numberOf(List<String> statements) throws SQLException {
    long number = 0;
    for (String sql : statements) {
      if (sql.startsWith("SELECT")) {
        number = number(sql);
      } else {
        update(sql);
      }
    }
    return number;
  }

  private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      if (timeoutSeconds > 0) {
        statement.setQueryTimeout(timeoutSeconds);
      }
      for (int index = 0; index < parameters.length; index++) {
        statement.setObject(index + 1, parameters[index]);
      }
      return statement;
    } catch (SQLException | RuntimeException failure) {
      try {
        statement.close();
      } catch (SQLException alsoFailed) {
        Session.suppress(failure, alsoFailed);
      }
      throw failure;
    }
  }
}
