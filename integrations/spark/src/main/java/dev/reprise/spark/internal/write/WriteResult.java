package dev.reprise.spark.internal.write;

import java.time.Duration;
import java.util.List;

/**
 * Sums of the committed tasks of a job.
 *
 * @param table name or ARN of the table
 * @param complete whether every task committed and read all of its rows
 * @param tasks number of committed tasks
 * @param counts sums of their counts
 * @param deadLetters published files of dead letters
 * @param deadReasons reasons of the first dead rows
 * @param elapsed time since the start of the job on the driver
 */
public record WriteResult(
    String table,
    boolean complete,
    int tasks,
    TaskCounts counts,
    List<String> deadLetters,
    List<String> deadReasons,
    Duration elapsed) {}
