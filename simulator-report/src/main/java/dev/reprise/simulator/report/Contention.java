package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.plot.Numbers;
import dev.reprise.simulator.plot.XyChart;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * The law of contention on one row. A write is vulnerable for a time V, two messages long: from its
 * read to its arrival. If clients without memory send λ writes per second in total, a write
 * succeeds if no other write succeeds in that time. For every λ, the work per success w and the
 * time per success τ satisfy {@code (w − 1)(τ/V − 1) ≥ 1}.
 */
public final class Contention {

  /** The law, as it is printed. */
  public static final String LAW = "(w − 1)(τ/V − 1) = 1";

  private static final int SAMPLES = 240;

  private Contention() {}

  /**
   * Returns the distance of a run from the optimum of clients that know their number: {@code
   * (calls/N − 2)(time/VN − 1)}.
   *
   * @param clients the number of clients N, at least 1
   * @param calls the number of writes sent
   * @param time the time until the last success
   * @param vulnerable V, in the unit of {@code time}
   * @return about 1 for clients that know their number; at N = 100, 8.6 for full jitter and 508 for
   *     exponential backoff without jitter
   */
  public static double score(int clients, double calls, double time, double vulnerable) {
    return (calls / clients - 2) * (time / (vulnerable * clients) - 1);
  }

  /**
   * Returns the scores of contenders as one line.
   *
   * @param cells the contenders, at one number of clients
   * @param clients the number of clients, at least 1
   * @param vulnerableMs V, in milliseconds
   * @return such as {@code full 8.6, none 0.29}
   */
  static String scores(List<Cell> cells, int clients, double vulnerableMs) {
    StringJoiner scores = new StringJoiner(", ");
    for (Cell cell : cells) {
      double calls = cell.estimate("calls").mean();
      double time = cell.estimate("time_ms").mean();
      double score = score(clients, calls, time, vulnerableMs);
      scores.add(cell.contender().label() + " " + Numbers.brief(score));
    }
    return scores.toString();
  }

  /**
   * Draws work per success against time per success, with the law and the Pareto front: the
   * contenders that no other contender beats in both.
   *
   * @param cells the contenders, at one number of clients
   * @param clients the number of clients, at least 1
   * @param vulnerableMs V, in milliseconds
   * @param origin sentences on the experiment, such as its runs and seed; may be empty
   * @return the figure
   */
  public static Figure pareto(List<Cell> cells, int clients, double vulnerableMs, String origin) {
    List<ChartSeries> courses = new ArrayList<>();
    ContenderStyles looks =
        new ContenderStyles(cells.stream().map(cell -> cell.contender().label()).toList());
    List<Point> points = new ArrayList<>();
    for (Cell cell : cells) {
      String label = cell.contender().label();
      double work = cell.estimate("calls_each").mean();
      double time = cell.estimate("time_each_ms").mean();
      Point point = new Point(work, time, 0, label);
      points.add(point);
      courses.add(new ChartSeries(label, looks.of(label), Look.SCATTERED, List.of(point)));
    }
    courses.add(law(points, vulnerableMs));
    courses.add(new ChartSeries("", 0, Look.REFERENCE, front(points)));
    boolean fast = points.stream().anyMatch(point -> point.y() < vulnerableMs);
    return new XyChart(
        "Work against time, " + Numbers.fixed(clients, 0) + " clients",
        "Nearer the lower left is better. Solid curve: the law "
            + LAW
            + " with V = "
            + Numbers.brief(vulnerableMs)
            + " ms, the optimum of calls that are independent of each other (clients that act in step"
            + " can exceed it). Dashed: the front, whose contenders no other contender beats in both. "
            + origin,
        new Axis("work per success, w", "writes", true, 1, Double.NaN),
        new Axis("time per success, τ", "ms", true, fast ? Double.NaN : vulnerableMs, Double.NaN),
        courses);
  }

  private static ChartSeries law(List<Point> points, double vulnerable) {
    double most = points.stream().mapToDouble(Point::x).max().orElse(10) * 10;
    List<Point> curve = new ArrayList<>();
    for (int i = 0; i < SAMPLES; i++) {
      double work = 1 + 0.02 * Math.pow((most - 1) / 0.02, i / (SAMPLES - 1.0));
      curve.add(new Point(work, vulnerable * (1 + 1 / (work - 1))));
    }
    return new ChartSeries(LAW, 0, Look.CURVE, curve);
  }

  /** Returns the points that no other point beats in both dimensions, as steps. */
  private static List<Point> front(List<Point> points) {
    List<Point> front =
        new ArrayList<>(
            points.stream()
                .filter(point -> points.stream().noneMatch(other -> beats(other, point)))
                .sorted((a, b) -> Double.compare(a.x(), b.x()))
                .toList());
    List<Point> stair = new ArrayList<>();
    for (Point point : front) {
      if (!stair.isEmpty()) {
        stair.add(new Point(point.x(), stair.get(stair.size() - 1).y()));
      }
      stair.add(new Point(point.x(), point.y()));
    }
    return stair;
  }

  private static boolean beats(Point one, Point other) {
    return one.x() <= other.x()
        && one.y() <= other.y()
        && (one.x() < other.x() || one.y() < other.y());
  }
}
