package dev.reprise.lab;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.model.ServerCapacity;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** The marks of the charts of a scenario: the capacity of the server, and the time of the fault. */
final class Marks {

  private static final double NANOS_A_SECOND = 1e9;

  private final Scenario scenario;

  Marks(Scenario scenario) {
    this.scenario = scenario;
  }

  /** Adds the members {@code capacity} and {@code fault} where the scenario has them. */
  void write(JsonWriter json) {
    OptionalDouble capacity = capacity();
    if (capacity.isPresent()) {
      json.name("capacity").value(capacity.getAsDouble());
    }
    Optional<Double> start = number("fault-start");
    Optional<Double> length = number("fault-length");
    if (hasFault() && start.isPresent() && length.isPresent()) {
      json.name("fault").array().value(start.get()).value(start.get() + length.get()).endArray();
    }
  }

  /** Returns the attempts per second that the server completes. */
  OptionalDouble capacity() {
    return ServerCapacity.of(scenario.settings());
  }

  boolean hasFault() {
    return !"none".equals(scenario.settings().texts().get("fault"));
  }

  /** Returns a number, or a duration in seconds; empty if there is no such parameter. */
  Optional<Double> number(String name) {
    for (Parameter<?> parameter : scenario.settings().parameters()) {
      if (parameter.name().equals(name)) {
        Object value = parameter.parse(scenario.settings().texts().getOrDefault(name, ""));
        return value instanceof Duration time
            ? Optional.of(time.toNanos() / NANOS_A_SECOND)
            : Optional.of(((Number) value).doubleValue());
      }
    }
    return Optional.empty();
  }
}
