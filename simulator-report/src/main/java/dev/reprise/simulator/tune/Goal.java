package dev.reprise.simulator.tune;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Metric;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A goal of tuning: to minimise or maximise one metric while other metrics are within bounds. The
 * text form is {@code minimise work subject to p99_ms<500, recovery_s<60, answered>=0.97}.
 *
 * <p>{@code work} stands for {@code calls} or {@code amplification}, {@code time} for {@code
 * time_ms} or {@code p50_ms}, whichever the scenario has. If several scenarios have the metric, the
 * geometric mean counts: a reduction by a tenth has the same weight in each.
 *
 * @param maximises true to maximise the metric, false to minimise it
 * @param metric the name of the metric
 * @param bounds the bounds on other metrics; empty for none
 */
public record Goal(boolean maximises, String metric, List<Bound> bounds) {

  private static final List<String> WORK = List.of("calls", "amplification");
  private static final List<String> TIME = List.of("time_ms", "p50_ms");

  /**
   * Parses a goal.
   *
   * @param text {@code [minimise | maximise] metric [subject to bound {, bound}]}, where a bound is
   *     {@code [scenario:]metric(<|<=|>|>=)number}; {@code minimise} is the default
   * @return the goal
   * @throws IllegalArgumentException if the text has another form; the message names the error
   */
  public static Goal parse(String text) {
    return GoalText.parse(text);
  }

  /**
   * Checks that scenarios have every metric that this goal names.
   *
   * @param scenarios the scenarios
   * @return this
   * @throws IllegalArgumentException if no scenario has one of the metrics, with a list of the
   *     existing ones, or a bound names another scenario
   */
  public Goal checkedFor(List<Scenario> scenarios) {
    if (scenarios.stream().noneMatch(scenario -> metricIn(scenario).isPresent())) {
      throw unknown(metric, scenarios);
    }
    for (Bound bound : bounds) {
      checkBound(bound, scenarios);
    }
    return this;
  }

  private static void checkBound(Bound bound, List<Scenario> scenarios) {
    List<String> names = scenarios.stream().map(Scenario::name).toList();
    if (names.stream().noneMatch(bound::isFor)) {
      throw new IllegalArgumentException(
          "the bound "
              + PrintableText.oneLine(bound.toString())
              + " is for "
              + PrintableText.oneLine(bound.scenario())
              + ", but the simulated scenarios are "
              + String.join(", ", names));
    }
    for (Scenario scenario : scenarios) {
      boolean meant = bound.isFor(scenario.name());
      if (meant && names(scenario).contains(resolved(bound.metric(), scenario))) {
        return;
      }
    }
    throw unknown(bound.metric(), scenarios);
  }

  private static IllegalArgumentException unknown(String metric, List<Scenario> scenarios) {
    Set<String> known = new LinkedHashSet<>();
    scenarios.forEach(scenario -> known.addAll(names(scenario)));
    known.add("work");
    known.add("time");
    return new IllegalArgumentException(
        "there is no metric "
            + PrintableText.oneLine(metric)
            + " in "
            + scenarios.stream().map(Scenario::name).collect(Collectors.joining(", "))
            + "; there are "
            + String.join(", ", known));
  }

  private static List<String> names(Scenario scenario) {
    return scenario.model().metrics().stream().map(Metric::name).toList();
  }

  /**
   * Returns the metric that {@code work} or {@code time} stands for in a scenario; any other name
   * is unchanged.
   */
  private static String resolved(String metric, Scenario scenario) {
    List<String> meant =
        switch (metric) {
          case "work" -> WORK;
          case "time" -> TIME;
          default -> List.of(metric);
        };
    List<String> known = names(scenario);
    return known.contains(metric)
        ? metric
        : meant.stream().filter(known::contains).findFirst().orElse(metric);
  }

  /** Returns the metric with its name in a scenario; empty if the scenario does not have it. */
  Optional<String> metricIn(Scenario scenario) {
    return Optional.of(resolved(metric, scenario)).filter(names(scenario)::contains);
  }

  /** Returns the bounds that apply to a scenario, with the names that the metrics have there. */
  List<Bound> boundsIn(Scenario scenario) {
    List<Bound> here = new ArrayList<>();
    for (Bound bound : bounds) {
      String name = resolved(bound.metric(), scenario);
      boolean meant = bound.isFor(scenario.name());
      if (meant && names(scenario).contains(name)) {
        here.add(new Bound(bound.scenario(), name, bound.relation(), bound.limit()));
      }
    }
    return here;
  }

  /**
   * Returns the text form.
   *
   * @return a text that {@link #parse} reads
   */
  @Override
  public String toString() {
    String subject =
        bounds.isEmpty()
            ? ""
            : bounds.stream()
                .map(Bound::toString)
                .collect(Collectors.joining(", ", " subject to ", ""));
    return (maximises ? "maximise " : "minimise ") + metric + subject;
  }
}
