/**
 * Batches that are partly refused, sent until every item is accounted for. Begin with {@link
 * dev.reprise.batch.Batch}.
 */
@NullMarked
package dev.reprise.batch;

import org.jspecify.annotations.NullMarked;
