package dev.reprise.spark;

import dev.reprise.batch.report.BatchCounts;
import java.io.Serializable;

/**
 * Counts of a task or the sum over several tasks, as in {@link SparkWriteReport}.
 *
 * @param rows rows that came in
 * @param done rows that are in the table
 * @param superseded rows that a later row of the same key replaced before they were sent
 * @param dead rows that were given up
 * @param calls calls of the batch operation
 * @param attempts items sent in all calls together
 * @param itemsRetried items sent more than once
 * @param throttledCalls calls that were throttled
 * @param partialCalls calls that succeeded in part
 * @param units capacity units consumed
 */
record TaskCounts(
    long rows,
    long done,
    long superseded,
    long dead,
    long calls,
    long attempts,
    long itemsRetried,
    long throttledCalls,
    long partialCalls,
    double units)
    implements Serializable {

  static final TaskCounts NONE = new TaskCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  static TaskCounts of(BatchCounts counts, double units) {
    return new TaskCounts(
        counts.input(),
        counts.done(),
        counts.superseded(),
        counts.dead(),
        counts.calls(),
        counts.attempts(),
        counts.itemsRetried(),
        counts.throttledCalls(),
        counts.partialCalls(),
        units);
  }

  TaskCounts plus(TaskCounts other) {
    return new TaskCounts(
        rows + other.rows,
        done + other.done,
        superseded + other.superseded,
        dead + other.dead,
        calls + other.calls,
        attempts + other.attempts,
        itemsRetried + other.itemsRetried,
        throttledCalls + other.throttledCalls,
        partialCalls + other.partialCalls,
        units + other.units);
  }
}
