/**
 * The operation that a batch calls for each chunk, and its reply: {@link BatchOperation}, {@link
 * AsyncBatchOperation} and {@link BatchReply}.
 */
@NullMarked
package dev.reprise.batch.operation;

import org.jspecify.annotations.NullMarked;
