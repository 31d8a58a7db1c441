package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.plot.Numbers;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.verdict.Difference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the tables of a report. */
final class Tables {

  private static final int MANY = 12;

  private final Results results;
  private final Page page;

  Tables(Results results, Page page) {
    this.results = results;
    this.page = page;
  }

  /** Writes means, standard errors and differences by point. */
  void means() {
    Map<Map<String, String>, List<Cell>> points = new LinkedHashMap<>();
    for (Cell cell : results.cells()) {
      points.computeIfAbsent(cell.point(), point -> new ArrayList<>()).add(cell);
    }
    boolean many = points.size() > MANY;
    page.raw(many ? "<details><summary>all points</summary>" : "");
    points.forEach(
        (point, cells) -> {
          List<String> names = new ArrayList<>();
          point.forEach((parameter, value) -> names.add(parameter + " = " + value));
          if (!names.isEmpty()) {
            page.element("h3", String.join(", ", names));
          }
          table(cells);
        });
    page.raw(many ? "</details>" : "");
  }

  private void table(List<Cell> cells) {
    List<Metric> same = same(cells);
    List<Metric> shown = cells.get(0).metrics().stream().filter(m -> !same.contains(m)).toList();
    page.raw("<div class=\"scroll\"><table><thead><tr><th>contender</th>");
    for (Metric metric : shown) {
      page.raw("<th title=\"").text(metric.meaning()).raw("\">").text(name(metric)).raw("</th>");
    }
    page.raw("</tr></thead><tbody>\n");
    for (Cell cell : cells) {
      page.raw("<tr>").element("th", cell.contender().label());
      shown.forEach(metric -> cell(cells.get(0), cell, metric));
      page.raw("</tr>\n");
    }
    page.raw("</tbody></table></div>\n");
    if (!same.isEmpty()) {
      List<String> notes = new ArrayList<>();
      for (Metric metric : same) {
        notes.add(name(metric) + " " + text(cells.get(0), metric));
      }
      page.raw("<p class=\"note\">").text("Equal in every run: " + String.join("; ", notes));
      page.raw(".</p>\n");
    }
  }

  /** Returns the metrics that had the same value in every run, if there is more than one run. */
  private static List<Metric> same(List<Cell> cells) {
    boolean several = cells.size() > 1;
    return cells.get(0).metrics().stream()
        .filter(
            metric ->
                several
                    && cells.stream()
                            .flatMapToDouble(c -> Arrays.stream(c.valuesOf(metric.name())))
                            .distinct()
                            .count()
                        == 1)
        .toList();
  }

  private static String name(Metric metric) {
    String plain = MetricCharts.shortName(metric);
    return metric.unit().isEmpty() ? plain : plain + ",\u00a0" + metric.unit();
  }

  private void cell(Cell first, Cell cell, Metric metric) {
    Estimate estimate = cell.estimate(metric.name());
    page.raw("<td>").text(text(cell, metric));
    if (estimate.undefined() > 0 && estimate.count() > 0) {
      int all = estimate.count() + estimate.undefined();
      String undefined = cell.metric(metric.name()).undefined();
      page.raw("<small class=\"clear\">");
      page.text(estimate.undefined() + " of " + all + " " + undefined);
      page.raw("</small>");
    }
    if (!cell.contender().label().equals(first.contender().label())) {
      difference(first, cell, metric.name());
    }
    page.raw("</td>");
  }

  private void difference(Cell first, Cell cell, String metric) {
    Difference compared = Difference.between(first, cell, metric);
    Estimate difference = compared.apart();
    if (difference.count() == 0) {
      return;
    }
    double mean = difference.mean();
    double scale = Math.max(Math.abs(mean), Math.abs(first.estimate(metric).mean()));
    String text = Numbers.withError(mean, difference.standardError(), scale);
    boolean clear = compared.kind() == Difference.Kind.DIFFERENT;
    page.raw(clear ? "<small class=\"clear\">" : "<small>");
    page.text(mean > 0 && !text.equals("0") ? "+" + text : text).raw("</small>");
  }

  private static String text(Cell cell, Metric metric) {
    Estimate estimate = cell.estimate(metric.name());
    return estimate.count() == 0
        ? cell.metric(metric.name()).undefined()
        : Numbers.withError(estimate.mean(), estimate.standardError());
  }

  /** Writes the table of metrics and their meanings. */
  void meanings() {
    page.raw("<div class=\"scroll\"><table class=\"text\"><tbody>\n");
    for (Metric metric : results.cells().get(0).metrics()) {
      row(name(metric), metric.meaning(), false);
    }
    page.raw("</tbody></table></div>\n");
  }

  /** Writes the table of contenders. */
  void contenders() {
    page.raw("<div class=\"scroll\"><table class=\"text\"><thead><tr><th>contender</th>");
    page.raw("<th style=\"text-align:left\">policy and budget</th></tr></thead><tbody>\n");
    for (Contender contender : results.scenario().contenders()) {
      row(contender.label(), contender.policy() + " · budget " + contender.budget(), true);
    }
    page.raw("</tbody></table></div>\n");
  }

  /** Writes the table of parameters. */
  void settings() {
    Map<String, String> texts = results.scenario().settings().texts();
    Map<String, String> swept = new LinkedHashMap<>();
    results.sweeps().forEach(s -> swept.put(s.parameter(), String.join(", ", s.values())));
    page.raw("<div class=\"scroll\"><table class=\"text\"><tbody>\n");
    for (Parameter<?> parameter : results.scenario().settings().parameters()) {
      String text = swept.getOrDefault(parameter.name(), texts.get(parameter.name()));
      page.raw("<tr>").element("th", parameter.name());
      page.raw("<td><code>").text(String.valueOf(text)).raw("</code></td>");
      page.raw("<td>").text(parameter.meaning()).raw("</td></tr>\n");
    }
    page.raw("</tbody></table></div>\n");
  }

  private void row(String name, String text, boolean code) {
    page.raw("<tr>").element("th", name).raw(code ? "<td><code>" : "<td>");
    page.text(text).raw(code ? "</code></td></tr>\n" : "</td></tr>\n");
  }
}
