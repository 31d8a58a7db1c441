package dev.reprise.simulator.plot;

import java.util.List;

/**
 * A histogram: a bar for each interval of the horizontal axis.
 *
 * @param title the title
 * @param caption the text below the chart
 * @param across the horizontal axis; must be linear
 * @param up the vertical axis; must be linear
 * @param style the number of the colour, any number, as for {@link ChartSeries}
 * @param start the start of the first interval
 * @param slice the width of each interval, above 0
 * @param values the values of the intervals
 */
public record BarChart(
    String title,
    String caption,
    Axis across,
    Axis up,
    int style,
    double start,
    double slice,
    List<Double> values)
    implements Figure {

  /**
   * Creates a chart.
   *
   * @param title the title
   * @param caption the text below the chart
   * @param across the horizontal axis; must be linear
   * @param up the vertical axis; must be linear
   * @param style the number of the colour, any number, as for {@link ChartSeries}
   * @param start the start of the first interval
   * @param slice the width of each interval, above 0
   * @param values the values of the intervals
   * @throws IllegalArgumentException if {@code slice} is not above 0
   */
  public BarChart {
    if (!(slice > 0)) {
      throw new IllegalArgumentException("slice must be above 0, but was " + slice);
    }
    values = List.copyOf(values);
  }

  @Override
  public String svg() {
    Scale x = across.scale(start, start + slice * Math.max(1, values.size()));
    Scale y = up.scale(0, Math.max(1, values.stream().mapToDouble(v -> v).max().orElse(1)));
    Frame frame = Frame.of(x, y, 0, 0);
    Canvas canvas = new Canvas(frame.width(), frame.height(), title, caption);
    Frame.title(canvas, title);
    frame.grid(canvas);
    canvas.shape(bars(frame), Palette.ofSeries(style).fill(), 0);
    frame.axes(canvas, across, up);
    return canvas.finish();
  }

  private String bars(Frame frame) {
    StringBuilder course = new StringBuilder();
    double slit = Math.min(0.6, 0.15 * (frame.x(start + slice) - frame.x(start)));
    for (int i = 0; i < values.size(); i++) {
      double from = start + i * slice;
      if (values.get(i) > 0 && from < frame.across().to() && from >= frame.across().from()) {
        double left = frame.x(from);
        double right = frame.x(Math.min(frame.across().to(), from + slice)) - slit;
        course.append('M').append(Numbers.coordinate(left));
        course.append(' ').append(Numbers.coordinate(frame.bottom()));
        course.append('V').append(Numbers.coordinate(frame.y(values.get(i))));
        course.append('H').append(Numbers.coordinate(right));
        course.append('V').append(Numbers.coordinate(frame.bottom())).append('Z');
      }
    }
    return course.toString();
  }
}
