package dev.reprise.cli.load;

/**
 * A file for dead letters, with a limit.
 *
 * @param file not yet created: the first letter creates it
 * @param max greatest number of dead items; one more stops the run. {@link Long#MAX_VALUE} for no
 *     limit
 */
public record LimitedDeadLetters<T>(LetterFile<T> file, long max) {}
