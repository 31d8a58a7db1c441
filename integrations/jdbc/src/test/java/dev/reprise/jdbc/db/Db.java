package dev.reprise.jdbc.db;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/**
 * A database with a driver. The servers start once in a test process, when first used, and end with
 * it; if one cannot run, its tests are skipped with the reason.
 */
public enum Db {
  /** PostgreSQL 18. */
  POSTGRESQL("jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable&connectTimeout=10"),
  /** MariaDB 11.4 with its own driver. */
  MARIADB("jdbc:mariadb://127.0.0.1:%d/%s?sslMode=disable&connectTimeout=10000"),
  /** The same MariaDB with MySQL's driver. */
  MARIADB_BY_CONNECTOR_J(
      "jdbc:mysql://127.0.0.1:%d/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true"
          + "&connectTimeout=10000"),
  /** H2 in memory. */
  H2("jdbc:h2:mem:%2$s;DB_CLOSE_DELAY=-1"),
  /** SQLite in a file. */
  SQLITE("jdbc:sqlite:%2$s");

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final String url;

  Db(String url) {
    this.url = url;
  }

  String url(int port, String name) {
    return url.formatted(port, name);
  }

  /**
   * Returns true if this database has a server process.
   *
   * @return false for the databases in process
   */
  public boolean isServer() {
    return this != H2 && this != SQLITE;
  }

  /**
   * Creates an empty database, on the shared server if it has one.
   *
   * @return the database
   */
  public TestDatabase fresh() {
    return switch (this) {
      case POSTGRESQL -> SharedPostgres.SERVER.get().newDatabase(this);
      case MARIADB, MARIADB_BY_CONNECTOR_J -> SharedMariaDb.SERVER.get().newDatabase(this);
      case H2 -> new TestDatabase(this, 0, newName());
      case SQLITE -> new TestDatabase(this, 0, TestResources.directory("sqlite") + "/" + newName());
    };
  }

  /**
   * Starts a server for one test, which may kill it and must close it.
   *
   * @return the listening server
   */
  public TestServer startOwn() {
    return switch (this) {
      case POSTGRESQL -> new Startable(PostgresServer::new).get();
      case MARIADB, MARIADB_BY_CONNECTOR_J -> new Startable(MariaDbServer::new).get();
      case H2, SQLITE -> throw new IllegalArgumentException(this + " runs in process");
    };
  }

  static String newName() {
    return "reprise_" + NAMES.incrementAndGet();
  }

  private static final class SharedPostgres {
    static final Startable SERVER = new Startable(PostgresServer::new);
  }

  private static final class SharedMariaDb {
    static final Startable SERVER = new Startable(MariaDbServer::new);
  }

  /** A server that starts when first used. If it cannot start, no further start is attempted. */
  private static final class Startable {

    private final ServerStart start;
    private TestServer server;
    private Exception failure;

    Startable(ServerStart start) {
      this.start = start;
    }

    synchronized TestServer get() {
      if (server == null && failure == null) {
        try {
          server = start.on(TestResources.directory("server"));
        } catch (Exception cannot) {
          failure = cannot;
        }
      }
      if (failure != null) {
        return Assumptions.abort("this machine cannot run the server: " + failure);
      }
      return server;
    }
  }

  @FunctionalInterface
  private interface ServerStart {
    TestServer on(Path directory) throws Exception;
  }
}
