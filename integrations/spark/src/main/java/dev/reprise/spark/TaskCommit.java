package dev.reprise.spark;

import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/**
 * Message of a committed task to the driver.
 *
 * @param counts counts of the task
 * @param stoppedEarly whether it stopped reading because too many of its rows were dead
 * @param deaths reasons of the first dead rows
 * @param letters the name of its file of dead letters; null if it has none
 */
record TaskCommit(
    TaskCounts counts, boolean stoppedEarly, List<String> deaths, @Nullable String letters)
    implements WriterCommitMessage {}
