package dev.reprise.simulator.tune;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The loads at which a policy is evaluated. A policy that is fitted to one number of clients is
 * often worse than others with half or twice as many, so a search uses several.
 */
public final class Loads {

  private static final List<String> COUNTS = List.of("clients", "parallel");
  private static final double[] COUNT_FACTORS = {0.5, 1, 2};
  private static final double[] RATE_FACTORS = {0.8, 1, 1.2};
  private static final String RATE = "rate";

  private Loads() {}

  /**
   * Returns the parameter that is the load of a scenario.
   *
   * @param scenario the scenario
   * @return {@code clients}, {@code parallel} or {@code rate}; empty if it has none of them
   */
  public static Optional<String> parameterOf(Scenario scenario) {
    List<String> names =
        scenario.settings().parameters().stream().<String>map(Parameter::name).toList();
    return names.contains(RATE)
        ? Optional.of(RATE)
        : COUNTS.stream().filter(names::contains).findFirst();
  }

  /**
   * Returns a scenario at several loads: half, once and twice its clients, or 0.8, 1 and 1.2 times
   * its rate.
   *
   * @param scenario the scenario
   * @return three scenarios with names such as {@code aws-contention at clients 50}; the scenario
   *     itself if it has no such parameter
   */
  public static List<Scenario> around(Scenario scenario) {
    Optional<String> parameter = parameterOf(scenario);
    if (parameter.isEmpty()) {
      return List.of(scenario);
    }
    String name = parameter.get();
    boolean isRate = name.equals(RATE);
    double set = Double.parseDouble(scenario.settings().texts().getOrDefault(name, "1"));
    List<String> values = new ArrayList<>();
    for (double factor : isRate ? RATE_FACTORS : COUNT_FACTORS) {
      double value = isRate ? Math.rint(1e6 * factor * set) / 1e6 : Math.max(1, factor * set);
      boolean whole = !isRate || value == Math.rint(value);
      values.add(whole ? Long.toString((long) value) : Double.toString(value));
    }
    return at(scenario, name, values.stream().distinct().toList());
  }

  /**
   * Returns a scenario with several values of a parameter.
   *
   * @param scenario the scenario
   * @param parameter the name of the parameter
   * @param values the values, as text, at least one
   * @return a scenario for each value; its name states the value, unless there is only one
   * @throws IllegalArgumentException if the scenario does not have the parameter, or a value is
   *     invalid
   */
  public static List<Scenario> at(Scenario scenario, String parameter, List<String> values) {
    List<Scenario> all = new ArrayList<>();
    for (String value : values) {
      Scenario changed = scenario.with(parameter, value);
      String joined = scenario.name().contains(Bound.AT) ? ", " : Bound.AT;
      String name = scenario.name() + joined + parameter + " " + value;
      all.add(
          values.size() == 1
              ? changed
              : new Scenario(
                  name,
                  changed.summary(),
                  changed.kind(),
                  changed.settings(),
                  changed.contenders()));
    }
    return List.copyOf(all);
  }
}
