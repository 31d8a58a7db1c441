package dev.reprise.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatusLineTest {

  private final StringWriter written = new StringWriter();

  private StatusLine status(boolean terminal) {
    return new StatusLine(new PrintWriter(written), terminal);
  }

  private static void show(StatusLine status, double share, String text) {
    status.at(share, () -> text);
  }

  @Test
  void elsewhere_than_on_a_terminal_there_is_a_line_for_each_quarter() {
    try (StatusLine status = status(false)) {
      IntStream.rangeClosed(0, 100).forEach(i -> show(status, i / 100.0, i + " %"));
    }
    assertThat(written.toString().lines()).containsExactly("25 %", "50 %", "75 %", "100 %");
  }

  @Test
  void where_the_end_is_not_known_there_is_no_quarter() {
    try (StatusLine status = status(false)) {
      IntStream.range(0, 100).forEach(i -> show(status, -1, "line " + i));
    }
    assertThat(written.toString()).isEmpty();
  }

  @Test
  void on_a_terminal_one_line_is_drawn_again_and_removed_for_messages_and_at_the_end() {
    StatusLine status = status(true);
    drawn(status, "a long status");
    drawn(status, "short");
    status.say("a message");
    drawn(status, "again");
    status.close();

    assertThat(written.toString())
        .isEqualTo(
            "\ra long status\rshort        \r     \ra message"
                + System.lineSeparator()
                + "\ragain\r     \r");
  }

  @Test
  void a_line_fits_on_a_terminal() {
    StatusLine status = status(true);
    drawn(status, "x".repeat(200));
    assertThat(written.toString()).isEqualTo("\r" + "x".repeat(79));
  }

  /** Shows until it is time to. */
  private void drawn(StatusLine status, String text) {
    int before = written.getBuffer().length();
    while (written.getBuffer().length() == before) {
      show(status, 0.5, text);
      Thread.onSpinWait();
    }
  }
}
