package dev.reprise.verification.benchmarks;

import dev.reprise.verification.benchmarks.figures.Row;
import java.util.List;

/**
 * What JMH runs in one go.
 *
 * @param rows ids of the rows
 * @param oursAlone whether the peers are left out
 * @param effort how often and how long
 */
record Pass(List<String> rows, boolean oursAlone, Effort effort) {

  /** Many short iterations: some of them find the processor free on a busy machine. */
  private static final Effort FULL = new Effort(2, 5, 200, 60, 25);

  private static final Effort QUICK = new Effort(2, 4, 150, 40, 20);

  /** The rows that {@code --quick} measures with all contenders. */
  private static final List<String> QUICK_BESIDE_PEERS =
      List.of("first-try", "one-failure", "decision", "on-key");

  /** The rows that it measures beside the clock alone. */
  private static final List<String> QUICK_ALONE = List.of("as-shipped", "watched");

  /** How often and how long JMH measures; times in milliseconds. */
  record Effort(int forks, int warmups, int warmupMillis, int iterations, int millis) {}

  static List<Pass> quick() {
    return List.of(new Pass(QUICK_BESIDE_PEERS, false, QUICK), new Pass(QUICK_ALONE, true, QUICK));
  }

  /** Every row, or those that are named. */
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
