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
 * The law of contention on one row, after V. Let a write be vulnerable for a time V, from its read
 * to its arrival: two messages. Clients that remember nothing and send λ writes a second in all
 * succeed when nobody else did in that time; whatever λ is, work per success w and time per success
 * τ keep {@code (w − 1)(τ/V − 1) ≥ 1}.
 */
public final class Contention {

  /** The law, as it is printed. */
  public static final String LAW = "(w − 1)(τ/V − 1) = 1";

  private static final int SAMPLES = 240;

  private Contention() {}

  /**
   * How far a run is from what clients can do who know their number: {@code (calls/N − 2)(time/VN −
   * 1)}.
   *
   * @param clients how many, N
   * @param calls writes sent
   * @param time until the last success
   * @param vulnerable V, in the unit of {@code time}
   * @return about 1 for clients that know their number; 8.6 for full jitter and 508 for exponential
   *     backoff without, at N = 100
   */
  public static double score(int clients, double calls, double time, double vulnerable) {
    return (calls / clients - 2) * (time / (vulnerable * clients) - 1);
  }

  /**
   * The scores of contenders, in a line.
   *
   * @param cells the contenders, at one number of clients
   * @param clients how many clients
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
   * Work per success against time per success, with the law and the front: the contenders that no
   * other beats in both.
   *
   * @param cells the contenders, at one number of clients
   * @param clients how many clients
   * @param vulnerableMs V, in milliseconds
   * @return the figure
   */
  public static Figure pareto(List<Cell> cells, int clients, double vulnerableMs) {
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
            + " ms, the best of calls that come independently of each other (a crowd in step can"
            + " pass it). Dashed: the front, whose contenders no other beats in both.",
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

  /** Those that no other beats in both, as a stair. */
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
