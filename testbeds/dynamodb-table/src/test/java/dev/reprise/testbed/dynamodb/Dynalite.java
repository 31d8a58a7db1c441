package dev.reprise.testbed.dynamodb;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A dynalite process on a free loopback port, installed below {@code target} on first use. */
final class Dynalite implements AutoCloseable {

  private static final String VERSION = "4.0.0";
  private static final Path HOME = Path.of("target", "dynalite").toAbsolutePath();
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

  /** Returns whether dynalite can be started; installs it below {@code target} the first time. */
  static boolean available() throws IOException, InterruptedException {
    return runs(List.of("node", "--version"))
        && (Files.exists(HOME.resolve("node_modules/dynalite/package.json")) || install());
  }

  static Dynalite start() throws IOException {
    Process process =
        new ProcessBuilder("node", "-e", SCRIPT)
            .directory(HOME.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String port = process.inputReader(StandardCharsets.UTF_8).readLine();
    if (port == null) {
      throw new IOException("dynalite ended before it listened");
    }
    return new Dynalite(process, Integer.parseInt(port));
  }

  URI endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    process.destroy();
  }

  private static boolean install() throws IOException, InterruptedException {
    Files.createDirectories(HOME);
    return runs(
        List.of(
            "npm",
            "install",
            "--prefix",
            HOME.toString(),
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
