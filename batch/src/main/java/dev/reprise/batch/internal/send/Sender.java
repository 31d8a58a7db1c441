package dev.reprise.batch.internal.send;

import java.util.List;

/** Calls the operation. */
public interface Sender<I> {

  /**
   * Calls the operation.
   *
   * @param items the chunk, unmodifiable
   * @param timeoutNanos how long the call may take; {@link Long#MAX_VALUE} for no limit
   * @param answer where its outcome goes
   * @return the call
   * @throws java.util.concurrent.RejectedExecutionException if the call was not made; no answer
   *     follows
   */
  RunningCall send(List<I> items, long timeoutNanos, RunningCall.Answer<I> answer);

  /** The run is over. */
  void close();
}
