package dev.reprise.verification.benchmarks.figures;

import java.util.List;
import java.util.Set;

/**
 * Refuses figures that exceed their limits. It compares only ratios within one run and allocations,
 * never times, so it does not depend on the load of the machine.
 */
public final class Gate {

  private Gate() {}

  /**
   * The figures that exceed their limits.
   *
   * @param figures of one run
   * @param rows whose gated targets are checked, as far as the run measured them
   * @return a sentence for each, with the measured value and its limit; empty if all are met
   * @throws IllegalArgumentException if the run measured no row with a gated target
   */
  public static List<String> refusals(Figures figures, List<Row> rows) {
    Set<String> measured = figures.rows();
    List<Row> held = rows.stream().filter(row -> measured.contains(row.id())).toList();
    if (held.stream().allMatch(row -> gated(row).isEmpty())) {
      throw new IllegalArgumentException("no row with a gated target was measured");
    }
    return held.stream().flatMap(row -> refused(figures, row).stream()).toList();
  }

  private static List<String> refused(Figures figures, Row row) {
    return gated(row).stream()
        .filter(target -> !target.isMet(figures))
        .map(target -> row.title() + ": " + target.verdict(figures))
        .toList();
  }

  private static List<Target> gated(Row row) {
    return row.targets().stream().filter(Target::gated).toList();
  }
}
