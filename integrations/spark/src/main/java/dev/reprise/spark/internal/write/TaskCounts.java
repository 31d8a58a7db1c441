package dev.reprise.spark.internal.write;

import dev.reprise.batch.report.BatchCounts;
import java.io.Serializable;

/**
 * Counts of a task, or the sums of several tasks.
 *
 * @param rows rows read
 * @param done rows that the service accepted
 * @param superseded rows that a later row of the same key replaced before they were sent
 * @param dead rows given up
 * @param calls requests sent
 * @param attempts rows sent in all requests; a row sent in three requests counts three
 * @param itemsRetried rows sent more than once
 * @param throttledCalls requests that were throttled, completely or partly
 * @param partialCalls requests that left some rows unprocessed
 * @param units capacity units consumed
 */
public record TaskCounts(
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

  public static final TaskCounts NONE = new TaskCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  public static TaskCounts of(BatchCounts counts, double units) {
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

  public TaskCounts plus(TaskCounts other) {
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
