package dev.reprise.spark;

import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/**
 * What a task that committed tells the driver.
 *
 * @param counts its numbers
 * @param stoppedEarly whether it read no further because too many of its rows had died
 * @param deaths what the first of them died of
 * @param letters the name of its file of dead letters; null if it has none
 */
record TaskCommit(
    TaskCounts counts, boolean stoppedEarly, List<String> deaths, @Nullable String letters)
    implements WriterCommitMessage {}
