package dev.reprise.simulator.tune;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.form.JavaForm;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.verdict.Difference;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats the result of a search. */
final class TuningReport {

  private static final int RUNNERS_UP = 5;

  private final TuningResult result;
  private final Goal goal;
  private final List<Scenario> scenarios;
  private final StringBuilder text = new StringBuilder();

  TuningReport(TuningResult result) {
    this.result = result;
    goal = result.settings().goal();
    scenarios = result.settings().scenarios();
  }

  String text() {
    line("%s", goal);
    line(
        "in %s; %d policies tried, the last %d with %d seeds, base seed %d",
        String.join(", ", scenarios.stream().map(Scenario::name).toList()),
        result.tried(),
        result.standings().size(),
        seeds(),
        result.settings().baseSeed());
    if (!result.complete()) {
      line("The search was ended early.");
    }
    result.nearest().ifPresentOrElse(this::standings, () -> line("No round was completed."));
    return text.toString();
  }

  private int seeds() {
    return result.standings().isEmpty()
        ? 0
        : result.standings().get(0).cells().get(0).values()[0].length;
  }

  private void standings(Rank first) {
    line("");
    line("%s", verdict(first));
    whole(first);
    equals(first);
    line("");
    line("As Java:");
    line("");
    text.append(JavaForm.of(first.contender()).indent(2));
    line("");
    line("Next best, with the difference from the best:");
    List<Rank> others = result.standings();
    for (int i = 1; i < Math.min(others.size(), RUNNERS_UP + 1); i++) {
      after(first, others.get(i), Integer.toString(i + 1));
    }
    Contender from = result.settings().from();
    Optional<Rank> start =
        others.stream().filter(standing -> standing.contender().equals(from)).findFirst();
    start
        .filter(standing -> others.indexOf(standing) > RUNNERS_UP)
        .ifPresent(
            standing -> {
              line("");
              line("Start of the search, %s:", from.label());
              after(first, standing, Integer.toString(others.indexOf(standing) + 1));
            });
  }

  private String verdict(Rank first) {
    if (first.keepsBounds()) {
      return "Best:";
    }
    return first.seemsToKeepBounds()
        ? "No policy is significantly within every bound. The best whose means are:"
        : "No policy is within every bound. The nearest:";
  }

  /** States how many policies are as good, and whether there is a reason to change the policy. */
  private void equals(Rank first) {
    long same = result.standings().stream().filter(other -> other.isSameInPractice(first)).count();
    long open = result.standings().stream().filter(other -> isOpen(other, first)).count();
    if (seeds() < Difference.LEAST_RUNS) {
      line("  With fewer than %d seeds, policies cannot be compared.", Difference.LEAST_RUNS);
    } else if (same > 1) {
      line(
          "  In practice, %d of the last %d policies are the same.",
          same, result.standings().size());
    }
    if (open > 0 && seeds() >= Difference.LEAST_RUNS) {
      line("  Of %d, these runs do not decide whether they are as good.", open);
    }
    if (first.contender().equals(result.settings().from()) && result.standings().size() > 1) {
      line("  It is the start of the search: no other policy is surely better.");
    }
  }

  private static boolean isOpen(Rank other, Rank first) {
    return !other.equals(first) && other.isNotSurelyWorse(first) && !other.isSameInPractice(first);
  }

  private void whole(Rank standing) {
    line("  policy  %s", standing.contender().policy());
    line("  budget  %s", standing.contender().budget());
    for (int i = 0; i < scenarios.size(); i++) {
      measured(scenarios.get(i), standing.cells().get(i));
    }
  }

  private void measured(Scenario scenario, Cell cell) {
    line("  %s:", scenario.name());
    goal.metricIn(scenario)
        .ifPresent(metric -> line("    %s %s", metric, TuningNumbers.text(cell, metric)));
    for (Bound bound : goal.boundsIn(scenario)) {
      Estimate estimate = cell.estimate(bound.metric());
      line(
          "    %s %s, bound %s%s: %s",
          bound.metric(),
          TuningNumbers.text(cell, bound.metric()),
          bound.relation().sign(),
          TuningNumbers.text(bound.limit()),
          kept(bound, estimate));
    }
  }

  private static String kept(Bound bound, Estimate estimate) {
    if (bound.missedBy(estimate, true) == 0) {
      return "kept";
    }
    return bound.missedBy(estimate, false) == 0 ? "not significant" : "missed";
  }

  private void after(Rank first, Rank standing, String place) {
    line("  %s. %s; %s", place, standing.contender().policy(), standing.contender().budget());
    for (int i = 0; i < scenarios.size(); i++) {
      Scenario scenario = scenarios.get(i);
      Cell cell = standing.cells().get(i);
      Cell best = first.cells().get(i);
      goal.metricIn(scenario)
          .ifPresent(
              metric ->
                  line(
                      "     %s %s %s, %s",
                      scenario.name(),
                      metric,
                      TuningNumbers.text(cell, metric),
                      difference(cell, best, metric)));
      for (Bound bound : goal.boundsIn(scenario)) {
        Estimate estimate = cell.estimate(bound.metric());
        if (bound.missedBy(estimate, true) > 0) {
          line(
              "     %s %s: %s",
              bound, kept(bound, estimate), TuningNumbers.text(cell, bound.metric()));
        }
      }
    }
  }

  private static String difference(Cell cell, Cell best, String metric) {
    Difference difference = Difference.between(best, cell, metric);
    Estimate paired = difference.apart();
    if (paired.count() == 0) {
      return "no runs to compare";
    }
    String text = String.format(Locale.ROOT, "%+.4g ± %.2g", paired.mean(), paired.standardError());
    return text
        + switch (difference.kind()) {
          case SAME_IN_PRACTICE -> ": the same in practice";
          case NOT_DECIDED -> ": not decided by these runs";
          default -> "";
        };
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
