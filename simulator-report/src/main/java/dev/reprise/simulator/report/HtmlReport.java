package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.model.RowKind;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.verdict.Difference;
import dev.reprise.time.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A report on an experiment as a self-contained HTML page, without scripts, fonts and pictures from
 * other places. Immutable.
 *
 * <pre>{@code
 * List<ObservedRun> runs = ObservedRun.of(results.scenario(), results.baseSeed());
 * HtmlReport report = new HtmlReport(results, Verdict.sentences(results), runs, "");
 * Files.writeString(file, report.html());
 * }</pre>
 *
 * @param results the results
 * @param verdicts the conclusions, as sentences, the most important first
 * @param watched the runs to be shown over time
 * @param command the command that repeats the experiment; empty for none
 */
public record HtmlReport(
    Results results, List<String> verdicts, List<ObservedRun> watched, String command) {

  private static final double NANOS_A_MILLISECOND = 1e6;
  private static final String CLIENTS = "clients";

  /**
   * Creates a report.
   *
   * @param results the results
   * @param verdicts the conclusions, as sentences, the most important first
   * @param watched the runs to be shown over time
   * @param command the command that repeats the experiment; empty for none
   * @throws NullPointerException if an element is null
   */
  public HtmlReport {
    verdicts = List.copyOf(verdicts);
    watched = List.copyOf(watched);
  }

  /**
   * Returns the figures that suit the experiment.
   *
   * @return the figures, in order; empty if none suits it
   */
  public List<NamedFigure> pictures() {
    List<NamedFigure> pictures = new ArrayList<>(new MetricCharts(results).pictures());
    if (results.scenario().kind() instanceof RowKind) {
      addContention(pictures);
    } else {
      pictures.addAll(new TimeCharts(results, watched).pictures());
    }
    return List.copyOf(pictures);
  }

  private void addContention(List<NamedFigure> pictures) {
    Map<String, String> texts = results.scenario().settings().texts();
    String last = last(texts.getOrDefault(CLIENTS, "1"));
    List<Cell> cells =
        results.cells().stream()
            .filter(cell -> cell.point().getOrDefault(CLIENTS, last).equals(last))
            .toList();
    boolean onlyClients = results.sweeps().stream().allMatch(s -> s.parameter().equals(CLIENTS));
    if (!cells.isEmpty() && onlyClients) {
      double vulnerable =
          2 * TimeText.parse(texts.getOrDefault("latency", "0s")).toNanos() / NANOS_A_MILLISECOND;
      int clients = Integer.parseInt(last.replace("_", ""));
      pictures.add(
          new NamedFigure(
              "pareto", Contention.pareto(cells, clients, vulnerable, Origin.of(results))));
    }
    int number = 1;
    for (ObservedRun seen : watched) {
      if (seen.run().trace().size() > 0) {
        Figure figure = RunCharts.timeline(seen.label(), seen.run(), seen.caption(results));
        pictures.add(new NamedFigure("timeline-" + number++, figure));
      }
    }
  }

  /** Returns the last of the swept numbers of clients, or the number that was set. */
  private String last(String set) {
    return results.sweeps().stream()
        .filter(sweep -> sweep.parameter().equals(CLIENTS))
        .map(sweep -> sweep.values().get(sweep.values().size() - 1))
        .findFirst()
        .orElse(set);
  }

  /**
   * Returns the page.
   *
   * @return HTML, to be encoded as UTF-8
   */
  public String html() {
    Page page = new Page(results.scenario().name());
    page.lead(results.scenario().summary());
    verdicts.forEach(page::verdict);
    if (!results.complete()) {
      page.verdict("Interrupted: some contenders have fewer runs than others, or none.");
    }
    Tables tables = new Tables(results, page);
    if (!results.cells().isEmpty() && results.sweeps().isEmpty()) {
      numbers(page, tables);
      page.figures(pictures());
    } else if (!results.cells().isEmpty()) {
      page.figures(pictures());
      numbers(page, tables);
    }
    page.heading("Contenders");
    tables.contenders();
    page.heading("Settings");
    tables.settings();
    repeat(page);
    return page.html();
  }

  private void numbers(Page page, Tables tables) {
    page.heading("Results");
    page.element("p", reading());
    tables.means();
    page.raw("<details><summary>meaning of the columns</summary>");
    tables.meanings();
    page.raw("</details>\n");
  }

  private String reading() {
    String first = results.scenario().contenders().get(0).label();
    String difference = "; below, in small, the difference to " + first;
    return results.seeds() == 1
        ? "One run of each" + difference + " by the same seed."
        : "Means of "
            + results.seeds()
            + " runs ± their standard errors"
            + difference
            + " by the same seeds, dark where it is significant by Student's t (99 %, at least "
            + Difference.LEAST_RUNS
            + " runs) and relevant (1 %).";
  }

  private void repeat(Page page) {
    page.heading("How to repeat it");
    String seeds = results.seeds() + (results.seeds() == 1 ? " run" : " runs");
    page.element(
        "p", seeds + " of each contender at each point, base seed " + results.baseSeed() + ".");
    if (!command.isEmpty()) {
      page.element("pre", command);
    }
  }
}
