/**
 * The operation that a batch calls for each chunk, and its reply: {@link BatchOperation}, {@link
 * AsyncBatchOperation} and {@link BatchReply}.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.batch.operation;

import org.jspecify.annotations.NullMarked;
