package dev.reprise.spark;

import dev.reprise.text.PrintableText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Result of a job. Counts only the task attempts that committed; killed, failed and redundant
 * speculative attempts are not included. {@code rows = done + superseded + dead}. Immutable.
 *
 * @param table the table's name
 * @param isComplete whether every task committed and read all of its rows: {@code rows} are then
 *     those of the DataFrame
 * @param tasks tasks that committed
 * @param rows rows read
 * @param done rows that the service accepted
 * @param superseded rows that a later row of the same key replaced
 * @param dead rows given up
 * @param calls requests sent
 * @param attempts rows sent in all calls together; a row sent in three calls counts three
 * @param itemsRetried rows sent in more than one call
 * @param throttledCalls requests that were throttled, wholly or in part
 * @param partialCalls requests that left some rows unprocessed
 * @param capacityUnits write units consumed, as the service reports them
 * @param deadLetters files with the dead rows; empty without the option {@code deadLetters}
 * @param deaths reasons of the first dead rows, at most ten
 * @param elapsed time from the start of the job on the driver
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
    List<String> deaths,
    Duration elapsed) {

  /**
   * Copies the lists.
   *
   * @param table the table's name
   * @param isComplete whether every row was read
   * @param tasks tasks that committed
   * @param rows rows read
   * @param done rows accepted
   * @param superseded rows replaced
   * @param dead rows given up
   * @param calls calls
   * @param attempts rows sent in all calls
   * @param itemsRetried rows sent again
   * @param throttledCalls requests throttled
   * @param partialCalls requests that left rows unprocessed
   * @param capacityUnits write units
   * @param deadLetters files
   * @param deaths reasons
   * @param elapsed time
   */
  public SparkWriteReport {
    deadLetters = List.copyOf(deadLetters);
    deaths = List.copyOf(deaths);
  }

  static SparkWriteReport of(
      String table,
      int tasks,
      TaskCounts counts,
      boolean complete,
      List<String> deadLetters,
      List<String> deaths,
      Duration elapsed) {
    return new SparkWriteReport(
        table,
        complete,
        tasks,
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
        deadLetters,
        deaths,
        elapsed);
  }

  /**
   * Returns the report of a job that has a name by the option {@code job}, in this driver. The
   * latest hundred reports are kept.
   *
   * @param job the name
   * @return the report of the last job of this name that has ended, successfully or not
   */
  public static Optional<SparkWriteReport> ofJob(String job) {
    return WriteReports.get(job);
  }

  /**
   * Returns whether every row was written.
   *
   * @return true if every row was read and none died
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
        "%s: %d of %d rows done, %d superseded, %d dead%s (%d tasks, %d calls, %d throttled, %d"
            + " rows sent again, %.0f units, %s)",
        PrintableText.oneLine(table),
        done,
        rows,
        superseded,
        dead,
        isComplete ? "" : ", not complete",
        tasks,
        calls,
        throttledCalls,
        itemsRetried,
        capacityUnits,
        elapsed);
  }
}
