package dev.reprise.simulator.plot;

import dev.reprise.simulator.plot.Canvas.Anchor;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import java.util.ArrayList;
import java.util.List;

/** Draws scattered points and reference lines, each with its label where it hides least. */
final class PointLabels {

  private static final double SIZE = 12.5;
  private static final double RADIUS = 5;
  private static final double STEP = 4;
  private static final int REACH = 14;

  /** The cost of one step away from the point, in addition to the area that the label hides. */
  private static final double FAR = 12;

  private static final double[][] DIRECTIONS = {
    {1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}
  };

  private final Canvas canvas;
  private final Frame frame;
  private final List<Box> taken = new ArrayList<>();

  /** The area that a label or a marker covers. */
  private record Box(double x, double y, double width, double height) {
    double overlap(Box other) {
      double wide = Math.min(x + width, other.x + other.width) - Math.max(x, other.x);
      double high = Math.min(y + height, other.y + other.height) - Math.max(y, other.y);
      return Math.max(0, wide) * Math.max(0, high);
    }
  }

  PointLabels(Canvas canvas, Frame frame) {
    this.canvas = canvas;
    this.frame = frame;
  }

  void draw(List<ChartSeries> courses) {
    List<ChartSeries> scattered = courses.stream().filter(c -> c.look() == Look.SCATTERED).toList();
    courses.stream().filter(c -> c.look() != Look.SCATTERED).forEach(this::occupyLine);
    scattered.forEach(course -> shown(course).forEach(this::occupy));
    scattered.forEach(course -> shown(course).forEach(point -> mark(course, point)));
    scattered.forEach(course -> shown(course).forEach(this::label));
    courses.stream().filter(c -> c.look().isGrey()).forEach(this::nameLine);
  }

  private List<Point> shown(ChartSeries course) {
    return course.points().stream()
        .filter(point -> frame.across().holds(point.x()) && frame.up().holds(point.y()))
        .toList();
  }

  private void occupy(Point point) {
    double r = RADIUS + 1;
    taken.add(new Box(frame.x(point.x()) - r, frame.y(point.y()) - r, 2 * r, 2 * r));
  }

  private void mark(ChartSeries course, Point point) {
    Marker.ofSeries(course.style())
        .drawFull(
            canvas,
            frame.x(point.x()),
            frame.y(point.y()),
            Palette.ofSeries(course.style()),
            RADIUS);
  }

  private void label(Point point) {
    if (point.label().isEmpty()) {
      return;
    }
    Box best = null;
    double least = Double.POSITIVE_INFINITY;
    for (double far = 1; far <= REACH && least > (far - 1) * FAR; far++) {
      for (double[] direction : DIRECTIONS) {
        Box box = beside(point, direction, far);
        double cost = cost(box) + (far - 1) * FAR;
        if (cost < least) {
          least = cost;
          best = box;
        }
      }
    }
    if (best != null) {
      place(point, best);
    }
  }

  private Box beside(Point point, double[] direction, double far) {
    double width = TextWidth.of(point.label(), SIZE);
    double x = frame.x(point.x()) + direction[0] * (width / 2 + RADIUS + 4 + (far - 1) * 8);
    double rise = direction[0] == 0 ? RADIUS + SIZE / 2 + 2 : SIZE * 0.8;
    double y = frame.y(point.y()) + direction[1] * rise * far;
    return new Box(x - width / 2, y - SIZE / 2 - 1, width, SIZE + 2);
  }

  private double cost(Box box) {
    double hidden = taken.stream().mapToDouble(box::overlap).sum();
    Box inside =
        new Box(
            frame.left() + 3,
            frame.top() + 2,
            frame.right() + 14 - frame.left(),
            frame.bottom() - frame.top() - 4);
    double outside = box.width() * box.height() - box.overlap(inside);
    return hidden + 3 * outside;
  }

  private void place(Point point, Box box) {
    taken.add(box);
    double x = frame.x(point.x());
    double y = frame.y(point.y());
    double near = Math.min(box.x() + box.width(), Math.max(box.x(), x));
    double level = box.y() + SIZE / 2 + 1;
    if (Math.hypot(near - x, level - y) > 22) {
      canvas.line(x, y, near, level, Palette.AXIS, 0.7);
    }
    canvas.text(box.x(), level + 4.2, point.label(), Anchor.START, SIZE, Palette.TEXT);
  }

  /** Marks the area of the lines as occupied. */
  private void occupyLine(ChartSeries course) {
    List<Point> points = shown(course);
    for (int i = 1; i < points.size(); i++) {
      double x = frame.x(points.get(i - 1).x());
      double y = frame.y(points.get(i - 1).y());
      double wide = frame.x(points.get(i).x()) - x;
      double high = frame.y(points.get(i).y()) - y;
      int steps = (int) Math.ceil(Math.hypot(wide, high) / STEP);
      for (int step = 0; step <= steps; step++) {
        double share = steps == 0 ? 0 : (double) step / steps;
        taken.add(new Box(x + share * wide - 1.5, y + share * high - 1.5, 3, 3));
      }
    }
  }

  /** Labels a reference line next to one of its points, where the label hides least. */
  private void nameLine(ChartSeries course) {
    if (course.label().isEmpty()) {
      return;
    }
    Box best = null;
    double least = Double.POSITIVE_INFINITY;
    double width = TextWidth.of(course.label(), SIZE);
    for (Point point : shown(course)) {
      for (double side : new double[] {8, -8 - width}) {
        double x = frame.x(point.x()) + side;
        Box box = new Box(x, frame.y(point.y()) - SIZE - 4, width, SIZE + 3);
        double cost = cost(box);
        if (cost < least) {
          least = cost;
          best = box;
        }
      }
    }
    if (best != null) {
      taken.add(best);
      double y = best.y() + SIZE - 1;
      String slanted = " font-style=\"italic\"";
      canvas.text(best.x(), y, course.label(), Anchor.START, SIZE, Palette.MUTED, slanted);
    }
  }
}
