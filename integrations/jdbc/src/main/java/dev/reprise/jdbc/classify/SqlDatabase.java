package dev.reprise.jdbc.classify;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A family of databases with the same error codes. The same number has different meanings in
 * different families: 1205 is a deadlock in SQL Server and a lock timeout in MySQL.
 *
 * <pre>{@code
 * SqlClassifier classifier = SqlClassifier.forDatabase(SqlDatabase.POSTGRESQL);
 * }</pre>
 */
public enum SqlDatabase {
  /** PostgreSQL, and databases with its protocol and codes: CockroachDB, YugabyteDB, Aurora. */
  POSTGRESQL("postgresql", "org.postgresql. com.yugabyte. com.impossibl.postgres."),
  /** MySQL and Aurora MySQL. */
  MYSQL("mysql", "com.mysql."),
  /** MariaDB. */
  MARIADB("mariadb", "org.mariadb."),
  /** Oracle Database. */
  ORACLE("oracle", "oracle.jdbc. oracle.net."),
  /** SQL Server and Azure SQL. */
  SQL_SERVER("microsoft sql server", "com.microsoft.sqlserver. net.sourceforge.jtds."),
  /** Db2 for Linux, UNIX, Windows and z/OS. */
  DB2("db2", "com.ibm.db2."),
  /** H2. */
  H2("h2", "org.h2."),
  /** SQLite. */
  SQLITE("sqlite", "org.sqlite.");

  private static final int MAX_FRAMES = 8;

  private final String product;
  private final String packages;

  SqlDatabase(String product, String packages) {
    this.product = product;
    this.packages = packages;
  }

  /**
   * Returns the database of a connection, by the metadata of its driver.
   *
   * @param connection a usable connection
   * @return the database, or null if it is not one of these
   * @throws SQLException if the driver cannot name its database
   */
  public static @Nullable SqlDatabase of(Connection connection) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    String name = data.getDatabaseProductName();
    String known = name == null ? "" : name.toLowerCase(Locale.ROOT);
    String version = data.getDatabaseProductVersion();
    // The driver of MySQL reports MariaDB as MySQL; only the version differs.
    if (known.startsWith(MYSQL.product) && version != null && version.contains("MariaDB")) {
      return MARIADB;
    }
    for (SqlDatabase database : values()) {
      if (known.startsWith(database.product)) {
        return database;
      }
    }
    return null;
  }

  /** Returns the database by the class of an exception, or by the code that created it. */
  static @Nullable SqlDatabase ofException(SQLException failure) {
    SqlDatabase database = ofClass(failure.getClass().getName());
    if (database != null) {
      return database;
    }
    StackTraceElement[] trace = failure.getStackTrace();
    for (int frame = 0; frame < Math.min(MAX_FRAMES, trace.length); frame++) {
      database = ofClass(trace[frame].getClassName());
      if (database != null) {
        return database;
      }
    }
    return null;
  }

  static @Nullable SqlDatabase ofClass(String className) {
    for (SqlDatabase database : values()) {
      for (String prefix : database.packages.split(" ", -1)) {
        if (className.startsWith(prefix)) {
          return database;
        }
      }
    }
    return null;
  }
}
