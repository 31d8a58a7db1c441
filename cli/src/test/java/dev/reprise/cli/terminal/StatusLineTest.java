package dev.reprise.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusLineTest {

  private final StringWriter written = new StringWriter();
  private int columns = 79;
  private volatile long nanos;

  private StatusLine status(boolean terminal) {
    return status(ProgressForm.TEXT, terminal);
  }

  private StatusLine status(ProgressForm form, boolean terminal) {
    return new StatusLine(new PrintWriter(written), form, terminal, () -> columns, () -> nanos);
  }

  private static void show(StatusLine status, double share, String text) {
    status.at(share, () -> text);
  }

  @Test
  void without_a_terminal_there_is_a_line_for_each_quarter() {
    try (StatusLine status = status(false)) {
      IntStream.rangeClosed(0, 100).forEach(i -> show(status, i / 100.0, i + " %"));
    }
    assertThat(written.toString().lines()).containsExactly("25 %", "50 %", "75 %", "100 %");
  }

  @Test
  void without_a_known_length_there_is_no_quarter() {
    try (StatusLine status = status(false)) {
      IntStream.range(0, 100).forEach(i -> show(status, -1, "line " + i));
    }
    assertThat(written.toString()).isEmpty();
  }

  @Test
  void on_a_terminal_one_line_is_redrawn_and_removed_for_messages_and_at_the_end() {
    StatusLine status = status(true);
    drawn(status, "a long status");
    drawn(status, "short");
    status.print("a message");
    drawn(status, "again");
    status.close();

    assertThat(written.toString())
        .isEqualTo(
            "\ra long status\rshort        \r     \ra message"
                + System.lineSeparator()
                + "\ragain\r     \r");
  }

  @Test
  void in_json_each_update_and_message_is_an_object_even_on_a_terminal_and_the_end_is_the_last() {
    StatusLine status = status(ProgressForm.JSON, true);
    nanos += TimeUnit.SECONDS.toNanos(1);
    status.at(0.5, () -> "unused", () -> Map.of("done", 7L));
    status.print("a \"message\"");
    status.close();
    status.end(() -> Map.of("complete", true));

    assertThat(written.toString().lines())
        .containsExactly(
            "{\"event\":\"progress\",\"done\":7}",
            "{\"event\":\"message\",\"text\":\"a \\\"message\\\"\"}",
            "{\"event\":\"end\",\"complete\":true}");
  }

  @Test
  void a_line_fits_on_a_terminal() {
    StatusLine status = status(true);
    drawn(status, "x".repeat(200));
    assertThat(written.toString()).isEqualTo("\r" + "x".repeat(79));
  }

  @Test
  void a_line_fits_on_a_narrow_terminal_and_ends_with_a_whole_number() {
    columns = 49;
    drawn(status(true), "  31 %, 400 done, 17/s, throttled 0, retried 1234, dead 0, 4 s left");
    assertThat(written.toString()).isEqualTo("\r  31 %, 400 done, 17/s, throttled 0, retried 1234");
  }

  @ParameterizedTest
  @CsvSource({"'24 80', 79", "'24 50\n', 49", "'24 200', 79", "'0 0', 79", "'', 79", "x, 79"})
  void the_width_of_a_terminal_is_read(String size, int width) {
    assertThat(Terminal.columns(size)).isEqualTo(width);
  }

  @ParameterizedTest
  @ValueSource(ints = {79, 49, 20, 5})
  void a_bar_is_as_wide_as_the_terminal(int width) {
    columns = width;
    Progress.Bar bar = new Progress.Bar("written", 2500, status(true), true);
    nanos += TimeUnit.SECONDS.toNanos(1);
    bar.at(1050);
    assertThat(written.toString()).hasSizeLessThanOrEqualTo(width + 1);
    if (width >= 49) {
      assertThat(written.toString())
          .startsWith("\r  written [==")
          .endsWith(" ] 42 %, 1050 of 2500")
          .hasSize(width + 1);
    }
    bar.close();
    assertThat(written.toString()).endsWith("\r  written 1050 of 2500" + System.lineSeparator());
  }

  @ParameterizedTest
  @CsvSource({"JSON, false, 1", "TEXT, true, 1", "TEXT, false, 10"})
  void a_line_that_is_kept_current_is_shown_again_when_it_is_due(
      ProgressForm form, boolean terminal, int seconds) {
    StatusLine status = status(form, terminal);
    AtomicInteger shown = new AtomicInteger();
    status.at(
        0,
        () -> "shown " + shown.incrementAndGet(),
        () -> Map.of("shown", shown.incrementAndGet()));
    status.again();
    assertThat(shown).as("not kept current").hasValue(0);

    status.keepCurrent();
    for (int i = 1; i <= 2 * seconds; i++) {
      nanos += TimeUnit.SECONDS.toNanos(1);
      status.again();
      status.again();
    }
    assertThat(shown).hasValue(2);

    status.close();
    nanos += TimeUnit.SECONDS.toNanos(100);
    status.again();
    assertThat(shown).as("closed").hasValue(2);
  }

  /** Shows a text when an update is due. */
  private void drawn(StatusLine status, String text) {
    nanos += TimeUnit.MILLISECONDS.toNanos(100);
    show(status, 0.5, text);
  }
}
