package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.plot.XyChart;
import dev.reprise.simulator.stats.Estimate;
import java.util.ArrayList;
import java.util.List;

/** Draws the extended figures. */
final class ExtendedFigures {

  private static final Metric WORK = new Metric("calls", "calls", "work");
  private static final Metric TIME = new Metric("time_ms", "ms", "completion time");
  private static final double VULNERABLE_MS = 20;
  private static final int FIRST_SECOND_MS = 1000;

  private final Results results;
  private final SweptAxis swept;
  private final MetricCharts charts;
  private final ContenderStyles looks;
  private final List<String> labels;
  private final long baseSeed;

  ExtendedFigures(Results results, long baseSeed) {
    this.results = results;
    this.baseSeed = baseSeed;
    swept = SweptAxis.of(results.sweeps().get(0)).orElseThrow();
    charts = new MetricCharts(results);
    labels = results.scenario().contenders().stream().map(Contender::label).toList();
    looks = new ContenderStyles(labels);
  }

  List<NamedFigure> pictures() {
    List<NamedFigure> pictures = new ArrayList<>();
    pictures.add(new NamedFigure("8-work-all", lines("Work of every backoff", WORK)));
    pictures.add(
        new NamedFigure("9-completion-all", lines("Completion time of every backoff", TIME)));
    pictures.add(new NamedFigure("10-work-per-success", perSuccess()));
    pictures.add(new NamedFigure("11-score-all", scores()));
    pictures.add(new NamedFigure("12-pareto-100", pareto(100)));
    pictures.add(new NamedFigure("13-pareto-1000", pareto(1000)));
    int number = 14;
    for (String label : labels) {
      if (!label.equals("exponential") && !label.equals("full")) {
        pictures.add(new NamedFigure(number++ + "-calls-" + label, calls(label)));
      }
    }
    pictures.add(new NamedFigure(number++ + "-timeline-exponential", timeline("exponential")));
    pictures.add(new NamedFigure(number + "-timeline-full", timeline("full")));
    return pictures;
  }

  private Figure lines(String title, Metric metric) {
    return charts.against(swept, metric, labels, true, title, caption());
  }

  private String caption() {
    return Origin.withBands(results);
  }

  private Figure scores() {
    List<ChartSeries> courses = new ArrayList<>();
    for (String label : labels) {
      List<Point> points = new ArrayList<>();
      for (Cell cell : results.cells()) {
        if (cell.contender().label().equals(label)) {
          points.add(new Point(clients(cell), score(cell)));
        }
      }
      courses.add(new ChartSeries(label, looks.of(label), Look.MARKED, points));
    }
    return new XyChart(
        "Distance from the optimum of clients that know their number",
        scoreCaption(),
        swept.axis(),
        Axis.logarithmic("score Φ = (calls/N − 2)(time/VN − 1)", ""),
        courses);
  }

  private Figure perSuccess() {
    List<ChartSeries> courses = new ArrayList<>();
    for (String label : labels) {
      List<Point> points = new ArrayList<>();
      for (Cell cell : results.cells()) {
        if (cell.contender().label().equals(label)) {
          Estimate calls = cell.estimate("calls");
          int clients = clients(cell);
          points.add(new Point(clients, calls.mean() / clients, calls.margin() / clients, ""));
        }
      }
      courses.add(new ChartSeries(label, looks.of(label), Look.MARKED, points));
    }
    Axis up = Axis.logarithmic("work per success, w", "writes");
    return new XyChart("Work for each success", caption(), swept.axis(), up, courses);
  }

  private static int clients(Cell cell) {
    return Integer.parseInt(cell.point().values().iterator().next());
  }

  private static double score(Cell cell) {
    double calls = cell.estimate("calls").mean();
    double time = cell.estimate("time_ms").mean();
    return Contention.score(clients(cell), calls, time, VULNERABLE_MS);
  }

  private String scoreCaption() {
    return "Clients that know their number reach 1. At 100 clients: "
        + Contention.scores(at(100), 100, VULNERABLE_MS)
        + ". V = 20 ms. A score that is not above 0 is not shown. "
        + Origin.of(results);
  }

  private List<Cell> at(int clients) {
    return results.cells().stream().filter(cell -> clients(cell) == clients).toList();
  }

  private Figure pareto(int clients) {
    return Contention.pareto(at(clients), clients, VULNERABLE_MS, Origin.of(results));
  }

  private Figure calls(String label) {
    return RunCharts.callsOverTime(
        label,
        run(label, 100).series().get(0),
        FIRST_SECOND_MS,
        Double.NaN,
        looks.of(label),
        origin(100));
  }

  private Figure timeline(String label) {
    return RunCharts.timeline(label, run(label, 20), origin(20) + " Each client calls once.");
  }

  private String origin(int clients) {
    return Origin.ofRun(scenario(clients), baseSeed);
  }

  private Scenario scenario(int clients) {
    return results.scenario().with(swept.parameter(), Integer.toString(clients));
  }

  private Run run(String label, int clients) {
    Scenario scenario = scenario(clients);
    Contender contender =
        scenario.contenders().stream()
            .filter(c -> c.label().equals(label))
            .findFirst()
            .orElseThrow();
    return scenario.model().run(contender, new Seed(baseSeed, 0), true);
  }
}
