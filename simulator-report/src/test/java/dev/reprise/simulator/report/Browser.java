package dev.reprise.simulator.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium, if one is installed. */
final class Browser {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
  private static final int PATIENCE_SECONDS = 120;

  private final String program;
  private final Path directory;

  private Browser(String program, Path directory) {
    this.program = program;
    this.directory = directory;
  }

  /**
   * The result of loading a page.
   *
   * @param dom the document after loading, as HTML
   * @param console the output on the console
   */
  record Loaded(String dom, List<String> console) {}

  /** Returns the browser; skips the calling test if there is none. */
  static Browser find(Path directory) {
    Optional<String> found =
        NAMES.stream()
            .flatMap(name -> paths().map(path -> path.resolve(name)))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .findFirst();
    assumeTrue(found.isPresent(), "no Chromium on the path (Debian: apt-get install chromium)");
    return new Browser(found.orElseThrow(), directory);
  }

  private static Stream<Path> paths() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(each -> !each.isEmpty())
        .map(Path::of);
  }

  /** Opens a page from a file. */
  Loaded open(String name, String content) throws IOException, InterruptedException {
    Path file = directory.resolve(name);
    Files.createDirectories(directory);
    Files.writeString(file, content);
    Path dom = directory.resolve(name + ".dom");
    Path log = directory.resolve(name + ".console");
    Process process =
        new ProcessBuilder(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--enable-logging=stderr",
                "--window-size=1200,900",
                "--user-data-dir=" + directory.resolve("profile"),
                "--dump-dom",
                file.toUri().toString())
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new IOException("the browser did not end");
    }
    return new Loaded(
        Files.readString(dom),
        Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream()
            .filter(line -> line.contains("CONSOLE"))
            .toList());
  }
}
