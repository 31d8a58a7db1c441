package dev.reprise.simulator.plot;

import dev.reprise.simulator.plot.Canvas.Anchor;
import dev.reprise.simulator.plot.Canvas.Spot;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import java.util.List;

/** Labels at the ends of lines, moved apart where lines end close to each other. */
final class EndLabels {

  private static final double GAP = 16;
  private static final double MOST_WIDTH = 190;
  private static final double LEADER = 18;
  private static final double GLYPH = 30;
  private static final double NEAR = 60;

  private final List<ChartSeries> labelled;

  EndLabels(List<ChartSeries> courses) {
    labelled =
        courses.stream()
            .filter(course -> course.look() != Look.SCATTERED && !course.look().isGrey())
            .filter(course -> !course.label().isEmpty())
            .toList();
  }

  /** Returns the width that the labels need between the plot and the right edge. */
  double room() {
    double widest =
        labelled.stream()
            .mapToDouble(course -> TextWidth.of(text(course), Frame.TEXT_SIZE))
            .max()
            .orElse(0);
    return widest == 0 ? 0 : LEADER + GLYPH + widest + Frame.EDGE;
  }

  private static String text(ChartSeries course) {
    return TextWidth.fitted(course.label(), Frame.TEXT_SIZE, MOST_WIDTH);
  }

  void draw(Canvas canvas, Frame frame) {
    double[] wanted = labelled.stream().mapToDouble(course -> end(frame, course).y()).toArray();
    double[] placed = LabelLayout.apart(wanted, GAP, frame.top() + 4, frame.bottom() - 4);
    for (int i = 0; i < placed.length; i++) {
      draw(canvas, frame, labelled.get(i), placed[i]);
    }
  }

  /** Returns the last point; of a series without one, a place to which no label has a leader. */
  private static Spot end(Frame frame, ChartSeries course) {
    Spot end = new Spot(frame.left(), frame.bottom());
    for (Point point : course.points()) {
      if (frame.up().holds(point.y()) && frame.across().holds(point.x())) {
        end = new Spot(frame.x(point.x()), frame.y(point.y()));
      }
    }
    return end;
  }

  private static void draw(Canvas canvas, Frame frame, ChartSeries course, double y) {
    Spot end = end(frame, course);
    Palette ink = Palette.ofSeries(course.style());
    double x = frame.right() + LEADER;
    if (frame.right() - end.x() < NEAR) {
      List<Spot> leader = List.of(new Spot(end.x() + 6, end.y()), new Spot(x - 3, y));
      canvas.path(leader, Palette.AXIS.stroke(), 0.7, "");
    }
    boolean marked = course.look() == Look.MARKED;
    String dashes = marked ? Marker.dashesOf(course.style()) : "";
    canvas.path(List.of(new Spot(x, y), new Spot(x + 22, y)), ink.stroke(), 1.8, dashes);
    if (marked) {
      Marker.ofSeries(course.style()).draw(canvas, x + 11, y, ink, 3.4);
    }
    canvas.text(x + GLYPH - 2, y + 4.4, text(course), Anchor.START, Frame.TEXT_SIZE, Palette.TEXT);
  }
}
