package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.classify.Outcome;
import java.util.List;

/**
 * Unprocessed entries of a call that have the same outcome.
 *
 * @param entries at least one
 * @param outcome the exception of the call, or the verdict of the reply on these entries
 */
record UnprocessedGroup<I>(List<Entry<I>> entries, Outcome<?> outcome) {}
