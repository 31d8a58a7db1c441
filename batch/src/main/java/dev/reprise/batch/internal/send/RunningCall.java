package dev.reprise.batch.internal.send;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.classify.Outcome;
import java.util.concurrent.CancellationException;

/** A call of the operation that has not ended. */
public interface RunningCall {

  /** Ends the call early; its outcome is delivered as soon as possible, exactly once. */
  void abort();

  /** The outcome of a call that was ended before an executor started it. */
  final class NeverBegan extends CancellationException {

    private static final long serialVersionUID = 1;

    NeverBegan() {
      super("the call was ended before an executor started it");
    }
  }

  /** Receives the outcome of a call, once, on any thread. */
  @FunctionalInterface
  interface Answer<I> {

    /**
     * Receives the outcome.
     *
     * @param following run by the coordinator before it reads the outcome: records that this thread
     *     makes another call next
     */
    void come(Outcome<BatchReply<I>> outcome, Runnable following);

    /** Receives the outcome of a call after which this thread makes no other. */
    default void come(Outcome<BatchReply<I>> outcome) {
      come(outcome, () -> {});
    }
  }
}
