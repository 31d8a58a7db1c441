/**
 * The journal of a batch: which positions of an input need not be sent again. Begin with {@link
 * dev.reprise.batch.journal.BatchJournal}.
 */
@NullMarked
package dev.reprise.batch.journal;

import org.jspecify.annotations.NullMarked;
