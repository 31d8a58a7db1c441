package dev.reprise.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium, if one is installed. */
final class Chromium {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
  private static final int PATIENCE_SECONDS = 20;

  private final String program;
  private final Path directory;

  private Chromium(String program, Path directory) {
    this.program = program;
    this.directory = directory;
  }

  /** Returns the browser; skips the calling test if there is none. */
  static Chromium find(Path directory) {
    Optional<String> found = Programs.find(NAMES);
    assumeTrue(found.isPresent(), "no Chromium on the path (Debian: apt-get install chromium)");
    return new Chromium(found.orElseThrow(), directory);
  }

  /** Opens a page, which stays open until the result is closed. */
  Opened open(String address, String... options) throws IOException {
    Files.createDirectories(directory);
    Path profile = Files.createTempDirectory(directory.toAbsolutePath(), "profile");
    List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--enable-logging=stderr",
                "--user-data-dir=" + profile));
    command.addAll(List.of(options));
    command.add(address);
    Path log = directory.resolve(profile.getFileName() + ".log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new Opened(process, log);
  }

  /** An open page. */
  record Opened(Process process, Path log) implements AutoCloseable {

    /** Returns what the page wrote on the console. */
    List<String> console() throws IOException {
      try (Stream<String> lines = Files.lines(log, java.nio.charset.StandardCharsets.ISO_8859_1)) {
        return lines.filter(line -> line.contains("CONSOLE")).toList();
      }
    }

    /** Waits until the browser ends by itself. */
    void await() throws InterruptedException {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the browser did not end");
      }
    }

    @Override
    public void close() {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroy();
      try {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
      children.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
