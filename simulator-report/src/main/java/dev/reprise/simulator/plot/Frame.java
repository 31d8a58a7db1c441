package dev.reprise.simulator.plot;

import dev.reprise.simulator.plot.Canvas.Anchor;
import dev.reprise.simulator.plot.Scale.Tick;

/** The area of a chart in which data is drawn, with title, grid, axes and their labels. */
record Frame(
    double width,
    double height,
    double left,
    double right,
    double top,
    double bottom,
    Scale across,
    Scale up) {

  static final double WIDTH = 760;
  static final double HEIGHT = 440;
  static final double TICK_SIZE = 12;
  static final double TITLE_SIZE = 16;
  static final double TEXT_SIZE = 13;
  static final double EDGE = 16;
  private static final double TICK = 5;
  private static final double LINE = 20;

  /** Creates a frame with room for its own labels and for others on the right side. */
  static Frame of(Scale across, Scale up, double roomAtTop, double roomAtRight) {
    double widest = 0;
    for (Tick tick : up.ticks()) {
      widest = Math.max(widest, TextWidth.of(tick.label(), TICK_SIZE));
    }
    double left = EDGE + LINE + widest + 2 * TICK;
    return new Frame(
        WIDTH,
        HEIGHT,
        left,
        WIDTH - Math.max(roomAtRight, EDGE + LINE),
        46 + roomAtTop,
        HEIGHT - 58,
        across,
        up);
  }

  double x(double value) {
    return left + across.at(value) * (right - left);
  }

  double y(double value) {
    return bottom - up.at(value) * (bottom - top);
  }

  static void title(Canvas canvas, String title) {
    String fitted = TextWidth.fitted(title, TITLE_SIZE * 1.08, WIDTH - 2 * EDGE);
    canvas.text(EDGE, 28, fitted, Anchor.START, TITLE_SIZE, Palette.TEXT, " font-weight=\"bold\"");
  }

  void grid(Canvas canvas) {
    for (Tick tick : up.ticks()) {
      Palette ink = tick.major() ? Palette.GRID : Palette.FINE;
      canvas.line(left, y(tick.value()), right, y(tick.value()), ink, 1);
    }
    for (Tick tick : across.ticks()) {
      if (tick.major()) {
        canvas.line(x(tick.value()), top, x(tick.value()), bottom, Palette.FINE, 1);
      }
    }
  }

  void axes(Canvas canvas, Axis x, Axis y) {
    canvas.line(left, bottom, right, bottom, Palette.AXIS, 1.2);
    canvas.line(left, top, left, bottom, Palette.AXIS, 1.2);
    xTicks(canvas);
    yTicks(canvas);
    names(canvas, x.label(), y.label());
  }

  /** Draws the titles of the axes. */
  void names(Canvas canvas, String x, String y) {
    double middle = (left + right) / 2;
    double centre = (top + bottom) / 2;
    String under = TextWidth.fitted(x, TEXT_SIZE, right - left);
    String beside = TextWidth.fitted(y, TEXT_SIZE, bottom - top + 2 * LINE);
    double place = EDGE * 1.5;
    String turned = " transform=\"rotate(-90 " + place + " " + Numbers.coordinate(centre) + ")\"";
    canvas.text(middle, height - EDGE, under, Anchor.MIDDLE, TEXT_SIZE, Palette.TEXT);
    canvas.text(place, centre, beside, Anchor.MIDDLE, TEXT_SIZE, Palette.TEXT, turned);
  }

  void xTicks(Canvas canvas) {
    double free = Double.NEGATIVE_INFINITY;
    for (Tick tick : across.ticks()) {
      double x = x(tick.value());
      canvas.line(x, bottom, x, bottom + (tick.major() ? TICK : TICK / 2), Palette.AXIS, 1);
      double half = TextWidth.of(tick.label(), TICK_SIZE) / 2;
      if (tick.major() && x - half > free) {
        canvas.text(x, bottom + 19, tick.label(), Anchor.MIDDLE, TICK_SIZE, Palette.MUTED);
        free = x + half + 6;
      }
    }
  }

  private void yTicks(Canvas canvas) {
    double free = Double.POSITIVE_INFINITY;
    for (Tick tick : up.ticks()) {
      double y = y(tick.value());
      canvas.line(left - (tick.major() ? TICK : TICK / 2), y, left, y, Palette.AXIS, 1);
      if (tick.major() && y < free) {
        canvas.text(left - 8, y + 4.2, tick.label(), Anchor.END, TICK_SIZE, Palette.MUTED);
        free = y - TICK_SIZE - 1;
      }
    }
  }
}
