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
 * What is asked of a policy: least, or most, of one metric, while others keep their bounds. As
 * text: {@code minimise work subject to p99_ms<500, recovery_s<60, answered>=0.97}.
 *
 * <p>{@code work} stands for {@code calls} or {@code amplification}, {@code time} for {@code
 * time_ms} or {@code p50_ms}: what a scenario measures of the two. Where several scenarios measure
 * the metric, what counts is the geometric mean: a tenth less in one weighs as much as a tenth less
 * in another.
 *
 * @param maximises whether most is asked for
 * @param metric of what
 * @param bounds what must be kept; empty for nothing
 */
public record Goal(boolean maximises, String metric, List<Bound> bounds) {

  private static final List<String> WORK = List.of("calls", "amplification");
  private static final List<String> TIME = List.of("time_ms", "p50_ms");

  /**
   * Reads a goal.
   *
   * @param text {@code [minimise | maximise] metric [subject to bound {, bound}]}, where a bound is
   *     {@code [scenario:]metric(<|<=|>|>=)number}; {@code minimise} may be left out
   * @return the goal
   * @throws IllegalArgumentException if it is anything else, with what is wrong
   */
  public static Goal parse(String text) {
    return GoalText.parse(text);
  }

  /**
   * Checks that every metric it names is measured.
   *
   * @param scenarios where
   * @return this
   * @throws IllegalArgumentException if no scenario measures one of them, or a bound names another
   *     scenario, with those that there are
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
    if (!bound.scenario().isEmpty() && !names.contains(bound.scenario())) {
      throw new IllegalArgumentException(
          "the bound "
              + PrintableText.oneLine(bound.toString())
              + " is for "
              + PrintableText.oneLine(bound.scenario())
              + ", but what is simulated is "
              + String.join(", ", names));
    }
    for (Scenario scenario : scenarios) {
      boolean meant = bound.scenario().isEmpty() || bound.scenario().equals(scenario.name());
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
   * The metric that {@code work} or {@code time} stands for in a scenario; any other name is
   * unchanged.
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

  /** The metric in a scenario, under the name that it has there; empty if it is not measured. */
  Optional<String> metricIn(Scenario scenario) {
    return Optional.of(resolved(metric, scenario)).filter(names(scenario)::contains);
  }

  /** The bounds for a scenario, of metrics under the names that they have there. */
  List<Bound> boundsIn(Scenario scenario) {
    List<Bound> here = new ArrayList<>();
    for (Bound bound : bounds) {
      String name = resolved(bound.metric(), scenario);
      boolean meant = bound.scenario().isEmpty() || bound.scenario().equals(scenario.name());
      if (meant && names(scenario).contains(name)) {
        here.add(new Bound(bound.scenario(), name, bound.relation(), bound.limit()));
      }
    }
    return here;
  }

  /**
   * The text form.
   *
   * @return what {@link #parse} reads
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
