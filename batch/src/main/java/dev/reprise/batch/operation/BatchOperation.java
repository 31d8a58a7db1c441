package dev.reprise.batch.operation;

import java.util.List;

/**
 * Sends one chunk and waits for the reply.
 *
 * @param <I> type of the items
 */
@FunctionalInterface
public interface BatchOperation<I> {

  /**
   * Sends a chunk. Called by several threads at the same time, up to the parallelism of the batch;
   * never with two items of the same key, in one chunk or in several chunks in flight.
   *
   * @param chunk the items, at least one, in the order of the input if all are new; unmodifiable
   * @return the result for each item
   * @throws Exception if the whole chunk failed: the policy decides whether the chunk is sent again
   */
  BatchReply<I> send(List<I> chunk) throws Exception;
}
