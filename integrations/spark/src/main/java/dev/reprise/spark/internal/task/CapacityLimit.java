package dev.reprise.spark.internal.task;

import dev.reprise.text.PrintableText;

/**
 * The capacity limit of a job and of each of its tasks.
 *
 * <p>A job has a fixed number of tasks, for any number of cores and executors, so each task gets an
 * equal part of the limit. With speculation, Spark may run a copy of each task at the same time, so
 * each task gets half of that part.
 */
public final class CapacityLimit {

  private CapacityLimit() {}

  /** Returns the limit of a task in units a second; 0 for no limit. */
  public static double ofTask(double limit, int tasks, boolean speculation) {
    return limit / Math.max(1, tasks) / (speculation ? 2 : 1);
  }

  /**
   * Returns the limit of all tasks together in units a second; 0 for no limit.
   *
   * @throws IllegalArgumentException if a share is set and the table has no provisioned capacity
   */
  public static double ofJob(double unitsPerSecond, double share, long provisioned, String table) {
    if (share > 0 && provisioned == 0) {
      throw new IllegalArgumentException(
          "capacityShare requires provisioned capacity, but the table "
              + PrintableText.oneLine(table)
              + " is on demand: set unitsPerSecond instead");
    }
    return share > 0 ? share * provisioned : unitsPerSecond;
  }
}
