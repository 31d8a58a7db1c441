package dev.reprise.simulator;

import static dev.reprise.simulator.testing.SimulationAssert.assertThat;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.advice.Advisor;
import dev.reprise.simulator.advice.Fault;
import dev.reprise.simulator.advice.Service;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.file.ScenarioFile;
import dev.reprise.simulator.output.Csv;
import dev.reprise.simulator.output.Table;
import dev.reprise.simulator.output.VerdictText;
import dev.reprise.simulator.parallel.ParallelExperiment;
import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.plot.XyChart;
import dev.reprise.simulator.report.FigureSet;
import dev.reprise.simulator.report.HtmlReport;
import dev.reprise.simulator.report.NamedFigure;
import dev.reprise.simulator.report.ObservedRun;
import dev.reprise.simulator.testing.Simulation;
import dev.reprise.simulator.tune.Goal;
import dev.reprise.simulator.tune.Tuning;
import dev.reprise.simulator.tune.TuningResult;
import dev.reprise.simulator.tune.TuningSettings;
import dev.reprise.simulator.verdict.Verdict;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static void simulation(RetryPolicy policy) {
    assertThat(Simulation.of("outage-hang").policy(policy)).recoversWithin(Duration.ofSeconds(60));
  }

  static void assertions(RetryPolicy policy) {
    assertThat(Simulation.of("outage-hang").policy(policy))
        .recoversWithin(Duration.ofSeconds(60))
        .amplificationBelow(1.2)
        .metric("p99_ms")
        .below(2_000);
  }

  static void advice() {
    Advisor advisor = new Advisor(Service.of(1400, 2000, Duration.ofMillis(20)), 5, 1);
    advisor.run(2).ifPresent(advice -> advice.lines().forEach(System.out::println));
  }

  static Service service() {
    Service service =
        Service.of(1400, 2000, Duration.ofMillis(20))
            .withPods(200)
            .withFault(new Fault(Fault.Kind.HANG, Duration.ofSeconds(30)));
    return service;
  }

  static Experiment file() throws IOException {
    ScenarioFile file = ScenarioFile.read(Path.of("checkout-outage.yaml"));
    Experiment experiment =
        new Experiment(
            file.scenario(), file.sweeps(), file.seeds().orElse(10), file.seed().orElse(1));
    return experiment;
  }

  static Results parallel(Experiment experiment) {
    ParallelExperiment parallel = new ParallelExperiment(experiment);
    Results results = parallel.run(Runtime.getRuntime().availableProcessors());
    return results;
  }

  static void text(Results results) {
    Table.of(results, results.scenario().defaultMetrics()).forEach(System.out::println);
    VerdictText.of(results).forEach(System.out::println);
  }

  static void csv(Results results, Path path) throws IOException {
    try (BufferedWriter file = Files.newBufferedWriter(path)) {
      Csv.write(results, results.scenario().defaultMetrics(), file);
    }
  }

  static void html(Results results, Path file) throws IOException {
    List<ObservedRun> runs = ObservedRun.of(results.scenario(), results.baseSeed());
    HtmlReport report = new HtmlReport(results, Verdict.sentences(results), runs, "");
    Files.writeString(file, report.html());
  }

  static void figures(Path folder) throws IOException {
    FigureSet figures = FigureSet.seven(100, 1);
    for (NamedFigure each : figures.draw(Runtime.getRuntime().availableProcessors())) {
      Files.writeString(folder.resolve(each.name() + ".svg"), each.figure().document());
    }
  }

  static void chart(Path file) throws IOException {
    List<Point> points = List.of(new Point(10, 55), new Point(20, 99.5), new Point(50, 310));
    Figure chart =
        new XyChart(
            "Calls of full jitter",
            "",
            Axis.linear("clients", ""),
            Axis.linear("calls", ""),
            List.of(new ChartSeries("full", 0, Look.MARKED, points)));
    Files.writeString(file, chart.document());
  }

  static void tuning() {
    Goal goal = Goal.parse("minimise work subject to time_ms<3500");
    Scenario scenario = Scenarios.named("aws-contention").with("clients", "50");
    TuningResult result = new Tuning(TuningSettings.of(goal, List.of(scenario))).run(2);
    System.out.println(result.text());
  }
}
