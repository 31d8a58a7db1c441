package dev.reprise.spark;

import dev.reprise.text.PrintableText;

/**
 * How a limit over all tasks becomes a limit for each, that holds however many of them run.
 *
 * <p>At most {@code tasks} tasks exist, whatever number of cores or executors there is or will be,
 * so each gets an equal part of the limit. Where speculation is on, Spark may run one copy of each
 * task beside it, so each gets half of that.
 */
final class Rate {

  private Rate() {}

  /** The part of one task; 0 if there is no limit. */
  static double ofEach(double limit, int tasks, boolean speculation) {
    return limit / Math.max(1, tasks) / (speculation ? 2 : 1);
  }

  /**
   * The limit over all tasks; 0 if there is none.
   *
   * @throws IllegalArgumentException if a share is asked of a table without provisioned units
   */
  static double limit(double unitsPerSecond, double share, long provisioned, String table) {
    if (share > 0 && provisioned == 0) {
      throw new IllegalArgumentException(
          "capacityShare needs a table with provisioned capacity, but "
              + PrintableText.oneLine(table)
              + " is on demand: give unitsPerSecond");
    }
    return share > 0 ? share * provisioned : unitsPerSecond;
  }
}
