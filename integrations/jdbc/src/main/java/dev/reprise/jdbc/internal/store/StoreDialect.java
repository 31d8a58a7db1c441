package dev.reprise.jdbc.internal.store;

import dev.reprise.jdbc.classify.SqlDatabase;
import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SQL that differs between the databases of a store. */
public enum StoreDialect {
  /** PostgreSQL. */
  POSTGRESQL(
      "postgresql.sql",
      "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT)",
      "SELECT nextval('${table}_token')"),

  /** MariaDB and MySQL. */
  MARIADB(
      "mariadb.sql",
      "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))",
      "INSERT INTO ${table}_token (id) VALUES (NULL);"
          + "DELETE FROM ${table}_token WHERE id = LAST_INSERT_ID();"
          + "SELECT LAST_INSERT_ID()"),

  /** H2. */
  H2(
      "h2.sql",
      "DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00',"
          + " CURRENT_TIMESTAMP(6))",
      "SELECT NEXT VALUE FOR ${table}_token"),

  /** SQLite. */
  SQLITE(
      "sqlite.sql",
      "CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER) * 1000",
      "UPDATE ${table}_state SET last_token = last_token + 1 WHERE id = 1;"
          + "SELECT last_token FROM ${table}_state WHERE id = 1");

  private final String resource;
  private final String now;
  private final String nextToken;

  StoreDialect(String resource, String now, String nextToken) {
    this.resource = resource;
    this.now = now;
    this.nextToken = nextToken;
  }

  /** Returns the script that creates the schema of a store. */
  public String ddl(String table) {
    TableName name = nameOf(table);
    return script()
        .replace("${index}", this == H2 && name.schema() != null ? name + "_age" : name.index())
        .replace("${table}", name.toString());
  }

  /** Parses the name of a table and checks that this database accepts it. */
  public TableName nameOf(String table) {
    TableName name = TableName.of(table);
    if (this == SQLITE && name.schema() != null) {
      throw new IllegalArgumentException("table must be without a schema in SQLite: " + table);
    }
    return name;
  }

  private String script() {
    try (InputStream in = StoreDialect.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is missing in the artifact");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns the dialect of the database that a connection leads to. */
  public static StoreDialect of(Connection connection) throws SQLException {
    SqlDatabase database = SqlDatabase.of(connection);
    StoreDialect dialect = database == null ? null : of(database);
    if (dialect != null) {
      return dialect;
    }
    throw new IllegalArgumentException(
        "dataSource must lead to PostgreSQL, MariaDB, MySQL, H2 or SQLite, but leads to "
            + PrintableText.oneLine(connection.getMetaData().getDatabaseProductName()));
  }

  private static @Nullable StoreDialect of(SqlDatabase database) {
    return switch (database) {
      case POSTGRESQL -> POSTGRESQL;
      case MARIADB, MYSQL -> MARIADB;
      case H2 -> H2;
      case SQLITE -> SQLITE;
      case DB2, ORACLE, SQL_SERVER -> null;
    };
  }

  /** The SQL expression for the time of the database, in microseconds since 1970. */
  public String now() {
    return now;
  }

  /** Statements that increment the token and return it. The only query among them returns it. */
  List<String> nextToken() {
    return List.of(nextToken.split(";", -1));
  }

  /** Returns whether a statement that waits for a lock may block for a long time or for ever. */
  boolean isServer() {
    return this == POSTGRESQL || this == MARIADB;
  }
}
