package dev.reprise.simulator.plot;

import dev.reprise.simulator.plot.Canvas.Anchor;
import dev.reprise.simulator.plot.Scale.Tick;
import java.util.Arrays;
import java.util.List;

/**
 * Groups of horizontal bars, with one column of bars for each quantity. The value is written at the
 * end of its bar. A value of 0 in a logarithmic column has no bar.
 *
 * @param title the title
 * @param caption the text below the chart
 * @param columns the horizontal axes, from left to right
 * @param groups the groups, from top to bottom
 */
public record BarTable(String title, String caption, List<Axis> columns, List<Group> groups)
    implements Figure {

  private static final double WIDTH = 900;
  private static final double TOP = 50;
  private static final double BOTTOM = 62;
  private static final double HEAD = 27;
  private static final double LINE = 19;
  private static final double THICK = 11;
  private static final double GAP = 26;
  private static final double ROOM_FOR_VALUE = 62;
  private static final double SIZE = 12;

  /**
   * A group of bars.
   *
   * @param title the title of the group
   * @param bars the lines of the group, from top to bottom
   */
  public record Group(String title, List<Bar> bars) {

    /**
     * Creates a group.
     *
     * @param title the title of the group
     * @param bars the lines of the group, from top to bottom
     */
    public Group {
      bars = List.copyOf(bars);
    }
  }

  /**
   * A line of the table.
   *
   * @param label the text in front of the line
   * @param style the number of the colour, any number, as for {@link ChartSeries}
   * @param values one value for each column; NaN for none
   */
  public record Bar(String label, int style, List<Double> values) {

    /**
     * Creates a line.
     *
     * @param label the text in front of the line
     * @param style the number of the colour, any number, as for {@link ChartSeries}
     * @param values one value for each column; NaN for none
     */
    public Bar {
      values = List.copyOf(values);
    }
  }

  /**
   * Creates a table.
   *
   * @param title the title
   * @param caption the text below the chart
   * @param columns the horizontal axes, from left to right
   * @param groups the groups, from top to bottom
   * @throws IllegalArgumentException if the number of values of a bar is not the number of columns
   */
  public BarTable {
    columns = List.copyOf(columns);
    groups = List.copyOf(groups);
    for (Group group : groups) {
      for (Bar bar : group.bars()) {
        if (bar.values().size() != columns.size()) {
          throw new IllegalArgumentException(
              "a bar must have a value for each of "
                  + columns.size()
                  + " columns, but had "
                  + bar.values().size());
        }
      }
    }
  }

  @Override
  public String svg() {
    Canvas canvas = new Canvas(WIDTH, height(), title, caption);
    Frame.title(canvas, title);
    for (int column = 0; column < columns.size(); column++) {
      column(canvas, column);
    }
    labels(canvas);
    return canvas.finish();
  }

  private double height() {
    double lines = groups.stream().mapToDouble(group -> group.bars().size() * LINE).sum();
    return TOP + groups.size() * HEAD + lines + BOTTOM;
  }

  private double bottom() {
    return height() - BOTTOM;
  }

  private void labels(Canvas canvas) {
    double y = TOP;
    for (Group group : groups) {
      canvas.text(
          Frame.EDGE,
          y + HEAD - 8,
          group.title(),
          Anchor.START,
          13,
          Palette.TEXT,
          " font-weight=\"bold\"");
      y += HEAD;
      for (Bar bar : group.bars()) {
        canvas.text(start() - 8, y + LINE - 6, bar.label(), Anchor.END, SIZE, Palette.TEXT);
        y += LINE;
      }
    }
  }

  private double start() {
    double widest =
        groups.stream()
            .flatMap(group -> group.bars().stream())
            .mapToDouble(bar -> TextWidth.of(bar.label(), SIZE))
            .max()
            .orElse(0);
    return 2 * Frame.EDGE + Math.min(widest, WIDTH / 3);
  }

  private double width() {
    double all = WIDTH - start() - Frame.EDGE - (columns.size() - 1) * GAP;
    return all / columns.size() - ROOM_FOR_VALUE;
  }

  private double left(int column) {
    return start() + column * (width() + ROOM_FOR_VALUE + GAP);
  }

  private Scale scale(int column) {
    double[] values =
        groups.stream()
            .flatMap(group -> group.bars().stream())
            .mapToDouble(bar -> bar.values().get(column))
            .filter(value -> value > 0 && Double.isFinite(value))
            .toArray();
    double least = Arrays.stream(values).min().orElse(1);
    double most = Arrays.stream(values).max().orElse(1);
    return columns.get(column).scale(columns.get(column).log() ? least / 1.5 : 0, most);
  }

  private void column(Canvas canvas, int column) {
    Scale scale = scale(column);
    double left = left(column);
    ticks(canvas, scale, left);
    double y = TOP;
    for (Group group : groups) {
      y += HEAD;
      grid(canvas, scale, left, y, y + group.bars().size() * LINE);
      for (Bar bar : group.bars()) {
        bar(canvas, scale, left, y, bar.style(), bar.values().get(column));
        y += LINE;
      }
    }
    String under = TextWidth.fitted(columns.get(column).label(), 13, width() + ROOM_FOR_VALUE);
    canvas.text(left, bottom() + 42, under, Anchor.START, 13, Palette.TEXT);
  }

  /** Draws the grid behind the bars of one group only, so that no line crosses a title. */
  private void grid(Canvas canvas, Scale scale, double left, double top, double end) {
    for (Tick tick : scale.ticks()) {
      if (tick.major()) {
        double x = left + scale.at(tick.value()) * width();
        canvas.line(x, top, x, end, Palette.GRID, 1);
      }
    }
    canvas.line(left, top, left, end, Palette.AXIS, 1.2);
  }

  private void ticks(Canvas canvas, Scale scale, double left) {
    double free = Double.NEGATIVE_INFINITY;
    for (Tick tick : scale.ticks()) {
      double x = left + scale.at(tick.value()) * width();
      double half = TextWidth.of(tick.label(), SIZE) / 2;
      if (tick.major() && x - half > free) {
        canvas.text(x, bottom() + 18, tick.label(), Anchor.MIDDLE, SIZE, Palette.MUTED);
        free = x + half + 6;
      }
    }
  }

  private void bar(Canvas canvas, Scale scale, double left, double y, int style, double value) {
    if (!Double.isFinite(value)) {
      return;
    }
    double length = value > 0 ? Math.max(0, Math.min(1, scale.at(value))) * width() : 0;
    if (length > 0) {
      canvas.rect(left, y + (LINE - THICK) / 2, length, THICK, Palette.ofSeries(style).fill());
    }
    canvas.text(
        left + length + 5, y + LINE - 5.5, Numbers.brief(value), Anchor.START, SIZE, Palette.MUTED);
  }
}
