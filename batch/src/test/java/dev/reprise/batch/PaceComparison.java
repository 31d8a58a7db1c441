package dev.reprise.batch;

import dev.reprise.batch.internal.pace.SharedRate;
import java.util.List;
import java.util.Locale;

/**
 * Prints how well a capacity is used by {@link Pace#adaptive()}, and by textbook additive increase
 * and multiplicative decrease with a known capacity.
 */
final class PaceComparison {

  private static final double LENGTH = 120;
  private static final double FROM = 60;

  private PaceComparison() {}

  /**
   * Prints the table of docs/design/pacing.md.
   *
   * @param args none
   */
  public static void main(String[] args) {
    List<PaceScenario> scenarios =
        List.of(
            new PaceScenario(50, 1, 20, 1, 8),
            new PaceScenario(500, 0.2, 20, 1, 8),
            new PaceScenario(1_000, 1, 5, 1, 8),
            new PaceScenario(5_000, 5, 50, 1, 64),
            new PaceScenario(40_000, 1, 20, 4, 64));
    System.out.println(
        "| units/s, burst, answers, calls | | used | refused | worst 2 s | amplitude |"
            + " capacity doubles: 95 % after |\n|---|---|---|---|---|---|---|");
    for (PaceScenario scenario : scenarios) {
      tell(scenario, "AIMD, half", aimd(scenario, 0.5));
      tell(scenario, "AIMD, nine tenths", aimd(scenario, 0.9));
      tell(scenario, "AIMD, 0.95", aimd(scenario, 0.95));
      tell(scenario, "adaptive", Pace.adaptive());
    }
  }

  private static Pace aimd(PaceScenario scenario, double decrease) {
    return new Pace.Shared("aimd", new SharedRate(Aimd.to(scenario.capacity(), decrease), true));
  }

  private static void tell(PaceScenario scenario, String name, Pace pace) {
    double capacity = scenario.capacity();
    Meter meter =
        scenario.run(
            pace,
            2 * LENGTH,
            stage -> stage.at(LENGTH, () -> stage.table().changeRate(2 * capacity)));
    double call = meter.most();
    System.out.printf(
        Locale.ROOT,
        "| %,.0f, %.1f s, %d ms, %d | %s | %.1f %% | %.2f %% | %.1f %% | %.1f %% | %.1f s |%n",
        capacity,
        scenario.burst(),
        scenario.latencyMs(),
        scenario.parallelism(),
        name,
        100 * meter.takenBetween(FROM, LENGTH) / (capacity * (LENGTH - FROM)),
        100 * meter.refused(FROM, LENGTH),
        100 * meter.worst(capacity, FROM, LENGTH, 2, call),
        100 * meter.amplitude(FROM, LENGTH, 2, call),
        reached(meter, 2 * capacity));
  }

  private static double reached(Meter meter, double capacity) {
    for (double at = LENGTH; at < 2 * LENGTH - 1; at += 0.1) {
      if (meter.takenBetween(at, at + 1) >= 0.95 * capacity) {
        return at - LENGTH;
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
