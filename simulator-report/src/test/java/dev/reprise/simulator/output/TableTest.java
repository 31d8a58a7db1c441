package dev.reprise.simulator.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {

  private static final double NEVER = Double.POSITIVE_INFINITY;

  @Test
  void has_this_form() {
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "first", "second")
            .cell(Map.of("clients", "10"), "first", row(new double[] {10, 12, 14}, 100))
            .cell(Map.of("clients", "10"), "second", row(new double[] {20, 22, 24}, 50))
            .cell(Map.of("clients", "200"), "first", row(new double[] {1000, 1200, 1400}, 1e5))
            .cell(Map.of("clients", "200"), "second", row(new double[] {1000, 1201, 1399}, 5));
    Sweep sweep = new Sweep("clients", List.of("10", "200"));
    assertThat(Table.of(results.sweeping(sweep), results.metrics("calls", "time_ms")))
        .containsExactly(
            "clients   policy         calls   time, ms",
            "     10   first      12 +- 1.2        100",
            "          second     22 +- 1.2         50",
            "    200   first    1200 +- 120     100000",
            "          second   1200 +- 120          5",
            "",
            "difference to first, paired by seed",
            "clients   policy        calls   time, ms",
            "     10   second   10                -50",
            "    200   second    0 +- 0.58    -100000");
  }

  @Test
  void an_undefined_metric_is_not_printed_as_a_number() {
    ResultsOf results =
        ResultsOf.scenario("outage-hang", "a", "b", "c")
            .cell(Map.of(), "a", Map.of("recovery_s", new double[] {30, 30, 30}))
            .cell(Map.of(), "b", Map.of("recovery_s", new double[] {NEVER, NEVER, NEVER}))
            .cell(Map.of(), "c", Map.of("recovery_s", new double[] {30, NEVER, 34}));
    assertThat(Table.of(results.sweeping(), results.metrics("recovery_s")))
        .containsExactly(
            "policy                                       recovery, s",
            "a                      30",
            "b        not within 600 s",
            "c                      32 +- 2 (1 of 3 not within 600 s)",
            "",
            "difference to a, paired by seed",
            "policy                recovery, s",
            "b        -",
            "c        2 +- 2 (1 of 3 unpaired)");
  }

  @Test
  void calls_without_success_are_shown_although_nobody_asked_for_them() {
    ResultsOf row =
        ResultsOf.scenario("aws-contention", "patient", "quitter")
            .cell(Map.of(), "patient", row(new double[] {796, 797, 795}, 4915))
            .cell(
                Map.of(),
                "quitter",
                Map.of("calls", new double[] {100, 100, 100}, "failed", new double[] {9, 9, 9}));
    assertThat(Table.of(row.sweeping(), row.metrics("calls")).subList(0, 3))
        .containsExactly(
            "policy          calls   failed",
            "patient   796 +- 0.58        0",
            "quitter   100                9");
    ResultsOf server =
        ResultsOf.scenario("outage-hang", "a")
            .cell(Map.of(), "a", Map.of("answered", new double[] {0.5, 0.5, 0.5}));
    assertThat(Table.of(server.sweeping(), server.metrics("p99_ms")))
        .containsExactly("policy   p99, ms   answered", "a              0        0.5");
  }

  @Test
  void a_percentile_among_failed_calls_says_so() {
    ResultsOf results =
        ResultsOf.scenario("failing-share", "a")
            .cell(Map.of(), "a", Map.of("p99_ms", new double[] {NEVER, NEVER, NEVER}));
    assertThat(Table.of(results.sweeping(), results.metrics("p99_ms")))
        .containsExactly("policy   p99, ms", "a         failed");
  }

  @Test
  void wide_tables_are_split() {
    ResultsOf results = ResultsOf.scenario("outage-hang", "a policy with a long name");
    double[] values = {0.123456, 0.223456, 0.3123456};
    Map<String, double[]> all =
        Map.of(
            "recovery_s", values,
            "answered", values,
            "amplification", values,
            "peak_load", values,
            "wasted", values,
            "p50_ms", values);
    results.cell(Map.of(), "a policy with a long name", all);
    List<String> lines =
        Table.of(results.sweeping(), Scenarios.named("outage-hang").model().metrics());
    assertThat(lines).allSatisfy(line -> assertThat(line).matches("\\p{ASCII}{0,80}"));
    assertThat(lines).filteredOn(line -> line.startsWith("policy")).hasSizeGreaterThan(1);
  }

  private static Map<String, double[]> row(double[] calls, double time) {
    return Map.of("calls", calls, "time_ms", new double[] {time, time, time});
  }
}
