package dev.reprise.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandardOutputTest {

  private final PrintStream before = System.out;
  private final ByteArrayOutputStream arrived = new ByteArrayOutputStream();

  @AfterEach
  void restore() {
    System.setOut(before);
  }

  private void failing(int room, String message) {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            if (arrived.size() >= room) {
              throw new IOException(message);
            }
            arrived.write(one);
          }
        };
    System.setOut(StandardOutput.on(full, StandardCharsets.UTF_8));
  }

  @Test
  void the_output_equals_what_was_printed() {
    failing(1_000, "");
    System.out.println("caf\u00e9");
    assertThat(arrived.toString(StandardCharsets.UTF_8))
        .isEqualTo("caf\u00e9" + System.lineSeparator());
    assertThat(StandardOutput.failure()).isNull();
  }

  @Test
  void a_full_disk_fails_every_method_and_nothing_is_written_afterwards() {
    failing(3, "No space left on device");
    String message = "cannot write to standard output: No space left on device";
    assertThatThrownBy(() -> System.out.println("too long"))
        .isInstanceOf(OutputLostException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> System.out.print('x')).hasMessage(message);
    assertThatThrownBy(() -> System.out.printf("%s%n", "x")).hasMessage(message);
    assertThatThrownBy(() -> StandardOutput.bytes().write(new byte[1])).hasMessage(message);
    assertThatThrownBy(() -> StandardOutput.bytes().flush()).hasMessage(message);
    assertThatThrownBy(() -> new PrintWriter(System.out, true).println("x")).hasMessage(message);
    assertThat(arrived.toString(StandardCharsets.UTF_8)).isEqualTo("too");
    assertThat(StandardOutput.failure()).isNotNull();
    assertThat(StandardOutput.failure().pipeClosed()).isFalse();
  }

  @Test
  void a_closed_pipe_differs_from_a_full_disk() {
    failing(0, "Broken pipe");
    assertThatThrownBy(() -> System.out.println("x"))
        .isInstanceOfSatisfying(
            OutputLostException.class, lost -> assertThat(lost.pipeClosed()).isTrue());
  }

  @Test
  void one_failure_does_not_suppress_itself() {
    failing(0, "No space left on device");
    assertThatThrownBy(
            () -> {
              try (OutputStream out = StandardOutput.bytes()) {
                out.write(1);
              }
            })
        .isInstanceOf(OutputLostException.class);
  }
}
