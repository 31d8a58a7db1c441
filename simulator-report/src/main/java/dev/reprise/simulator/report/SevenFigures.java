package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.plot.Numbers;
import dev.reprise.simulator.plot.XyChart;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.List;

/** Draws the seven figures. */
final class SevenFigures {

  private static final Metric WORK = new Metric("calls", "calls", "work");
  private static final Metric TIME = new Metric("time_ms", "ms", "completion time");
  private static final String CROWD = "100";
  private static final int FIRST_SECOND_MS = 1000;

  private final Results results;
  private final SweptAxis swept;
  private final MetricCharts charts;
  private final long baseSeed;

  SevenFigures(Results results, long baseSeed) {
    this.results = results;
    this.baseSeed = baseSeed;
    swept = SweptAxis.of(results.sweeps().get(0)).orElseThrow();
    charts = new MetricCharts(results);
  }

  List<NamedFigure> pictures() {
    Run exponential = watched("exponential");
    Run full = watched("full");
    double most = highest(exponential);
    return List.of(
        new NamedFigure("1-completion-none", completionOfNone()),
        new NamedFigure("2-work-none", workOfNone()),
        new NamedFigure("3-work-exponential", saving("Exponential backoff", "exponential")),
        new NamedFigure(
            "4-calls-exponential",
            RunCharts.callsOverTime(
                "exponential backoff without jitter",
                exponential.series().get(0),
                FIRST_SECOND_MS,
                most,
                new ContenderStyles(List.of("exponential")).of("exponential"),
                origin() + " " + FirstSecond.of(exponential).clusters())),
        new NamedFigure(
            "5-calls-full",
            RunCharts.callsOverTime(
                "full jitter",
                full.series().get(0),
                FIRST_SECOND_MS,
                Double.NaN,
                new ContenderStyles(List.of("full")).of("full"),
                origin() + " " + FirstSecond.of(full).decline())),
        new NamedFigure("6-work-full", saving("Full jitter", "full")),
        new NamedFigure(
            "7-completion-full", lines("Completion time", TIME, "exponential", "full", "none")));
  }

  private String origin() {
    return Origin.ofRun(results.scenario().with(swept.parameter(), CROWD), baseSeed);
  }

  /** Draws the work of a backoff next to that of none, with the share that it saves. */
  private Figure saving(String name, String label) {
    String last = swept.texts().get(swept.texts().size() - 1);
    String saved = percent(label, CROWD) + " of the work of " + CROWD + " clients, ";
    String title = name + " saves " + saved + percent(label, last) + " of that of " + last;
    return lines(title, WORK, "none", label);
  }

  private String percent(String label, String clients) {
    double none = at(clients, "none", WORK).mean();
    return Numbers.fixed(100 * (1 - at(clients, label, WORK).mean() / none), 0) + " %";
  }

  private static double highest(Run run) {
    double most = 0;
    double[] values = run.series().get(0).values();
    for (int i = 0; i < Math.min(FIRST_SECOND_MS, values.length); i++) {
      most = Math.max(most, values[i]);
    }
    return Math.ceil(most / 5) * 5;
  }

  private Run watched(String label) {
    Scenario scenario = results.scenario().with(swept.parameter(), CROWD);
    Contender contender =
        scenario.contenders().stream()
            .filter(c -> c.label().equals(label))
            .findFirst()
            .orElseThrow();
    return scenario.model().run(contender, new Seed(baseSeed, 0), true);
  }

  private Figure lines(String title, Metric metric, String... labels) {
    return charts.against(swept, metric, List.of(labels), false, title, caption(metric, labels));
  }

  private String caption(Metric metric, String... labels) {
    List<String> parts = new ArrayList<>();
    for (String label : labels) {
      Estimate estimate = at100(label, metric);
      parts.add(label + " " + Numbers.withError(estimate.mean(), estimate.standardError()));
    }
    String unit = metric.unit();
    return "At 100 clients: "
        + String.join(", ", parts)
        + " "
        + unit
        + " (± standard errors). "
        + bands();
  }

  private String bands() {
    return Origin.withBands(results);
  }

  private Estimate at100(String label, Metric metric) {
    return at(CROWD, label, metric);
  }

  private Estimate at(String clients, String label, Metric metric) {
    for (Cell cell : results.cells()) {
      if (cell.contender().label().equals(label) && cell.point().containsValue(clients)) {
        return cell.estimate(metric.name());
      }
    }
    throw new IllegalArgumentException("there is no contender " + PrintableText.oneLine(label));
  }

  private Figure completionOfNone() {
    double slope = at100("none", TIME).mean() / 100;
    String law = Numbers.brief(slope) + " ms × N";
    return withReference(
        lines0("Without backoff, time grows with the number of clients", TIME), law, slope, 1);
  }

  private Figure workOfNone() {
    double factor = at100("none", WORK).mean() / 1e4;
    String law = Numbers.brief(factor) + " × N²";
    return withReference(
        lines0("Without backoff, work grows with the square of the number of clients", WORK),
        law,
        factor,
        2);
  }

  private XyChart lines0(String title, Metric metric) {
    List<String> none = List.of("none");
    return charts.against(swept, metric, none, false, title, caption(metric, "none"));
  }

  private XyChart withReference(XyChart chart, String label, double factor, int power) {
    List<Point> curve = new ArrayList<>();
    for (int clients = 0; clients <= 190; clients++) {
      curve.add(new Point(clients, factor * Math.pow(clients, power)));
    }
    List<ChartSeries> courses = new ArrayList<>();
    courses.add(new ChartSeries(label, 0, Look.REFERENCE, curve));
    courses.addAll(chart.courses());
    return new XyChart(
        chart.title(),
        chart.caption() + " Dashed: " + label + ".",
        chart.across(),
        chart.up(),
        courses);
  }
}
