package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.model.Series;
import dev.reprise.simulator.model.ServerCapacity;
import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.Numbers;
import dev.reprise.simulator.plot.XyChart;
import dev.reprise.simulator.plot.XyChart.Shade;
import dev.reprise.time.TimeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Charts over time of recorded runs, one chart for each contender. */
final class TimeCharts {

  private static final double SECOND = 1e9;
  private static final int MOST_POINTS = 220;
  private static final double AFTERMATH = 180;
  private static final Set<String> NO_RATES =
      Set.of(Series.QUEUE, Series.AMPLIFICATION, Series.DURATION);
  private static final List<String> FIRST = List.of("load", "goodput");

  private final Results results;
  private final List<ObservedRun> runs;
  private final ContenderStyles looks;
  private final double end;
  private final double most;

  TimeCharts(Results results, List<ObservedRun> runs) {
    this.results = results;
    this.runs = runs;
    looks = new ContenderStyles(runs.stream().map(ObservedRun::label).toList());
    end = end();
    most = most();
  }

  List<NamedFigure> pictures() {
    List<NamedFigure> pictures = new ArrayList<>();
    int number = 1;
    for (ObservedRun watched : runs) {
      if (!watched.run().series().isEmpty()) {
        pictures.add(new NamedFigure("time-" + number++, chart(watched)));
      }
    }
    queues().ifPresent(chart -> pictures.add(new NamedFigure("time-queue", chart)));
    return pictures;
  }

  private static boolean isQueue(Series series) {
    return series.name().equals(Series.QUEUE);
  }

  /** Returns whether a series counts calls or attempts over time. */
  private static boolean isRate(Series series) {
    return !NO_RATES.contains(series.name());
  }

  /** Draws the queues of all runs in one chart. */
  private Optional<XyChart> queues() {
    List<ChartSeries> courses = new ArrayList<>();
    for (ObservedRun watched : runs) {
      for (Series series : watched.run().series()) {
        if (isQueue(series)) {
          int style = looks.of(watched.label());
          courses.add(new ChartSeries(watched.label(), style, Look.STEPS, points(series)));
        }
      }
    }
    if (courses.isEmpty()) {
      return Optional.empty();
    }
    double most =
        courses.stream().flatMap(c -> c.points().stream()).mapToDouble(Point::y).max().orElse(1);
    Axis up = new Axis("queued attempts", "", false, 0, rounded(most));
    Axis across = Axis.linear("time", "s").between(0, end);
    String caption =
        runs.get(0).caption(results) + " Attempts in the queue of the server." + faultNote();
    return Optional.of(new XyChart("Queue over time", caption, across, up, courses, shades()));
  }

  /** Returns a line for the attempts that the server can serve in a second, if it has a limit. */
  private List<ChartSeries> capacity() {
    OptionalDouble capacity = capacityOf();
    if (capacity.isEmpty()) {
      return List.of();
    }
    double each = capacity.getAsDouble();
    List<Point> line = List.of(new Point(0, each), new Point(end, each));
    return List.of(new ChartSeries("capacity", 0, Look.REFERENCE, line));
  }

  private String capacityNote() {
    OptionalDouble capacity = capacityOf();
    return capacity.isEmpty()
        ? ""
        : " Dashed: the capacity, " + Numbers.brief(capacity.getAsDouble()) + " attempts/s.";
  }

  private OptionalDouble capacityOf() {
    return runs.isEmpty() ? OptionalDouble.empty() : ServerCapacity.of(runs.get(0).settings());
  }

  private XyChart chart(ObservedRun watched) {
    List<ChartSeries> courses = new ArrayList<>();
    for (String name : names(watched)) {
      for (Series series : watched.run().series()) {
        if (series.name().equals(name) && isRate(series)) {
          int style = FIRST.contains(name) ? 1 - FIRST.indexOf(name) : 2 + courses.size();
          courses.add(new ChartSeries(name, style, Look.STEPS, points(series)));
        }
      }
    }
    courses.addAll(capacity());
    String unit = watched.run().series().get(0).unit();
    Axis up = new Axis("rate", unit.replaceFirst("^.*/", "1/"), false, 0, most);
    Axis across = Axis.linear("time", "s").between(0, end);
    String caption =
        watched.caption(results)
            + " Load: attempts that leave the clients; goodput: calls that succeed."
            + capacityNote()
            + faultNote();
    return new XyChart("Over time, " + watched.label(), caption, across, up, courses, shades());
  }

  private String faultNote() {
    return shades().isEmpty() ? "" : " Highlighted: the fault.";
  }

  private static Set<String> names(ObservedRun watched) {
    Set<String> names = new LinkedHashSet<>(FIRST);
    watched.run().series().forEach(series -> names.add(series.name()));
    return names;
  }

  private List<Shade> shades() {
    Map<String, String> texts = settings();
    String fault = texts.getOrDefault("fault", "none");
    if (fault.equals("none")) {
      return List.of();
    }
    double start = seconds("fault-start");
    double to = start + seconds("fault-length");
    return to > start ? List.of(new Shade(start, to, fault.replace('-', ' '))) : List.of();
  }

  private Map<String, String> settings() {
    return runs.isEmpty() ? Map.of() : runs.get(0).settings().texts();
  }

  private double seconds(String parameter) {
    String text = settings().get(parameter);
    return text == null ? 0 : TimeText.parse(text).toNanos() / SECOND;
  }

  /**
   * Returns the end of the charts: three minutes after the fault, or the end of the run if there is
   * no fault.
   */
  private double end() {
    double longest = 1;
    for (ObservedRun watched : runs) {
      for (Series series : watched.run().series()) {
        if (isRate(series) || isQueue(series)) {
          longest = Math.max(longest, busy(series.values()) * series.widthNanos() / SECOND);
        }
      }
    }
    double after = seconds("fault-start") + seconds("fault-length") + AFTERMATH;
    return shades().isEmpty() ? longest : Math.min(longest, after);
  }

  /** Returns the number of values up to the last one that is not zero. */
  private static int busy(double[] values) {
    int busy = values.length;
    while (busy > 0 && values[busy - 1] == 0) {
      busy--;
    }
    return busy;
  }

  private double most() {
    double highest = 0;
    for (ObservedRun watched : runs) {
      for (Series series : watched.run().series()) {
        if (isRate(series)) {
          for (Point point : points(series)) {
            highest = Math.max(highest, point.y());
          }
        }
      }
    }
    return rounded(Math.max(highest, 1.05 * capacityOf().orElse(0)));
  }

  private static double rounded(double highest) {
    double step = Math.pow(10, Math.floor(Math.log10(Math.max(1, highest)))) / 2;
    return Math.ceil(Math.max(1, highest) / step) * step;
  }

  /** Returns a rate over time, in slices wide enough to be seen. */
  private List<Point> points(Series series) {
    double width = series.widthNanos() / SECOND;
    int shown = (int) Math.min(series.values().length, Math.ceil(end / width));
    int together = Math.max(1, (int) Math.ceil((double) shown / MOST_POINTS));
    List<Point> points = new ArrayList<>();
    for (int from = 0; from < shown; from += together) {
      int to = Math.min(shown, from + together);
      double sum = Arrays.stream(series.values(), from, to).sum();
      double mean = sum / (to - from);
      points.add(new Point(from * width, isQueue(series) ? mean : mean / width));
    }
    if (!points.isEmpty()) {
      points.add(new Point(shown * width, points.get(points.size() - 1).y()));
    }
    return points;
  }
}
