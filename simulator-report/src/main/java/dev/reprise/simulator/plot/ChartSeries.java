package dev.reprise.simulator.plot;

import java.util.List;

/**
 * What a chart shows of one thing: points, and what joins them.
 *
 * @param label what it is called; written at its end
 * @param style its colour, marker and dashes: the same number looks the same in every chart
 * @param look how it is drawn
 * @param points in order
 */
public record ChartSeries(String label, int style, Look look, List<Point> points) {

  /** How it is drawn. */
  public enum Look {
    /** A marker at each point, joined by lines. */
    MARKED,
    /** A line alone. */
    LINE,
    /** Steps from each point to the next. */
    STEPS,
    /** Markers alone, each with the point's own label. */
    SCATTERED,
    /** A thin dashed line in grey: something to compare with. */
    REFERENCE,
    /** A thin line in grey: a law. */
    CURVE;

    boolean isGrey() {
      return this == REFERENCE || this == CURVE;
    }
  }

  /**
   * A place in a chart.
   *
   * @param x across
   * @param y upwards; a value that is not finite interrupts the line
   * @param error its standard error; 0 if it has none
   * @param label its own; empty if it has none
   */
  public record Point(double x, double y, double error, String label) {

    /**
     * An exact point without a label.
     *
     * @param x across
     * @param y upwards
     */
    public Point(double x, double y) {
      this(x, y, 0, "");
    }
  }

  /**
   * A course.
   *
   * @param label what it is called; written at its end
   * @param style its colour, marker and dashes: the same number looks the same in every chart
   * @param look how it is drawn
   * @param points in order
   * @throws NullPointerException if a point is null
   */
  public ChartSeries {
    points = List.copyOf(points);
  }
}
