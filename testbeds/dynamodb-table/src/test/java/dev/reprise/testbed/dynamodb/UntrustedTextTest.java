package dev.reprise.testbed.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.UntrustedText;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that options of the command line are printed on one line, bounded and escaped. */
class UntrustedTextTest {

  @Test
  void an_unknown_option() {
    UntrustedText.assertPrintable(text -> errorOf("-" + text, "1"));
  }

  @Test
  void a_value_that_is_not_a_number() {
    UntrustedText.assertPrintable(text -> errorOf("--port", "a" + text));
  }

  private static String errorOf(String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        ServerMain.run(
            List.of(args),
            InputStream.nullInputStream(),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(2);
    return err.toString(StandardCharsets.UTF_8);
  }
}
