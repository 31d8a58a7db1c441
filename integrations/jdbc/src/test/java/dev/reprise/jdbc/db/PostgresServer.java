package dev.reprise.jdbc.db;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** PostgreSQL 18. */
final class PostgresServer extends TestServer {

  /** The data of a new server, which take long to create. */
  private static final Path EMPTY = TestResources.directory("postgres-data").resolve("data");

  private final Path data;
  private EmbeddedPostgres running;

  PostgresServer(Path directory) throws IOException, SQLException {
    super(freePort());
    data = directory.resolve("data");
    TestResources.atExit(this::close);
    if (Files.exists(EMPTY)) {
      TestResources.copy(EMPTY, data);
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    }
    start();
    try (Connection connection = running.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE reprise SUPERUSER LOGIN PASSWORD 'secret'");
    }
  }

  /**
   * Starts with a setting under which a committed transaction survives a kill; the default of the
   * embedding library does not ensure this.
   */
  private void start() throws IOException {
    running =
        EmbeddedPostgres.builder()
            .setPort(port())
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPGStartupWait(Duration.ofMinutes(1))
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("deadlock_timeout", "50ms")
            .setServerConfig("max_prepared_transactions", "10")
            .setDataDirectoryCustomizer(PostgresServer::askForPasswords)
            .start();
  }

  private static void askForPasswords(File data) {
    try {
      keepEmpty(data.toPath());
      Files.writeString(
          data.toPath().resolve("pg_hba.conf"),
          """
          host all postgres all trust
          host all all all scram-sha-256
          """);
    } catch (IOException cannot) {
      throw new UncheckedIOException(cannot);
    }
  }

  private static synchronized void keepEmpty(Path data) throws IOException {
    if (!Files.exists(EMPTY)) {
      Path unfinished = EMPTY.resolveSibling("unfinished");
      TestResources.copy(data, unfinished);
      Files.move(unfinished, EMPTY);
    }
  }

  @Override
  TestDatabase administration() {
    return new TestDatabase(Db.POSTGRESQL, port(), "postgres");
  }

  @Override
  ProcessHandle process() {
    try {
      String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim();
      return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Override
  public void restart() {
    try {
      running.close();
      start();
    } catch (IOException cannot) {
      throw new UncheckedIOException(cannot);
    }
  }

  @Override
  public void close() {
    try {
      if (running != null) {
        running.close();
      }
    } catch (IOException cannot) {
      throw new UncheckedIOException(cannot);
    }
  }
}
