package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the engine in a browser that has another compiler and other mathematical functions than
 * Chromium: Firefox, or the one that {@code -Dbrowser.command} opens, a command before the address.
 */
@Tag("proof")
class EngineInSecondBrowserTest {

  private static final List<String> NAMES = List.of("firefox-esr", "firefox");
  private static final int PATIENCE_SECONDS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"wasm", "script"})
  void the_grid_has_the_bits_of_the_jvm(String engine) throws Exception {
    Files.createDirectories(Pages.DIRECTORY);
    Path profile = Files.createTempDirectory(Pages.DIRECTORY.toAbsolutePath(), "second");
    List<String> command = command(profile);
    List<String> requests = Grid.requests(1);
    try (PageServer server = new PageServer(Path.of("src/test/web").toAbsolutePath())) {
      EngineComparison comparison = new EngineComparison(server);
      command.add(comparison.address(engine, "second", requests));
      Process process = started(command, profile.resolve("output"));
      try {
        comparison.check(engine, "second", requests);
      } finally {
        List<ProcessHandle> children = process.descendants().toList();
        children.forEach(ProcessHandle::destroy);
        process.destroy();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        children.forEach(ProcessHandle::destroyForcibly);
      }
    }
  }

  private static List<String> command(Path profile) {
    String chosen = System.getProperty("browser.command", "");
    if (!chosen.isEmpty()) {
      return new ArrayList<>(List.of(chosen.split(" ")));
    }
    Optional<String> firefox = Programs.find(NAMES);
    assumeTrue(firefox.isPresent(), "no Firefox on the path (Debian: apt-get install firefox-esr)");
    return new ArrayList<>(
        List.of(
            firefox.orElseThrow(), "--headless", "--no-remote", "--profile", profile.toString()));
  }

  private static Process started(List<String> command, Path output) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
