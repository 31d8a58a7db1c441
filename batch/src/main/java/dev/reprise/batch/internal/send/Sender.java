package dev.reprise.batch.internal.send;

import java.util.List;

/** Calls the operation. */
public interface Sender<I> {

  /**
   * Calls the operation.
   *
   * @param items the chunk, unmodifiable
   * @param timeoutNanos the maximum duration of the call; {@link Long#MAX_VALUE} for no limit
   * @param answer receives the outcome
   * @return the call
   * @throws java.util.concurrent.RejectedExecutionException if the call was not made; no outcome is
   *     delivered
   */
  RunningCall send(List<I> items, long timeoutNanos, RunningCall.Answer<I> answer);

  /** Closes the sender at the end of the run. */
  void close();
}
