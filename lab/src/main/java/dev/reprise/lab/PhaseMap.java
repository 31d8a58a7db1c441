package dev.reprise.lab;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The recovery of a contender at several loads, after faults of several lengths, around the values
 * of a scenario: one run at each point.
 */
final class PhaseMap {

  private static final String RATE = "rate";
  private static final String LENGTH = "fault-length";
  private static final double[] LENGTHS = {0.1, 0.2, 0.4, 0.7, 1, 1.5, 2};
  private static final double[] SHARES = {0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1};
  private static final double[] FACTORS = {0.4, 0.6, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6};
  private static final double MILLIS_A_SECOND = 1e3;

  private final Scenario scenario;
  private final long seed;
  private final double load;
  private final double length;
  private final double[] loads;
  private final double[] lengths;

  private PhaseMap(LabRequest request, Marks marks, double load, double length) {
    scenario = request.scenario();
    seed = request.seed();
    this.load = load;
    this.length = length;
    OptionalDouble capacity = marks.capacity();
    boolean isWithin =
        capacity.isPresent()
            && load >= SHARES[0] * capacity.getAsDouble()
            && load <= SHARES[SHARES.length - 1] * capacity.getAsDouble();
    loads = isWithin ? scaled(SHARES, capacity.getAsDouble()) : scaled(FACTORS, load);
    lengths = scaled(LENGTHS, length);
  }

  /** Returns the map; empty if the scenario has no load, no fault or no recovery. */
  static Optional<PhaseMap> of(LabRequest request) {
    Scenario scenario = request.scenario();
    Marks marks = new Marks(scenario);
    Optional<Double> load = marks.number(RATE);
    Optional<Double> length = marks.number(LENGTH);
    boolean recovers =
        scenario.model().metrics().stream().anyMatch(metric -> metric.name().equals("recovery_s"));
    if (!recovers || load.isEmpty() || length.orElse(0.0) == 0 || !marks.hasFault()) {
      return Optional.empty();
    }
    PhaseMap map = new PhaseMap(request, marks, load.get(), length.get());
    return map.isValid() ? Optional.of(map) : Optional.empty();
  }

  private static double[] scaled(double[] factors, double unit) {
    double[] values = new double[factors.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.round(factors[i] * unit * MILLIS_A_SECOND) / MILLIS_A_SECOND;
    }
    return values;
  }

  private boolean isValid() {
    try {
      at(0, 0).model();
      at(loads.length - 1, lengths.length - 1).model();
      return true;
    } catch (IllegalArgumentException outOfRange) {
      return false;
    }
  }

  private Scenario at(int x, int y) {
    long millis = Math.max(1, Math.round(lengths[y] * MILLIS_A_SECOND));
    return scenario.with(RATE, Double.toString(loads[x])).with(LENGTH, millis + "ms");
  }

  /** Adds the member {@code map}. */
  void write(JsonWriter json) {
    json.name("map").object().name("load").value(load).name("length").value(length);
    numbers(json.name("loads"), loads);
    numbers(json.name("lengths"), lengths);
    json.endObject();
  }

  private static void numbers(JsonWriter json, double[] numbers) {
    json.array();
    for (double number : numbers) {
      json.value(number);
    }
    json.endArray();
  }

  /** Simulates one point: the seconds until the recovery, infinite without one. */
  double run(int contender, int x, int y) {
    Scenario point = at(x, y);
    Run run =
        new CollapsedRuns(point)
            .run(scenario.contenders().get(contender), new Seed(seed, 0), false)
            .run();
    return CollapsedRuns.recovery(point.model().metrics(), run);
  }
}
