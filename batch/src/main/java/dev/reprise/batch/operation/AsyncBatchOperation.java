package dev.reprise.batch.operation;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Sends one chunk and returns a stage of its reply.
 *
 * @param <I> type of the items
 */
@FunctionalInterface
public interface AsyncBatchOperation<I> {

  /**
   * Sends a chunk, and should return at once. Called by one thread at a time; never with two items
   * of the same key, in one chunk or in several chunks in flight.
   *
   * @param chunk the items, at least one, in the order of the input if all are new; unmodifiable
   * @return a stage that completes with the reply, or fails if the whole chunk failed. If the run
   *     is cancelled or the attempt timeout passes, the stage is cancelled and counts as ended
   * @throws Exception if the whole chunk failed, as if the stage had failed
   */
  CompletionStage<BatchReply<I>> send(List<I> chunk) throws Exception;
}
