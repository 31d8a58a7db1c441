package dev.reprise.simulator.output;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Formats results as tables in ASCII: means with their standard errors, then the differences of
 * contenders from the first one, paired by seed. The calls that did not succeed are always shown,
 * if there are any. A table wider than 80 columns is split.
 *
 * <pre>{@code
 * Table.of(results, results.scenario().defaultMetrics()).forEach(System.out::println);
 * VerdictText.of(results).forEach(System.out::println);
 * }</pre>
 */
public final class Table {

  /** The metrics that count calls without success, with their values if all calls succeed. */
  private static final Map<String, Double> VALUE_WITHOUT_FAILURES =
      Map.of("answered", 1.0, "failed", 0.0, "lost", 0.0);

  private static final String GAP = "   ";

  private final Results results;
  private final List<Metric> metrics;
  private final List<String> lines = new ArrayList<>();

  private Table(Results results, List<Metric> metrics) {
    this.results = results;
    this.metrics = metrics;
  }

  /**
   * Formats results.
   *
   * @param results the results
   * @param metrics the metrics to show, in order
   * @return the lines of the tables, at most 80 columns wide unless labels are long
   */
  public static List<String> of(Results results, List<Metric> metrics) {
    Table table = new Table(results, withFailures(results, metrics));
    table.add(results.cells(), table::measured);
    List<Cell> others = results.cells().stream().filter(cell -> !table.isFirst(cell)).toList();
    if (!others.isEmpty()) {
      table.lines.add("");
      table.lines.add(
          "difference to " + results.scenario().contenders().get(0).label() + ", paired by seed");
      table.add(others, table::difference);
    }
    return table.lines;
  }

  /**
   * Adds the metric that counts calls without success, if there are any: otherwise a contender that
   * gives up would look cheap and fast.
   */
  private static List<Metric> withFailures(Results results, List<Metric> metrics) {
    List<Metric> shown = new ArrayList<>(metrics);
    results.cells().stream()
        .flatMap(cell -> cell.metrics().stream().filter(each -> countsFailures(cell, each)))
        .filter(each -> shown.stream().noneMatch(other -> other.name().equals(each.name())))
        .findFirst()
        .ifPresent(shown::add);
    return shown;
  }

  private static boolean countsFailures(Cell cell, Metric metric) {
    Double withoutFailures = VALUE_WITHOUT_FAILURES.get(metric.name());
    return withoutFailures != null
        && cell.estimate(metric.name()).mean() != (double) withoutFailures;
  }

  private boolean isFirst(Cell cell) {
    return cell.contender().equals(results.scenario().contenders().get(0));
  }

  /** Returns the cell of the first contender at the same point. */
  private @Nullable Cell first(Cell cell) {
    return results.cells().stream()
        .filter(other -> other.point().equals(cell.point()))
        .filter(this::isFirst)
        .findFirst()
        .orElse(null);
  }

  private String[] measured(Cell cell, Metric metric) {
    String undefined = cell.metric(metric.name()).undefined();
    return texts(cell.estimate(metric.name()), undefined, undefined);
  }

  private String[] difference(Cell cell, Metric metric) {
    Cell first = first(cell);
    double[] values = cell.valuesOf(metric.name());
    Estimate apart =
        Estimate.ofDifference(
            values, first == null ? new double[values.length] : first.valuesOf(metric.name()));
    return texts(apart, "-", "unpaired");
  }

  /** Returns the mean, and its standard error with the number of undefined runs. */
  private static String[] texts(Estimate estimate, String none, String undefined) {
    return new String[] {NumberText.value(estimate, none), NumberText.error(estimate, undefined)};
  }

  private void add(List<Cell> cells, BiFunction<Cell, Metric, String[]> texts) {
    List<Column> left = left(cells);
    int width = left.stream().mapToInt(Column::width).sum() + GAP.length() * (left.size() - 1);
    List<Column> block = new ArrayList<>(left);
    int used = width;
    for (Metric metric : metrics) {
      Column column =
          Column.of(head(metric), cells.stream().map(cell -> texts.apply(cell, metric)).toList());
      if (used + GAP.length() + column.width() > Wrap.WIDTH && block.size() > left.size()) {
        print(cells, block);
        lines.add("");
        block = new ArrayList<>(left);
        used = width;
      }
      block.add(column);
      used += GAP.length() + column.width();
    }
    print(cells, block);
  }

  private List<Column> left(List<Cell> cells) {
    List<Column> left = new ArrayList<>();
    for (Sweep sweep : results.sweeps()) {
      List<String> values = new ArrayList<>();
      Map<String, String> before = Map.of();
      for (Cell cell : cells) {
        values.add(cell.point().equals(before) ? "" : cell.point().get(sweep.parameter()));
        before = cell.point();
      }
      left.add(Column.right(sweep.parameter(), values));
    }
    left.add(Column.left("policy", cells.stream().map(cell -> cell.contender().label()).toList()));
    return left;
  }

  private static String head(Metric metric) {
    String unit = metric.unit();
    String name = metric.name();
    if (unit.isEmpty()) {
      return name.replace('_', ' ');
    }
    String bare = name.endsWith("_" + unit) ? name.substring(0, name.lastIndexOf('_')) : name;
    return bare.replace('_', ' ') + ", " + unit;
  }

  private void print(List<Cell> cells, List<Column> columns) {
    lines.add(line(columns, -1));
    for (int row = 0; row < cells.size(); row++) {
      lines.add(line(columns, row));
    }
  }

  private static String line(List<Column> columns, int row) {
    List<String> texts = columns.stream().map(column -> column.text(row)).toList();
    return String.join(GAP, texts).stripTrailing();
  }

  /** A column: right-aligned values, followed by left-aligned additions. */
  private record Column(String head, List<String> right, List<String> left, boolean headLeft) {

    static Column right(String head, List<String> values) {
      return new Column(head, values, values.stream().map(value -> "").toList(), false);
    }

    static Column left(String head, List<String> values) {
      return new Column(head, values.stream().map(value -> "").toList(), values, true);
    }

    static Column of(String head, List<String[]> texts) {
      return new Column(
          head,
          texts.stream().map(text -> text[0]).toList(),
          texts.stream().map(text -> spaced(text[1])).toList(),
          false);
    }

    private static String spaced(String error) {
      return error.isEmpty() ? "" : " " + error;
    }

    private int widthOfRight() {
      return Math.max(headLeft || widthOfLeft() > 0 ? 0 : head.length(), widest(right));
    }

    private int widthOfLeft() {
      return widest(left);
    }

    private static int widest(List<String> texts) {
      return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    int width() {
      return Math.max(head.length(), widthOfRight() + widthOfLeft());
    }

    String text(int row) {
      if (row < 0) {
        return padded(head, headLeft);
      }
      String value = " ".repeat(widthOfRight() - right.get(row).length()) + right.get(row);
      String whole = value + left.get(row);
      String rest = " ".repeat(widthOfRight() + widthOfLeft() - whole.length());
      return padded(whole + rest, headLeft);
    }

    private String padded(String text, boolean atLeft) {
      String blanks = " ".repeat(width() - text.length());
      return atLeft ? text + blanks : blanks + text;
    }
  }
}
