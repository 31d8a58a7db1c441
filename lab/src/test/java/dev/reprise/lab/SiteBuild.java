package dev.reprise.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The documentation site, built with the Lab of this module and the Javadoc of core. */
final class SiteBuild {

  private static final Path SCRIPT = Path.of("..", "docs", "build-site");
  private static final Path OUT = Path.of("target", "site").toAbsolutePath();
  private static final int PATIENCE_MINUTES = 10;

  /**
   * The end of a process.
   *
   * @param code the exit code
   * @param output what it printed
   */
  record Ended(int code, String output) {}

  private SiteBuild() {}

  /** Builds the site, and returns its folder; skips the calling test if npm is missing. */
  static Path build() throws IOException, InterruptedException {
    assumeTrue(isOnPath("node"), "no node on the path (Debian: apt-get install nodejs)");
    assumeTrue(isOnPath("npm"), "no npm on the path (Debian: apt-get install npm)");
    Ended build =
        run(
            "--out",
            OUT.toString(),
            "--lab",
            Pages.WEB.toString(),
            "--modules",
            "core",
            "--class-path",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    if (build.code() != 0) {
      throw new IllegalStateException(build.output());
    }
    return OUT.resolve("html");
  }

  /** Runs the command that builds the site, with options. */
  static Ended run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toAbsolutePath().normalize().toString()));
    command.addAll(Arrays.asList(options));
    Files.createDirectories(OUT);
    Path log = Files.createTempFile(OUT, "build", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new Ended(process.waitFor(), Files.readString(log, StandardCharsets.UTF_8));
  }

  private static boolean isOnPath(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(each -> !each.isEmpty())
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }
}
