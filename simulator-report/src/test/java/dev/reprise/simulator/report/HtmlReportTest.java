package dev.reprise.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.parallel.ParallelExperiment;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlReportTest {

  private static final Scenario ROW = Scenarios.named("aws-contention").with("clients", "10");

  private static HtmlReport report(List<Sweep> sweeps) {
    Results results = new Experiment(ROW, sweeps, 3, 11).run();
    return new HtmlReport(results, List.of("Full jitter wins."), List.of(), "reprise simulate");
  }

  @Test
  void states_the_experiment_and_the_command_that_repeats_it() {
    String html = report(List.of()).html();
    assertThat(html)
        .contains("<h1>aws-contention</h1>")
        .contains("Full jitter wins.")
        .contains("3 runs of each contender at each point, base seed 11.")
        .contains("<pre>reprise simulate</pre>")
        .contains("maxAttempts=unlimited within=unlimited backoff=decorrelated(5ms, cap=2s)")
        .contains("<th>clients</th>");
  }

  @Test
  void is_self_contained() {
    String html = report(List.of()).html().replace("http://www.w3.org/2000/svg", "");
    assertThat(html)
        .contains("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
        .doesNotContain("://")
        .doesNotContain("<script")
        .doesNotContain("@import")
        .doesNotContain("url(");
  }

  @Test
  void is_the_same_for_the_same_seed() {
    assertThat(report(List.of()).html()).isEqualTo(report(List.of()).html());
  }

  @Test
  void draws_a_line_for_each_metric_that_varies_with_the_sweep() {
    HtmlReport swept = report(List.of(new Sweep("clients", List.of("5", "10"))));
    assertThat(swept.pictures())
        .extracting(NamedFigure::name)
        .contains("calls", "time-ms", "pareto");
    assertThat(swept.pictures()).extracting(NamedFigure::name).doesNotContain("failed");
  }

  @Test
  void draws_a_map_for_each_contender_where_two_parameters_were_swept() {
    Sweep clients = new Sweep("clients", List.of("2", "4"));
    Sweep latency = new Sweep("latency", List.of("5ms", "20ms"));
    assertThat(report(List.of(clients, latency)).pictures())
        .extracting(NamedFigure::name)
        .containsExactly("map-1", "map-2", "map-3", "map-4", "map-5", "map-6", "map-7");
  }

  @Test
  void draws_no_line_for_values_that_are_not_numbers() {
    Scenario outage =
        Scenarios.named("outage-hang")
            .with("rate", "20")
            .with("workers", "4")
            .with("queue", "100")
            .with("fault-length", "2s")
            .with("watch", "30s");
    Sweep order = new Sweep("order", List.of("fifo", "lifo"));
    Results results = new Experiment(outage, List.of(order), 1, 1).run();
    HtmlReport report = new HtmlReport(results, List.of(), List.of(), "");
    assertThat(report.pictures()).isEmpty();
    assertThat(report.html()).contains("order = lifo").doesNotContain("<pre>");
  }

  @Test
  void shows_an_interrupted_experiment_without_results() {
    ParallelExperiment experiment = new ParallelExperiment(new Experiment(ROW, List.of(), 3, 1));
    experiment.stop();
    HtmlReport report = new HtmlReport(experiment.run(1), List.of(), List.of(), "");
    assertThat(report.html()).contains("Interrupted");
    assertThat(report.pictures()).isEmpty();
  }
}
