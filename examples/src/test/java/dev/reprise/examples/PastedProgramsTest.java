package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.demo.AnnotatedOrders;
import com.example.demo.MeasuredCalls;
import dev.reprise.testing.RetryScope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The programs on pages of the guide print what these pages show. */
@ResourceLock(Resources.SYSTEM_OUT)
class PastedProgramsTest {

  /** A program that a page shows. */
  private interface Program {
    void main(String[] arguments) throws IOException;
  }

  @Test
  void calls_are_measured() throws IOException {
    assertThat(page("metrics.md")).contains("```text\n" + printed(MeasuredCalls::main) + "```");
  }

  @Test
  void an_interface_is_retried() throws IOException {
    assertThat(printed(AnnotatedOrders::main)).isEqualTo("order 7\n");
    assertThat(page("declarative.md")).contains("\norder 7\n```");
  }

  private static String page(String name) throws IOException {
    return Files.readString(Path.of("../docs/guide").resolve(name));
  }

  private static String printed(Program program) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    try (RetryScope scope = RetryScope.noWaits()) {
      program.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    return output.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }
}
