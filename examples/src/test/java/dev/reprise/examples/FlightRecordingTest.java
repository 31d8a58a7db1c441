package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {

  private static final Path GUIDE =
      Path.of(System.getProperty("basedir", ""))
          .toAbsolutePath()
          .resolveSibling("docs/guide/flight-recorder.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```text\n(.*?)^```$");

  @TempDir private Path folder;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Retry retry =
      Retry.of(RetryPolicy.parse("maxAttempts=2 backoff=fixed(100ms)"))
          .named("pages")
          .withEnvironment(time);

  @Test
  void jfr_prints_what_the_guide_shows() throws Exception {
    Path file = folder.resolve("retries.jfr");
    assertThatThrownBy(
            () -> FlightRecording.recorded(retry, slow(new FlakyPages().failing(2)), file))
        .hasMessage("connection reset");

    assertThat(lasting(print(file))).containsExactlyElementsOf(lasting(shown()));
  }

  @Test
  void a_stream_counts_calls_that_gave_up() throws Exception {
    LongAdder givenUp = new LongAdder();
    CountDownLatch heard = new CountDownLatch(1);
    try (RecordingStream stream = FlightRecording.countingGiveUps(givenUp)) {
      stream.onEvent("dev.reprise.GiveUp", event -> heard.countDown());
      assertThatThrownBy(
              () -> retry.call(() -> new FlakyPages().failing(2).fetch("https://example.org/")))
          .isInstanceOf(IOException.class);
      heard.await();
    }
    assertThat(givenUp.sum()).isEqualTo(1);
  }

  private Pages slow(Pages pages) {
    return url -> {
      time.stall(Duration.ofMillis(30));
      return pages.fetch(url);
    };
  }

  private static String print(Path file) throws IOException, InterruptedException {
    Process jfr =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jfr").toString(),
                "print",
                "--events",
                "dev.reprise.*",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(jfr.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jfr.waitFor()).as(text).isZero();
    return text;
  }

  private static String shown() {
    try {
      Matcher block = BLOCK.matcher(Files.readString(GUIDE));
      assertThat(block.find()).isTrue();
      return block.group(1);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The text without the time of day, the thread and the JDK's own fields, which vary. */
  private static List<String> lasting(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .filter(line -> !line.matches("(startTime|duration|eventThread|stackTrace) = .*"))
        .toList();
  }
}
