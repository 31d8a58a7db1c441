package dev.reprise.testbed.dynamodb;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A dynalite process on a free loopback port, installed below {@code target} on first use. */
final class Dynalite implements AutoCloseable {

  private static final String VERSION = "4.0.0";
  private static final long INSTALL_SECONDS = 120;
  private static final String SCRIPT =
      "require('dynalite')({createTableMs: 0, deleteTableMs: 0})"
          + ".listen(0, '127.0.0.1', function () { console.log(this.address().port) });"
          + "process.stdin.resume(); process.stdin.on('end', () => process.exit(0))";

  private final Process process;
  private final URI endpoint;

  private Dynalite(Process process, int port) {
    this.process = process;
    this.endpoint = URI.create("http://127.0.0.1:" + port);
  }

  /** A running server, or why there is none. */
  record Attempt(@Nullable Dynalite server, String obstacle) {}

  static Attempt start() throws IOException, InterruptedException {
    Path home = Path.of("target", "dynalite").toAbsolutePath();
    if (!runs(List.of("node", "--version")) || !runs(List.of("npm", "--version"))) {
      return new Attempt(null, "dynalite needs node and npm on the path");
    }
    if (!Files.exists(home.resolve("node_modules/dynalite/package.json")) && !install(home)) {
      return new Attempt(null, "npm could not install dynalite@" + VERSION);
    }
    Process process =
        new ProcessBuilder("node", "-e", SCRIPT)
            .directory(home.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String port = out.readLine();
    return port == null
        ? new Attempt(null, "dynalite ended before it listened")
        : new Attempt(new Dynalite(process, Integer.parseInt(port)), "");
  }

  URI endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    process.destroy();
  }

  private static boolean install(Path home) throws IOException, InterruptedException {
    Files.createDirectories(home);
    return runs(
        List.of(
            "npm",
            "install",
            "--prefix",
            home.toString(),
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "dynalite@" + VERSION));
  }

  private static boolean runs(List<String> command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
