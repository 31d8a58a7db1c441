package dev.reprise.verification.benchmarks;

import dev.reprise.verification.benchmarks.figures.Row;
import java.util.List;

/**
 * One run of JMH.
 *
 * @param rows ids of the rows
 * @param oursAlone whether the peers are left out
 * @param effort number and length of the iterations
 */
record Pass(List<String> rows, boolean oursAlone, Effort effort) {

  /** Many short iterations: on a busy machine, the processor is free during some of them. */
  private static final Effort FULL = new Effort(2, 5, 200, 60, 25);

  private static final Effort QUICK = new Effort(2, 4, 150, 40, 20);

  /** The rows that {@code --quick} measures with all contenders. */
  private static final List<String> QUICK_WITH_PEERS =
      List.of("first-try", "one-failure", "decision", "annotated", "on-key");

  /** The rows that {@code --quick} measures without peers, compared only with clock reads. */
  private static final List<String> QUICK_WITHOUT_PEERS = List.of("as-shipped", "watched");

  /** Number and length of JMH's iterations; times in milliseconds. */
  record Effort(int forks, int warmups, int warmupMillis, int iterations, int millis) {}

  static List<Pass> quick() {
    return List.of(
        new Pass(QUICK_WITH_PEERS, false, QUICK), new Pass(QUICK_WITHOUT_PEERS, true, QUICK));
  }

  /** All rows, or only the named ones. */
  static List<Pass> full(List<String> named) {
    List<String> known = Rows.all().stream().map(Row::id).toList();
    for (String row : named) {
      if (!known.contains(row)) {
        throw new IllegalArgumentException("no row is named " + row + "; there are " + known);
      }
    }
    return List.of(new Pass(named.isEmpty() ? known : named, false, FULL));
  }
}
