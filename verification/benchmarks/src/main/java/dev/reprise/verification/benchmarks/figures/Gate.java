package dev.reprise.verification.benchmarks.figures;

import java.util.List;
import java.util.Set;

/**
 * Refuses figures that have become worse than they may be. It looks at ratios within one run and at
 * allocations, never at a time, so it does not depend on the machine's mood.
 */
public final class Gate {

  private Gate() {}

  /**
   * What is worse than it may be.
   *
   * @param figures of one run
   * @param rows whose gated targets are held, as far as the run measured them
   * @return a sentence for each, with what was measured and what it may be; none if all is well
   * @throws IllegalArgumentException if the run measured nothing that the gate holds
   */
  public static List<String> refusals(Figures figures, List<Row> rows) {
    Set<String> measured = figures.rows();
    List<Row> held = rows.stream().filter(row -> measured.contains(row.id())).toList();
    if (held.stream().allMatch(row -> gated(row).isEmpty())) {
      throw new IllegalArgumentException("nothing was measured that the gate holds");
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
