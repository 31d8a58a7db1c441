package dev.reprise.spark;

import dev.reprise.text.PrintableText;

/**
 * Divides a limit over all tasks into limits for each task, which hold for any number of running
 * tasks.
 *
 * <p>At most {@code tasks} tasks exist, for any number of cores and executors, so each gets an
 * equal part of the limit. With speculation Spark may run a copy of each task at the same time, so
 * each gets half of that.
 */
final class Rate {

  private Rate() {}

  /** Returns the limit of a task; 0 for no limit. */
  static double ofEach(double limit, int tasks, boolean speculation) {
    return limit / Math.max(1, tasks) / (speculation ? 2 : 1);
  }

  /**
   * Returns the limit over all tasks; 0 for no limit.
   *
   * @throws IllegalArgumentException if a share is set and the table has no provisioned capacity
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
