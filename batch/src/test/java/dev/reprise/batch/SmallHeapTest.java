package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that memory is bounded by settings, not by the input, with heaps that could not hold the
 * input.
 */
class SmallHeapTest {

  @TempDir Path folder;

  @Test
  void two_hundred_thousand_items_go_through_a_heap_of_16_megabytes() throws Exception {
    assertThat(run("-Xmx16m", "200000")).contains("right: ");
  }

  @Test
  void a_heap_that_small_does_not_hold_the_items() throws Exception {
    assertThat(run("-Xmx16m", "200000", "hoard")).contains("OutOfMemoryError");
  }

  @Test
  @Tag("proof")
  void ten_million_items_go_through_a_heap_of_64_megabytes() throws Exception {
    assertThat(run("-Xmx64m", "10000000")).contains("right: ");
  }

  private String run(String heap, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(heap, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(HeapRun.class.getName());
    command.addAll(List.of(args));
    File output = folder.resolve("output").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    try {
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output.toPath(), StandardCharsets.UTF_8);
  }
}
