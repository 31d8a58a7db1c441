/**
 * The journal of a batch: the positions of an input that need not be sent again. See {@link
 * dev.reprise.batch.journal.BatchJournal}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.batch.journal;

import org.jspecify.annotations.NullMarked;
