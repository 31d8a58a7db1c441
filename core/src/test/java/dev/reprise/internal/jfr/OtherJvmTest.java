package dev.reprise.internal.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in separate JVMs, because a class stays loaded once it is loaded. */
class OtherJvmTest {

  @TempDir private Path folder;

  @Test
  void retries_without_a_flight_recorder() throws Exception {
    assertEquals(
        List.of("attempts 2", "jdk.jfr false"), run(List.of("--limit-modules", "java.base")));
  }

  @Test
  void starts_no_flight_recorder_and_creates_no_event_without_a_recording() throws Exception {
    List<String> lines = run(List.of("-Xlog:class+load"));
    List<String> ours = lines.stream().filter(line -> line.contains("dev.reprise.")).toList();

    assertTrue(lines.contains("initialised false"), lines.toString());
    assertTrue(ours.stream().anyMatch(line -> line.contains(".JfrRecorder ")), ours.toString());
    assertEquals(
        List.of(),
        ours.stream().filter(line -> line.matches(".*\\.JfrEvents .*|.*RetryEvent\\$.*")).toList());
  }

  @Test
  void records_to_a_recording_that_begins_later() throws Exception {
    Path file = folder.resolve("late.jfr");

    List<String> lines = run(List.of(), file.toString());

    assertEquals(List.of("attempts 2", "jdk.jfr true", "initialised false"), lines);
    assertEquals(
        List.of(
            "dev.reprise.Attempt",
            "dev.reprise.Attempt",
            "dev.reprise.GiveUp",
            "dev.reprise.RetriedCall"),
        RecordingFile.readAllEvents(file).stream()
            .map(event -> event.getEventType().getName())
            .filter(name -> name.startsWith("dev.reprise."))
            .sorted()
            .toList());
  }

  private static List<String> run(List<String> options, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-cp");
    command.add(placeOf(Retry.class) + File.pathSeparator + placeOf(TinyMain.class));
    command.add(TinyMain.class.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), out);
      return out.lines().toList();
    } catch (IOException | InterruptedException failure) {
      process.destroyForcibly();
      throw failure;
    }
  }

  private static Path placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
