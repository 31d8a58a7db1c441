package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Interprets the results of clients that change a row. V is the time from a read to the end of the
 * write that it allows, w the writes and t the time for each success. Clients without knowledge of
 * each other cannot go below (w-1)(t/V-1) = 1.
 */
final class RowVerdict {

  private final double clients;
  private final double windowMillis;
  private final boolean isBounded;
  private final List<Metric> metrics;

  RowVerdict(Scenario scenario) {
    ParameterValues values = new ParameterValues(scenario);
    clients = values.number("clients");
    windowMillis = 2 * 1e3 * values.number("latency");
    isBounded = clients > 1 && values.has("control", "optimistic") && values.has("load", "at-once");
    metrics = scenario.defaultMetrics();
  }

  List<VerdictLine> of(List<Cell> cells) {
    List<VerdictLine> lines = new ArrayList<>();
    List<Cell> done = cells.stream().filter(cell -> cell.estimate("failed").mean() == 0).toList();
    if (done.isEmpty()) {
      lines.add(VerdictLine.of("", "Clients gave up in every case: there is nothing to compare."));
      return lines;
    }
    if (done.size() > 1) {
      metrics.stream().limit(2).forEach(metric -> lines.add(BestContender.of(done, metric)));
      lines.add(VerdictLine.line(""));
    }
    cells.stream().filter(cell -> !done.contains(cell)).forEach(cell -> lines.add(lost(cell)));
    if (isBounded) {
      lines.addAll(bound(done));
    }
    return lines;
  }

  private static VerdictLine lost(Cell cell) {
    return VerdictLine.of(
        cell.contender().label() + ": ",
        NumberText.of(cell.estimate("failed"))
            + " clients gave up without success, so its work and time count fewer changes.");
  }

  private List<VerdictLine> bound(List<Cell> cells) {
    List<VerdictLine> lines = new ArrayList<>();
    int width = cells.stream().mapToInt(cell -> cell.contender().label().length()).max().orElse(0);
    String format = "%-" + width + "s %10s %12s %14s %14s";
    lines.add(line(format, "", "calls a", "ms a", "(w-1)(t/V-1)", "score"));
    lines.add(line(format, "", "success w", "success t", "", "(w-2)(t/V-1)"));
    for (Cell cell : cells) {
      double work = cell.estimate("calls").mean() / clients;
      double time = cell.estimate("time_ms").mean() / clients;
      double slack = time / windowMillis - 1;
      lines.add(
          line(
              format,
              cell.contender().label(),
              NumberText.of(work),
              NumberText.of(time),
              NumberText.of((work - 1) * slack),
              NumberText.of((work - 2) * slack)));
    }
    return lines;
  }

  static VerdictLine legend() {
    return VerdictLine.of(
        "",
        "(V is the time from a read to the end of its write, twice the latency. Clients that retry"
            + " at random without knowledge of each other cannot have less than"
            + " (w-1)(t/V-1) = 1; clients that know their number reach about 1. The bound does not"
            + " hold for clients that act in step, without any backoff, nor where latencies differ so"
            + " much that the fastest clients win, with t below V.)");
  }

  private static VerdictLine line(String format, Object... cells) {
    return VerdictLine.line(String.format(Locale.ROOT, format, cells).stripTrailing());
  }
}
