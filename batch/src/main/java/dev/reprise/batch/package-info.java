/**
 * Batches of items that a service may accept in part, sent until every item is accounted for. Begin
 * with {@link dev.reprise.batch.Batch}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and neither are the items
 * of a batch; an instance may be used by several threads at the same time.
 */
@NullMarked
package dev.reprise.batch;

import org.jspecify.annotations.NullMarked;
