package dev.reprise.simulator.plot;

import dev.reprise.simulator.plot.Canvas.Anchor;
import java.util.List;

/**
 * A value for each combination of two parameters, as a colour; red, which no value has, where it is
 * undefined, and hatched red where it is undefined in some runs.
 *
 * @param title the title
 * @param caption the text below the chart
 * @param across the horizontal parameter
 * @param up the vertical parameter
 * @param valued the quantity of the colour scale, linear or logarithmic
 * @param columns values of the horizontal parameter, in order
 * @param rows values of the vertical parameter, from the bottom up
 * @param cells the rows, each with one cell for each column
 * @param undefined the text for cells without a value, such as {@code never}
 */
public record HeatMap(
    String title,
    String caption,
    Axis across,
    Axis up,
    Axis valued,
    List<String> columns,
    List<String> rows,
    List<List<Cell>> cells,
    String undefined)
    implements Figure {

  private static final double LEGEND = 150;

  /** Red: the strongest colour of a map, which the scale of values does not have. */
  private static final String UNDEFINED = "#d40026";

  private static final double SIZE = 12;

  /**
   * The value of one combination.
   *
   * @param value the mean of the runs in which it is defined; NaN if there are none
   * @param undefinedShare the share of the runs in which it is undefined, from 0 to 1
   */
  public record Cell(double value, double undefinedShare) {}

  /**
   * Creates a map.
   *
   * @param title the title
   * @param caption the text below the chart
   * @param across the horizontal parameter
   * @param up the vertical parameter
   * @param valued the quantity of the colour scale, linear or logarithmic
   * @param columns values of the horizontal parameter, in order
   * @param rows values of the vertical parameter, from the bottom up
   * @param cells the rows, each with one cell for each column
   * @param undefined the text for cells without a value, such as {@code never}
   * @throws IllegalArgumentException if the number of cells does not match, or there is no cell
   */
  public HeatMap {
    int width = columns.size();
    boolean fits = cells.size() == rows.size() && cells.stream().allMatch(r -> r.size() == width);
    if (!fits || width == 0 || rows.isEmpty()) {
      throw new IllegalArgumentException(
          "cells must be " + rows.size() + " rows of " + width + ", and at least one");
    }
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    cells = cells.stream().map(List::copyOf).toList();
  }

  @Override
  public String svg() {
    Canvas canvas = new Canvas(Frame.WIDTH, Frame.HEIGHT, title, caption);
    Frame.title(canvas, title);
    double widest = rows.stream().mapToDouble(r -> TextWidth.of(r, SIZE)).max().orElse(0);
    double left = Frame.EDGE + 32 + Math.min(150, widest);
    double right = Frame.WIDTH - LEGEND - Frame.EDGE;
    Grid grid = new Grid(left, 48, (right - left) / columns.size(), 334.0 / rows.size());
    Scale scale = scale();
    for (int row = 0; row < rows.size(); row++) {
      for (int column = 0; column < columns.size(); column++) {
        double y = grid.top + (rows.size() - 1 - row) * grid.high;
        double x = grid.left + column * grid.wide;
        draw(canvas, cells.get(row).get(column), scale, x, y, grid);
      }
    }
    names(canvas, grid);
    legend(canvas, scale, right + 26);
    return canvas.finish();
  }

  private record Grid(double left, double top, double wide, double high) {}

  private Scale scale() {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (List<Cell> row : cells) {
      for (Cell cell : row) {
        if (Double.isFinite(cell.value()) && (cell.value() > 0 || !valued.log())) {
          least = Math.min(least, cell.value());
          most = Math.max(most, cell.value());
        }
      }
    }
    return most >= least ? valued.scale(least, most) : valued.scale(valued.log() ? 1 : 0, 1);
  }

  private static void draw(Canvas canvas, Cell cell, Scale scale, double x, double y, Grid grid) {
    boolean known = Double.isFinite(cell.value());
    double share = known ? Math.max(0, Math.min(1, scale.at(cell.value()))) : 0;
    double wide = grid.wide - 1.5;
    double high = grid.high - 1.5;
    boolean missing = !known && cell.undefinedShare() == 0;
    String colour = known ? ColorScale.at(share) : UNDEFINED;
    canvas.rect(x, y, wide, high, missing ? Palette.SHADE.fill() : " fill=\"" + colour + "\"");
    boolean dark = known && ColorScale.isDark(share);
    if (known && cell.undefinedShare() > 0) {
      hatch(canvas, x, y, wide, high);
    }
    if (known && high > 16) {
      String text = Numbers.brief(cell.value());
      if (TextWidth.of(text, SIZE) < wide - 4 && cell.undefinedShare() == 0) {
        String fill = dark ? "#ffffff" : "#1b1f24";
        canvas.number(x + wide / 2, y + high / 2 + 4.2, text, SIZE, fill);
      }
    }
  }

  private static void hatch(Canvas canvas, double x, double y, double wide, double high) {
    String ink = " fill=\"none\" stroke=\"" + UNDEFINED + "\"";
    canvas.shape(Hatch.of(x, y, wide, high, 9), ink, 3);
  }

  private void names(Canvas canvas, Grid grid) {
    double bottom = grid.top + rows.size() * grid.high;
    double free = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < columns.size(); i++) {
      double x = grid.left + (i + 0.5) * grid.wide;
      double half = TextWidth.of(columns.get(i), SIZE) / 2;
      if (x - half > free) {
        canvas.text(x, bottom + 17, columns.get(i), Anchor.MIDDLE, SIZE, Palette.MUTED);
        free = x + half + 6;
      }
    }
    int every = (int) Math.ceil(14 / grid.high);
    for (int i = 0; i < rows.size(); i += every) {
      double y = bottom - (i + 0.5) * grid.high + 4.2;
      String name = TextWidth.fitted(rows.get(i), SIZE, 150);
      canvas.text(grid.left - 8, y, name, Anchor.END, SIZE, Palette.MUTED);
    }
    double right = grid.left + columns.size() * grid.wide;
    Scale none = new Scale(false, 0, 1);
    new Frame(Frame.WIDTH, Frame.HEIGHT, grid.left, right, grid.top, bottom, none, none)
        .names(canvas, across.label(), up.label());
  }

  private void legend(Canvas canvas, Scale scale, double x) {
    double top = 84;
    double height = 216;
    int steps = 72;
    for (int i = 0; i < steps; i++) {
      double y = top + height - (i + 1) * height / steps;
      String fill = " fill=\"" + ColorScale.at((i + 0.5) / steps) + "\"";
      canvas.rect(x, y, 14, height / steps + 0.4, fill);
    }
    String quantity = TextWidth.fitted(valued.label(), SIZE, LEGEND - 8);
    canvas.text(Frame.WIDTH - Frame.EDGE, 62, quantity, Anchor.END, SIZE, Palette.TEXT);
    for (Scale.Tick tick : scale.ticks()) {
      double y = top + height * (1 - scale.at(tick.value()));
      canvas.line(x + 14, y, x + 14 + (tick.major() ? 5 : 3), y, Palette.AXIS, 1);
      canvas.text(x + 23, y + 4, tick.label(), Anchor.START, 11, Palette.MUTED);
    }
    double y = top + height + 28;
    canvas.rect(x, y, 14, 14, " fill=\"" + UNDEFINED + "\"");
    String name = TextWidth.fitted(undefined, SIZE, LEGEND - 18);
    canvas.text(x + 23, y + 11, name, Anchor.START, SIZE, Palette.TEXT);
    if (cells.stream()
        .flatMap(List::stream)
        .anyMatch(c -> c.undefinedShare() > 0 && c.undefinedShare() < 1)) {
      canvas.rect(x, y + 24, 14, 14, " fill=\"" + ColorScale.at(0.6) + "\"");
      hatch(canvas, x, y + 24, 14, 14);
      canvas.text(x + 23, y + 35, "sometimes", Anchor.START, SIZE, Palette.TEXT);
    }
  }
}
