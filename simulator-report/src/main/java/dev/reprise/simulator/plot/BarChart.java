package dev.reprise.simulator.plot;

import java.util.List;

/**
 * How many of something there were in each slice of the horizontal axis.
 *
 * @param title what it shows
 * @param caption what is to be seen in it
 * @param across the horizontal axis; a linear one
 * @param up the vertical axis; a linear one
 * @param style the colour, as for {@link ChartSeries}
 * @param start where the first slice begins
 * @param slice how wide each slice is, above 0
 * @param values one for each slice
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
   * A chart.
   *
   * @param title what it shows
   * @param caption what is to be seen in it
   * @param across the horizontal axis; a linear one
   * @param up the vertical axis; a linear one
   * @param style the colour, as for {@link ChartSeries}
   * @param start where the first slice begins
   * @param slice how wide each slice is, above 0
   * @param values one for each slice
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
