package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.plot.HeatMap;
import dev.reprise.simulator.plot.XyChart;
import dev.reprise.simulator.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Draws metrics against the swept parameters. */
final class MetricCharts {

  private static final int LONGEST_TITLE = 48;
  private static final double LONG_MS = 10_000;
  private static final double WIDE = 30;
  private static final int SHORT = 16;

  private final Results results;
  private final ContenderStyles looks;

  MetricCharts(Results results) {
    this.results = results;
    looks =
        new ContenderStyles(
            results.scenario().contenders().stream().map(Contender::label).toList());
  }

  /** Draws one metric of some contenders against the only swept parameter. */
  XyChart against(
      SweptAxis swept,
      Metric metric,
      List<String> labels,
      boolean log,
      String title,
      String caption) {
    List<ChartSeries> courses = new ArrayList<>();
    double scale = most(metric, labels) >= LONG_MS && metric.unit().equals("ms") ? 1e-3 : 1;
    for (String label : labels) {
      List<Point> points = new ArrayList<>();
      for (Cell cell : cellsOf(label)) {
        points.add(point(swept, metric, cell, scale));
      }
      courses.add(new ChartSeries(label, looks.of(label), Look.MARKED, points));
    }
    String unit = scale < 1 ? "s" : metric.unit();
    String name = axisName(metric);
    Axis up = log ? Axis.logarithmic(name, unit) : Axis.linear(name, unit);
    Axis across = swept.axis();
    return new XyChart(title, caption, across, up, courses);
  }

  private static Point point(SweptAxis swept, Metric metric, Cell cell, double scale) {
    Estimate estimate = cell.estimate(metric.name());
    double x = swept.valueOf(cell.point().getOrDefault(swept.parameter(), ""));
    double y = estimate.undefined() > 0 ? Double.NaN : estimate.mean() * scale;
    return new Point(x, y, estimate.margin() * scale, "");
  }

  private double most(Metric metric, List<String> labels) {
    return labels.stream()
        .flatMap(label -> cellsOf(label).stream())
        .mapToDouble(cell -> cell.estimate(metric.name()).mean())
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  private List<Cell> cellsOf(String label) {
    return results.cells().stream().filter(c -> c.contender().label().equals(label)).toList();
  }

  /** Draws each metric that varies against the only swept parameter. */
  List<NamedFigure> pictures() {
    if (results.cells().isEmpty()) {
      return List.of();
    }
    return results.sweeps().size() == 1
        ? lines()
        : results.sweeps().size() == 2 ? maps() : List.of();
  }

  private List<NamedFigure> lines() {
    Optional<SweptAxis> swept =
        SweptAxis.of(results.sweeps().get(0)).map(axis -> axis.titled(label(axis.parameter())));
    if (swept.isEmpty()) {
      return List.of();
    }
    List<String> labels = results.scenario().contenders().stream().map(Contender::label).toList();
    List<NamedFigure> pictures = new ArrayList<>();
    for (Metric metric : results.cells().get(0).metrics()) {
      if (varies(metric)) {
        String title = capital(metric.meaning()) + ", by " + swept.get().parameter();
        XyChart chart =
            against(swept.get(), metric, labels, isWide(metric), title, caption(metric));
        pictures.add(new NamedFigure(metric.name().replace('_', '-'), chart));
      }
    }
    return pictures;
  }

  private String caption(Metric metric) {
    boolean gaps =
        results.cells().stream().anyMatch(cell -> cell.estimate(metric.name()).undefined() > 0);
    String undefined = results.cells().get(0).metric(metric.name()).undefined();
    return Origin.withBands(results)
        + (gaps ? " A gap in a line: " + undefined + ", in some run at least." : "");
  }

  private boolean varies(Metric metric) {
    double[] means = sortedMeans(metric);
    return means.length > 1 && means[means.length - 1] > means[0];
  }

  private boolean isWide(Metric metric) {
    double[] means = sortedMeans(metric);
    return means.length > 0 && means[0] > 0 && means[means.length - 1] / means[0] >= WIDE;
  }

  private double[] sortedMeans(Metric metric) {
    return results.cells().stream()
        .mapToDouble(cell -> cell.estimate(metric.name()).mean())
        .filter(Double::isFinite)
        .sorted()
        .toArray();
  }

  private List<NamedFigure> maps() {
    List<NamedFigure> pictures = new ArrayList<>();
    Metric metric = results.cells().get(0).metrics().get(0);
    int number = 1;
    for (Contender contender : results.scenario().contenders()) {
      pictures.add(new NamedFigure("map-" + number++, map(contender.label(), metric)));
    }
    return pictures;
  }

  private Figure map(String label, Metric metric) {
    String across = results.sweeps().get(0).parameter();
    String up = results.sweeps().get(1).parameter();
    List<String> columns = results.sweeps().get(0).values();
    List<String> rows = results.sweeps().get(1).values();
    List<List<HeatMap.Cell>> cells = new ArrayList<>();
    for (String row : rows) {
      List<HeatMap.Cell> line = new ArrayList<>();
      for (String column : columns) {
        line.add(cell(label, metric, Map.of(across, column, up, row)));
      }
      cells.add(line);
    }
    String undefined = results.cells().get(0).metric(metric.name()).undefined();
    return new HeatMap(
        label + ": " + metric.meaning(),
        Origin.of(results) + " Red: " + undefined + "; hatched red: in some of the runs.",
        Axis.linear(label(across), ""),
        Axis.linear(label(up), ""),
        valued(metric),
        columns,
        rows,
        cells,
        undefined);
  }

  /** Returns a parameter with its meaning, if that is short enough for an axis. */
  private String label(String name) {
    return results.scenario().settings().parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .map(parameter -> name + ": " + parameter.meaning())
        .filter(title -> title.length() <= LONGEST_TITLE)
        .findFirst()
        .orElse(name);
  }

  private HeatMap.Cell cell(String label, Metric metric, Map<String, String> point) {
    for (Cell cell : results.cells()) {
      if (cell.contender().label().equals(label) && cell.point().equals(point)) {
        Estimate estimate = cell.estimate(metric.name());
        double all = Math.max(1, estimate.count() + estimate.undefined());
        return new HeatMap.Cell(estimate.mean(), estimate.undefined() / all);
      }
    }
    return new HeatMap.Cell(Double.NaN, 0);
  }

  /** Returns the scale that all maps share, so that equal colours mean equal values. */
  private Axis valued(Metric metric) {
    double[] means = sortedMeans(metric);
    String name = shortName(metric);
    if (means.length == 0) {
      return Axis.linear(name, metric.unit());
    }
    double most = means[means.length - 1];
    return isWide(metric)
        ? Axis.logarithmic(name, metric.unit()).between(means[0], most)
        : Axis.linear(name, metric.unit()).between(Math.min(0, means[0]), Math.max(most, 1e-3));
  }

  /** Returns the text for an axis; a long meaning is in the title only. */
  private static String axisName(Metric metric) {
    return metric.meaning().length() <= SHORT ? metric.meaning() : shortName(metric);
  }

  /** Returns the name for readers, without the unit. */
  static String shortName(Metric metric) {
    return metric.name().replaceFirst("_" + metric.unit() + "$", "").replace('_', ' ');
  }

  static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
