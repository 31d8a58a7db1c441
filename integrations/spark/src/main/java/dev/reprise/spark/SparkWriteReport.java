package dev.reprise.spark;

import dev.reprise.text.PrintableText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a job came out, counted by the attempts of tasks that committed and by no others: what a
 * killed, failed or speculative attempt did beside them is in no number here. {@code rows = done +
 * superseded + dead}.
 *
 * @param table the table's name
 * @param isComplete whether every task committed and read all of its rows: {@code rows} are then
 *     those of the DataFrame
 * @param tasks tasks that committed
 * @param rows rows read
 * @param done rows that the service accepted
 * @param superseded rows that gave way to a later one of the same key
 * @param dead rows given up
 * @param calls calls of the service
 * @param attempts rows sent in all calls together; a row sent in three calls counts three
 * @param itemsRetried rows sent in more than one call
 * @param throttledCalls calls that were refused, wholly or in part, for want of capacity
 * @param partialCalls calls that were answered with some rows done and a rest
 * @param capacityUnits write units that the service says were consumed
 * @param deadLetters files with the dead rows; empty without the option {@code deadLetters}
 * @param deaths what the first dead rows died of, at most ten
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
   * @param isComplete whether every row was tried
   * @param tasks tasks that committed
   * @param rows rows read
   * @param done rows accepted
   * @param superseded rows replaced
   * @param dead rows given up
   * @param calls calls
   * @param attempts rows sent in all calls
   * @param itemsRetried rows sent again
   * @param throttledCalls calls refused for want of capacity
   * @param partialCalls calls done in part
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
   * The report of a job that was given a name by the option {@code job}, in this driver. The
   * hundred latest are kept.
   *
   * @param job the name
   * @return the report of the last job of this name that has ended, well or not
   */
  public static Optional<SparkWriteReport> ofJob(String job) {
    return WriteReports.get(job);
  }

  /**
   * Whether the table has the whole DataFrame.
   *
   * @return true if every row was read and none died
   */
  public boolean allDone() {
    return isComplete && dead == 0;
  }

  /**
   * The numbers as an engineer reads them.
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
