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
   * Sends a chunk; should return at once. Called by one thread at a time; never with two items of
   * the same key, in one chunk or in several under way.
   *
   * @param chunk the items, at least one, in the order of the input where all are new; unmodifiable
   * @return completes with the reply, or with a failure of the whole chunk. The stage is cancelled,
   *     and counts as ended, if the run is cancelled or the attempt timeout passes
   * @throws Exception if the whole chunk failed, as if the stage had
   */
  CompletionStage<BatchReply<I>> send(List<I> chunk) throws Exception;
}
