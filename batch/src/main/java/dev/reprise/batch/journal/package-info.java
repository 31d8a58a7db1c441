/**
 * The journal of a batch: the positions of an input that need not be sent again. See {@link
 * dev.reprise.batch.journal.BatchJournal}.
 */
@NullMarked
package dev.reprise.batch.journal;

import org.jspecify.annotations.NullMarked;
