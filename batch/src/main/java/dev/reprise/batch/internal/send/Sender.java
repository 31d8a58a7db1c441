package dev.reprise.batch.internal.send;

import java.util.List;

/** Calls the operation. */
public interface Sender<I> {

  /**
   * Calls the operation.
   *
   * @param items the chunk, unmodifiable
   * @param timeout the maximum duration of the call
   * @param answer receives the outcome
   * @return the call
   * @throws java.util.concurrent.RejectedExecutionException if the call was not made; no outcome is
   *     delivered
   */
  RunningCall send(List<I> items, CallTimeout timeout, RunningCall.Answer<I> answer);

  /** Returns whether this sender makes prepared calls. */
  default boolean prepares() {
    return false;
  }

  /**
   * Prepares a call for a thread whose own call succeeds: it makes the prepared one next, without
   * waiting for the coordinator and without a change of threads.
   *
   * @param items the chunk, unmodifiable
   * @param start decides whether the call may start, and records that it has
   * @param answer receives the outcome, unless the call is withdrawn
   * @return the call
   * @throws UnsupportedOperationException if this sender makes no prepared calls
   */
  default RunningCall prepare(List<I> items, PreparedStart start, RunningCall.Answer<I> answer) {
    throw new UnsupportedOperationException("this sender makes no prepared calls");
  }

  /**
   * Withdraws a prepared call. Returns false if a thread has taken it; the message that it has
   * started is on its way.
   */
  default boolean withdraw(RunningCall prepared) {
    return false;
  }

  /** Closes the sender at the end of the run. */
  void close();
}
