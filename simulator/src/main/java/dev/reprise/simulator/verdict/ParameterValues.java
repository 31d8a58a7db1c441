package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.text.PrintableText;
import java.time.Duration;

/** Values of the parameters of a scenario, as numbers. */
final class ParameterValues {

  private static final double NANOS_A_SECOND = 1e9;

  private final Scenario scenario;

  ParameterValues(Scenario scenario) {
    this.scenario = scenario;
  }

  /** Returns the value of a numeric parameter, or of a duration in seconds. */
  double number(String name) {
    Object value = value(name);
    return value instanceof Duration time
        ? time.toNanos() / NANOS_A_SECOND
        : ((Number) value).doubleValue();
  }

  boolean has(String name, String text) {
    return text.equals(scenario.settings().texts().get(name));
  }

  private Object value(String name) {
    String text = scenario.settings().texts().get(name);
    for (Parameter<?> parameter : scenario.settings().parameters()) {
      if (parameter.name().equals(name) && text != null) {
        return parameter.parse(text);
      }
    }
    throw new IllegalArgumentException(
        "the scenario has no parameter " + PrintableText.oneLine(name));
  }
}
