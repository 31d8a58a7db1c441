package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Simulates the scenario of the first visit with the seeds of the page. */
@Tag("proof")
class FirstVisitTest {

  private static final int RUNS = 100;
  private static final Pattern VALUES =
      Pattern.compile("const FIRST = \\{\\s*scenario: '([^']+)',\\s*values: \\{([^}]+)\\}");
  private static final Pattern VALUE = Pattern.compile("([a-z]+|'[a-z-]+'): '([^']+)'");

  private static String request() throws IOException {
    Matcher first = VALUES.matcher(Files.readString(Pages.WEB.resolve("state.js")));
    assertThat(first.find()).isTrue();
    String values =
        VALUE
            .matcher(first.group(2))
            .results()
            .map(value -> value.group(1).replace("'", "") + "=" + value.group(2))
            .collect(Collectors.joining("\n"));
    return "scenario=" + first.group(1) + "\nruns=" + RUNS + "\n" + values;
  }

  /** The sentence has no number of runs where all runs agree. */
  @Test
  void in_every_run_the_standard_budget_recovers_and_no_budget_does_not() throws IOException {
    LabEngine engine = new LabEngine();
    engine.prepare(request());
    double events = 0;
    for (int run = 0; run < RUNS; run++) {
      for (int contender = 0; contender < 5; contender++) {
        events += engine.run(contender, run);
      }
    }
    System.out.printf("first visit: %,.0f events of one run of all policies%n", events / RUNS);
    String summary = engine.summary();
    assertThat(verdict(summary, "standard")).matches("Recovers \\d+\\.\\d s after the fault\\.");
    assertThat(verdict(summary, "no-budget")).startsWith("Does not recover within 60 s");
    assertThat(events / RUNS).isLessThan(40_000);
  }

  private static String verdict(String summary, String label) {
    Matcher found =
        Pattern.compile("\"label\":\"" + label + "\".*?\"verdict\":\\[\"([^\"]*)\"")
            .matcher(summary);
    assertThat(found.find()).isTrue();
    return found.group(1);
  }
}
