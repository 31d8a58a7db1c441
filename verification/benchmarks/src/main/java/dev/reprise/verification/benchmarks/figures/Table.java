package dev.reprise.verification.benchmarks.figures;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Figures as text: a section for each row, followed by its targets. Ratios are made of the best
 * iterations, since other work on the machine only adds time; the median shows how busy the machine
 * was.
 */
public final class Table {

  private static final String LINE = "  %-30s %10s %10s %9s %10s %9s %9s %9s%n";

  private final Figures figures;
  private final StringBuilder text = new StringBuilder();

  private Table(Figures figures) {
    this.figures = figures;
  }

  /**
   * Prints figures.
   *
   * @param figures of one or several runs
   * @param rows the known rows; figures of others follow at the end, without targets
   * @return the table
   */
  public static String of(Figures figures, List<Row> rows) {
    Table table = new Table(figures);
    Set<String> measured = figures.rows();
    rows.stream().filter(row -> measured.contains(row.id())).forEach(table::section);
    Set<String> others = new HashSet<>(measured);
    rows.forEach(row -> others.remove(row.id()));
    measured.stream().filter(others::contains).forEach(table::plainSection);
    return table.text.toString();
  }

  private void section(Row row) {
    print("%s%n", row.title());
    print(LINE, "", "best ns", "median", "+- mean", "over", "x base", "x ours", "B/op");
    figures.contenders(row.id()).forEach(contender -> line(row, contender));
    for (Target target : row.targets()) {
      print("    %s%n", target.verdict(figures));
    }
    print("%n");
  }

  private void line(Row row, String contender) {
    double best = row.best(figures, contender);
    print(
        LINE,
        contender,
        cell(best),
        cell(figures.value(row.id(), contender, Measurement.MEDIAN).orElse(Double.NaN)),
        cell(error(row, contender)),
        contender.equals(row.base()) ? "" : cell(row.over(figures, contender)),
        cell(best / row.best(figures, row.base())),
        cell(best / row.best(figures, row.ours())),
        cell(row.bytes(figures, contender)));
  }

  private double error(Row row, String contender) {
    return figures.all().stream()
        .filter(figure -> figure.row().equals(row.id()))
        .filter(figure -> figure.contender().equals(contender))
        .filter(figure -> figure.metric().equals(Measurement.MEAN))
        .mapToDouble(Measurement::error)
        .findFirst()
        .orElse(Double.NaN);
  }

  private void plainSection(String row) {
    print("%s%n", row);
    for (Measurement figure : figures.of(row).all()) {
      print(
          "  %-30s %-34s %12s %s%n",
          figure.contender(), figure.metric(), cell(figure.value()), figure.unit());
    }
    print("%n");
  }

  private static String cell(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return String.format(Locale.ROOT, Math.abs(value) < 99.95 ? "%.2f" : "%.0f", value + 0.0);
  }

  private void print(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }
}
