package dev.reprise.simulator.plot;

import java.util.List;

/**
 * A series of points in a chart, and the way in which they are joined.
 *
 * @param label the label at the end of the series
 * @param style the number of the colour, marker and dash pattern, any number; equal numbers look
 *     equal in every chart
 * @param look the way in which the series is drawn
 * @param points the points, in order
 */
public record ChartSeries(String label, int style, Look look, List<Point> points) {

  /** The way in which a series is drawn. */
  public enum Look {
    /** A marker at each point, joined by lines. */
    MARKED,
    /** A line alone. */
    LINE,
    /** Steps from each point to the next. */
    STEPS,
    /** Markers alone, each with the point's own label. */
    SCATTERED,
    /** A thin dashed grey line: a reference. */
    REFERENCE,
    /** A thin solid grey line: a theoretical bound. */
    CURVE;

    boolean isGrey() {
      return this == REFERENCE || this == CURVE;
    }
  }

  /**
   * A point of a chart.
   *
   * @param x the horizontal value
   * @param y the vertical value; a value that is not finite interrupts the line
   * @param margin half the height of the band around the point; 0 for none
   * @param label the label; empty for none
   */
  public record Point(double x, double y, double margin, String label) {

    /**
     * Creates a point without band and label.
     *
     * @param x the horizontal value
     * @param y the vertical value
     */
    public Point(double x, double y) {
      this(x, y, 0, "");
    }
  }

  /**
   * Creates a series.
   *
   * @param label the label at the end of the series
   * @param style the number of the colour, marker and dash pattern, any number; equal numbers look
   *     equal in every chart
   * @param look the way in which the series is drawn
   * @param points the points, in order
   * @throws NullPointerException if a point is null
   */
  public ChartSeries {
    points = List.copyOf(points);
  }
}
