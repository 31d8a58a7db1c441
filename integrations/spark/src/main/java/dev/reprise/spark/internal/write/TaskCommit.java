package dev.reprise.spark.internal.write;

import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/**
 * Message from a committed task to the driver.
 *
 * @param counts counts of the task
 * @param stoppedEarly whether the task stopped reading because too many of its rows were dead
 * @param deadReasons reasons of the first dead rows
 * @param letters name of the file of its dead letters; null if it has none
 */
public record TaskCommit(
    TaskCounts counts, boolean stoppedEarly, List<String> deadReasons, @Nullable String letters)
    implements WriterCommitMessage {}
