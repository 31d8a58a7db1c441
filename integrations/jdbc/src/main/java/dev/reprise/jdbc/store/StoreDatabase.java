package dev.reprise.jdbc.store;

import dev.reprise.jdbc.SqlDatabase;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The databases that an idempotency store can be kept in. */
public enum StoreDatabase {
  /** PostgreSQL, from version 10 on. */
  POSTGRESQL(
      "postgresql.sql",
      "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT)",
      "SELECT nextval('${table}_token')"),

  /** MariaDB from version 10.3 on, and MySQL from version 8.0 on. */
  MARIADB(
      "mariadb.sql",
      "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))",
      "INSERT INTO ${table}_token (id) VALUES (NULL);"
          + "DELETE FROM ${table}_token WHERE id = LAST_INSERT_ID();"
          + "SELECT LAST_INSERT_ID()"),

  /** H2, from version 2.2 on. */
  H2(
      "h2.sql",
      "DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00',"
          + " CURRENT_TIMESTAMP(6))",
      "SELECT NEXT VALUE FOR ${table}_token"),

  /** SQLite, from version 3.42 on. */
  SQLITE(
      "sqlite.sql",
      "CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER) * 1000",
      "UPDATE ${table}_state SET last_token = last_token + 1 WHERE id = 1;"
          + "SELECT last_token FROM ${table}_state WHERE id = 1");

  private final String resource;
  private final String now;
  private final String nextToken;

  StoreDatabase(String resource, String now, String nextToken) {
    this.resource = resource;
    this.now = now;
    this.nextToken = nextToken;
  }

  /**
   * The schema of a store as a script, for a user with the rights to create it: two or more tables,
   * an index, a source of tokens, and one row. Statements end with a semicolon at the end of a
   * line; existing tables stay unchanged.
   *
   * @param table name of the table, as in {@link SqlIdempotencyStoreBuilder#table}
   * @return the script
   * @throws IllegalArgumentException if {@code table} is not such a name
   */
  public String ddl(String table) {
    TableName name = nameOf(table);
    return script()
        .replace("${index}", this == H2 && name.schema() != null ? name + "_age" : name.index())
        .replace("${table}", name.toString());
  }

  TableName nameOf(String table) {
    TableName name = TableName.of(table);
    if (this == SQLITE && name.schema() != null) {
      throw new IllegalArgumentException("table must be without a schema in SQLite: " + table);
    }
    return name;
  }

  private String script() {
    try (InputStream in = StoreDatabase.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing in the artifact");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The one that a connection leads to. */
  static StoreDatabase of(Connection connection) throws SQLException {
    SqlDatabase database = SqlDatabase.of(connection);
    StoreDatabase known = database == null ? null : of(database);
    if (known != null) {
      return known;
    }
    throw new IllegalArgumentException(
        "dataSource must lead to PostgreSQL, MariaDB, MySQL, H2 or SQLite, but leads to "
            + PrintableText.oneLine(connection.getMetaData().getDatabaseProductName()));
  }

  private static @Nullable StoreDatabase of(SqlDatabase database) {
    return switch (database) {
      case POSTGRESQL -> POSTGRESQL;
      case MARIADB, MYSQL -> MARIADB;
      case H2 -> H2;
      case SQLITE -> SQLITE;
      case DB2, ORACLE, SQL_SERVER -> null;
    };
  }

  /** An expression: microseconds since 1970, by the clock of the database. */
  String now() {
    return now;
  }

  /** Statements that increment the token and return it; the only query among them returns it. */
  List<String> nextToken() {
    return List.of(nextToken.split(";", -1));
  }

  /**
   * Returns whether a lock that is waited for in vain holds a statement back for long, or for ever.
   */
  boolean isServer() {
    return this == POSTGRESQL || this == MARIADB;
  }
}
