package dev.reprise.simulator.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CsvTest {

  private static final double NEVER = Double.POSITIVE_INFINITY;

  @Test
  void has_a_line_for_each_policy_at_each_point() throws IOException {
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "full", "none")
            .cell(Map.of("clients", "30"), "full", Map.of("calls", new double[] {1, 2, 6}))
            .cell(Map.of("clients", "30"), "none", Map.of("calls", new double[] {7, 7, 7}));
    assertThat(csv(results, new Sweep("clients", List.of("30"))))
        .isEqualTo(
            "clients,policy,seeds,calls_mean,calls_standard_error,time_ms_mean,time_ms_standard_error\n"
                + "30,full,3,3.0,1.5275252316519468,0.0,0.0\n"
                + "30,none,3,7.0,0.0,0.0,0.0\n");
  }

  @Test
  void counts_runs_in_which_a_metric_is_undefined() throws IOException {
    ResultsOf results =
        ResultsOf.scenario("outage-hang", "a", "b")
            .cell(Map.of(), "a", Map.of("recovery_s", new double[] {30, NEVER, 32}))
            .cell(Map.of(), "b", Map.of("recovery_s", new double[] {NEVER, NEVER, NEVER}));
    assertThat(csv(results).lines())
        .satisfiesExactly(
            head ->
                assertThat(head)
                    .startsWith(
                        "policy,seeds,recovery_s_mean,recovery_s_standard_error,recovery_s_undefined,"
                            + "answered_mean,answered_standard_error,amplification_mean,"),
            a -> assertThat(a).startsWith("a,3,31.0,1.0,1,1.0,0.0,"),
            b -> assertThat(b).startsWith("b,3,,,3,1.0,0.0,"));
  }

  @Test
  void labels_are_quoted_and_not_evaluated_as_formulas() throws IOException {
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "a, \"b\"", "=1+1")
            .cell(Map.of(), "a, \"b\"", Map.of("calls", new double[] {1}))
            .cell(Map.of(), "=1+1", Map.of("calls", new double[] {1}));
    assertThat(csv(results)).contains("\n\"a, \"\"b\"\"\",1,", "\n'=1+1,1,");
  }

  private static String csv(ResultsOf results, Sweep... sweeps) throws IOException {
    StringBuilder text = new StringBuilder();
    var made = results.sweeping(sweeps);
    Csv.write(made, Scenarios.named(made.scenario().name()).defaultMetrics(), text);
    return text.toString();
  }
}
