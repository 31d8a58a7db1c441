package dev.reprise.verification.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildProcessTest {

  private final ChildProcess child =
      new ChildProcess(
          ChildProcess.ownHome(),
          List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
          Duration.ofMinutes(1));

  @Test
  void a_process_prints_its_measurements() throws Exception {
    Facts facts = child.run(FactPrinter.class, List.of("4"));

    assertThat(facts.get("four")).isEqualTo(4);
    assertThat(facts.get("megabytes")).isLessThanOrEqualTo(64);
  }

  @Test
  void a_process_that_fails_is_an_error() {
    assertThatThrownBy(() -> child.run(FactPrinter.class, List.of("four")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("[four] ended with status 1");
  }

  static final class FactPrinter {

    private FactPrinter() {}

    public static void main(String[] args) {
      double number = Double.parseDouble(args[0]);
      System.out.println("not a fact");
      System.out.print(
          new Facts()
              .note("four", number)
              .note("megabytes", Runtime.getRuntime().maxMemory() >> 20));
    }
  }
}
