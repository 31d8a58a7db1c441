package dev.reprise.simulator.plot;

import dev.reprise.simulator.plot.Canvas.Anchor;
import dev.reprise.simulator.plot.Canvas.Spot;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines, steps or points in a chart with two axes. A point may have a band, such as the interval
 * that contains a true mean with a confidence of 95 %.
 *
 * <pre>{@code
 * List<Point> points = List.of(new Point(10, 55), new Point(20, 99.5), new Point(50, 310));
 * Figure chart =
 *     new XyChart(
 *         "Calls of full jitter",
 *         "",
 *         Axis.linear("clients", ""),
 *         Axis.linear("calls", ""),
 *         List.of(new ChartSeries("full", 0, Look.MARKED, points)));
 * Files.writeString(file, chart.document());
 * }</pre>
 *
 * @param title the title
 * @param caption the text below the chart
 * @param across the horizontal axis
 * @param up the vertical axis
 * @param courses the series
 * @param shades the highlighted ranges of the horizontal axis
 */
public record XyChart(
    String title,
    String caption,
    Axis across,
    Axis up,
    List<ChartSeries> courses,
    List<Shade> shades)
    implements Figure {

  /**
   * A highlighted range of the horizontal axis.
   *
   * @param from the start of the range
   * @param to the end of the range
   * @param label the text in the range
   */
  public record Shade(double from, double to, String label) {}

  /**
   * Creates a chart.
   *
   * @param title the title
   * @param caption the text below the chart
   * @param across the horizontal axis
   * @param up the vertical axis
   * @param courses the series
   * @param shades the highlighted ranges of the horizontal axis
   * @throws NullPointerException if an element is null
   */
  public XyChart {
    courses = List.copyOf(courses);
    shades = List.copyOf(shades);
  }

  /**
   * Creates a chart without highlighted ranges.
   *
   * @param title the title
   * @param caption the text below the chart
   * @param across the horizontal axis
   * @param up the vertical axis
   * @param courses the series
   */
  public XyChart(String title, String caption, Axis across, Axis up, List<ChartSeries> courses) {
    this(title, caption, across, up, courses, List.of());
  }

  @Override
  public String svg() {
    EndLabels labels = new EndLabels(courses);
    Scale x = scale(across, true);
    Scale y = scale(up, false);
    Frame frame = Frame.of(x, y, shades.isEmpty() ? 0 : 6, labels.room());
    Canvas canvas = new Canvas(frame.width(), frame.height(), title, caption);
    Frame.title(canvas, title);
    shades.forEach(shade -> draw(canvas, frame, shade));
    frame.grid(canvas);
    courses.forEach(course -> band(canvas, frame, course));
    frame.axes(canvas, across, up);
    courses.forEach(course -> draw(canvas, frame, course));
    labels.draw(canvas, frame);
    new PointLabels(canvas, frame).draw(courses);
    return canvas.finish();
  }

  private Scale scale(Axis axis, boolean horizontal) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    double lowest = Double.POSITIVE_INFINITY;
    for (ChartSeries course : courses) {
      for (Point point : course.points()) {
        double value = horizontal ? point.x() : point.y();
        double reach = horizontal || axis.log() ? 0 : point.margin();
        if (drawable(point) && !course.look().isGrey()) {
          least = Math.min(least, value - reach);
          most = Math.max(most, value + reach);
          lowest = Math.min(lowest, value);
        }
      }
    }
    double from = lowest >= 0 ? Math.max(0, least) : least;
    return most >= least ? axis.scale(from, most) : axis.scale(axis.log() ? 1 : 0, 1);
  }

  private boolean drawable(Point point) {
    return Double.isFinite(point.x())
        && Double.isFinite(point.y())
        && (point.x() > 0 || !across.log())
        && (point.y() > 0 || !up.log());
  }

  private static void draw(Canvas canvas, Frame frame, Shade shade) {
    double from = Math.max(frame.left(), frame.x(shade.from()));
    double to = Math.min(frame.right(), frame.x(shade.to()));
    if (to > from) {
      double height = frame.bottom() - frame.top();
      canvas.rect(from, frame.top(), to - from, height, Palette.ALARM.fill());
      canvas.text(
          from + 6, frame.top() - 6, shade.label(), Anchor.START, Frame.TICK_SIZE, Palette.MUTED);
    }
  }

  private void band(Canvas canvas, Frame frame, ChartSeries course) {
    List<Spot> over = new ArrayList<>();
    List<Spot> under = new ArrayList<>();
    for (Point point : course.points()) {
      if (point.margin() > 0 && shown(frame, point)) {
        double reach = point.margin();
        double low = Math.max(frame.up().from(), point.y() - reach);
        double high = Math.min(frame.up().to(), point.y() + reach);
        over.add(new Spot(frame.x(point.x()), frame.y(high)));
        under.add(0, new Spot(frame.x(point.x()), frame.y(low)));
      }
    }
    if (over.size() > 1 && course.look() != Look.SCATTERED) {
      over.addAll(under);
      canvas.area(over, Palette.ofSeries(course.style()), 0.22);
    }
  }

  private boolean shown(Frame frame, Point point) {
    return drawable(point) && frame.across().holds(point.x()) && frame.up().holds(point.y());
  }

  private void draw(Canvas canvas, Frame frame, ChartSeries course) {
    Palette ink = course.look().isGrey() ? Palette.MUTED : Palette.ofSeries(course.style());
    if (course.look() != Look.SCATTERED) {
      pieces(frame, course).forEach(piece -> stroke(canvas, course, ink, piece));
    }
    if (course.look() == Look.MARKED) {
      for (Point point : course.points()) {
        if (shown(frame, point)) {
          Marker.ofSeries(course.style())
              .draw(canvas, frame.x(point.x()), frame.y(point.y()), ink, 3.4);
        }
      }
    }
  }

  private static void stroke(Canvas canvas, ChartSeries course, Palette ink, List<Spot> piece) {
    switch (course.look()) {
      case MARKED -> canvas.path(piece, ink.stroke(), 1.8, Marker.dashesOf(course.style()));
      case REFERENCE -> canvas.path(piece, ink.stroke(), 1.2, "5 4");
      case CURVE -> canvas.path(piece, ink.stroke(), 1.4, "");
      default -> canvas.path(piece, ink.stroke(), 1.6, "");
    }
  }

  /** Splits the line at its gaps. */
  private List<List<Spot>> pieces(Frame frame, ChartSeries course) {
    List<List<Spot>> pieces = new ArrayList<>();
    List<Spot> piece = new ArrayList<>();
    for (Point point : course.points()) {
      if (shown(frame, point)) {
        Spot spot = new Spot(frame.x(point.x()), frame.y(point.y()));
        if (course.look() == Look.STEPS && !piece.isEmpty()) {
          piece.add(new Spot(spot.x(), piece.get(piece.size() - 1).y()));
        }
        piece.add(spot);
      } else {
        pieces.add(piece);
        piece = new ArrayList<>();
      }
    }
    pieces.add(piece);
    pieces.removeIf(some -> some.size() < 2);
    return pieces;
  }
}
