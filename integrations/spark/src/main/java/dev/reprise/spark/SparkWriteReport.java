package dev.reprise.spark;

import dev.reprise.spark.internal.write.TaskCounts;
import dev.reprise.spark.internal.write.WriteResult;
import dev.reprise.text.CountText;
import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Result of a write job. It counts only the task attempts that committed; killed, failed and
 * redundant speculative attempts are not included. {@code rows = done + superseded + dead}. Numbers
 * and times are at least 0. The text form is one line.
 *
 * <pre>{@code
 * SparkWriteReport report = DynamoDbWrites.of(orders).table("orders").save();
 * if (!report.allDone()) {
 *   System.err.println(report.deadReasons());
 * }
 * }</pre>
 *
 * @param table name or ARN of the table
 * @param isComplete whether every task committed and read all of its rows; {@code rows} is then the
 *     number of rows of the DataFrame
 * @param tasks number of committed tasks
 * @param rows rows read
 * @param done rows that the service accepted
 * @param superseded rows that a later row of the same key replaced
 * @param dead rows given up
 * @param calls requests sent
 * @param attempts rows sent in all requests; a row sent in three requests counts three
 * @param itemsRetried rows sent in more than one request
 * @param throttledCalls requests that were throttled, completely or partly
 * @param partialCalls requests that left some rows unprocessed
 * @param capacityUnits write units consumed, as the service reports them
 * @param deadLetters files with the dead rows; empty without the option {@code deadLetters}
 * @param deadReasons reasons of the first dead rows, at most ten
 * @param elapsed time since the start of the job on the driver
 */
public record SparkWriteReport(
    String table,
    boolean isComplete,
    int tasks,
    long rows,
    long done,
    long superseded,
    long dead,
    long calls,
    long attempts,
    long itemsRetried,
    long throttledCalls,
    long partialCalls,
    double capacityUnits,
    List<String> deadLetters,
    List<String> deadReasons,
    Duration elapsed) {

  /**
   * Copies the lists. Numbers and times are at least 0.
   *
   * @param table name or ARN of the table
   * @param isComplete whether every task committed and read all of its rows
   * @param tasks number of committed tasks
   * @param rows rows read
   * @param done rows accepted
   * @param superseded rows replaced
   * @param dead rows given up
   * @param calls requests sent
   * @param attempts rows sent in all requests
   * @param itemsRetried rows sent in more than one request
   * @param throttledCalls requests throttled
   * @param partialCalls requests that left some rows unprocessed
   * @param capacityUnits write units consumed
   * @param deadLetters files with the dead rows
   * @param deadReasons reasons of the first dead rows
   * @param elapsed time since the start of the job
   */
  public SparkWriteReport {
    deadLetters = List.copyOf(deadLetters);
    deadReasons = List.copyOf(deadReasons);
  }

  static SparkWriteReport of(WriteResult result) {
    TaskCounts counts = result.counts();
    return new SparkWriteReport(
        result.table(),
        result.complete(),
        result.tasks(),
        counts.rows(),
        counts.done(),
        counts.superseded(),
        counts.dead(),
        counts.calls(),
        counts.attempts(),
        counts.itemsRetried(),
        counts.throttledCalls(),
        counts.partialCalls(),
        counts.units(),
        result.deadLetters(),
        result.deadReasons(),
        result.elapsed());
  }

  /**
   * Returns the latest report of a job with a name, which the option {@code job} sets. This driver
   * keeps the latest 100 reports.
   *
   * @param job the name
   * @return the report of the last ended job of this name, successful or not; empty if there is
   *     none
   */
  public static Optional<SparkWriteReport> ofJob(String job) {
    return WriteReports.INSTANCE.ofJob(job);
  }

  /**
   * Returns whether every row was written.
   *
   * @return true if every row was read and none is dead
   */
  public boolean allDone() {
    return isComplete && dead == 0;
  }

  /**
   * Returns the counts.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %d of %s done, %d superseded, %d dead%s (%s, %s, %d throttled, %s sent again, %s, %s)",
        PrintableText.oneLine(table),
        done,
        CountText.of(rows, "row"),
        superseded,
        dead,
        isComplete ? "" : ", not complete",
        CountText.of(tasks, "task"),
        CountText.of(calls, "call"),
        throttledCalls,
        CountText.of(itemsRetried, "row"),
        CountText.of(Math.round(capacityUnits), "unit"),
        TimeText.roughly(elapsed));
  }
}
