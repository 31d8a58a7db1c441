package dev.reprise.cli.dynamodb;

import dev.reprise.dynamodb.deadletter.DeadLetterFile;

/**
 * A file for dead letters, with a limit.
 *
 * @param file not yet created: the first letter creates it
 * @param max greatest number of dead items; one more stops the run. {@link Long#MAX_VALUE} for no
 *     limit
 */
record LimitedDeadLetters(DeadLetterFile file, long max) {}
