package dev.reprise.batch.internal.send;

import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.time.Delayer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call of the operation. It may be interrupted only while it runs: the state changes
 * from running to interrupting to interrupted, and a worker that finds the state interrupting waits
 * for the interrupt to arrive before it clears the flag.
 */
final class BlockingCall<I> implements RunningCall, Runnable {

  private enum State {
    NEW,
    RUNNING,
    INTERRUPTING,
    INTERRUPTED,
    OVER
  }

  private final BatchOperation<I> operation;
  private final List<I> items;
  private final long timeoutNanos;
  private final Delayer delayer;
  private final Answer<I> answer;
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
  private volatile @Nullable Thread worker;
  private volatile boolean timedOut;

  BlockingCall(
      BatchOperation<I> operation,
      List<I> items,
      long timeoutNanos,
      Delayer delayer,
      Answer<I> answer) {
    this.operation = operation;
    this.items = items;
    this.timeoutNanos = timeoutNanos;
    this.delayer = delayer;
    this.answer = answer;
  }

  @Override
  public void run() {
    worker = Thread.currentThread();
    if (state.compareAndSet(State.NEW, State.RUNNING)) {
      answer.come(outcome());
    }
  }

  private Outcome<BatchReply<I>> outcome() {
    Delayer.Scheduled watch = null;
    Outcome<BatchReply<I>> outcome;
    try {
      if (timeoutNanos != Long.MAX_VALUE) {
        watch = delayer.schedule(this::timeIsUp, timeoutNanos);
      }
      outcome = Outcome.returned(operation.send(items));
    } catch (Throwable failure) {
      outcome = Outcome.threw(failure);
    }
    boolean interrupted = end();
    if (watch != null) {
      watch.cancel();
    }
    return judged(outcome, interrupted);
  }

  /** Ends the time in which the call may be interrupted; returns whether it was interrupted. */
  private boolean end() {
    if (state.compareAndSet(State.RUNNING, State.OVER)) {
      return false;
    }
    while (state.get() != State.INTERRUPTED) {
      Thread.onSpinWait();
    }
    Thread.interrupted();
    return true;
  }

  private Outcome<BatchReply<I>> judged(Outcome<BatchReply<I>> outcome, boolean interrupted) {
    Throwable failure = outcome.failureOrNull();
    if (failure == null) {
      return outcome;
    }
    if (timedOut && !(failure instanceof Error)) {
      return Outcome.threw(new AttemptTimeoutException(timeoutNanos, failure));
    }
    if (!interrupted && Failures.unwrap(failure) instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  private void timeIsUp() {
    interrupt(true);
  }

  /** Prevents the call; returns false if it has started. */
  boolean abandon() {
    return state.compareAndSet(State.NEW, State.OVER);
  }

  @Override
  public void abort() {
    if (abandon()) {
      answer.come(Outcome.threw(new NeverBegan()));
    } else {
      interrupt(false);
    }
  }

  private void interrupt(boolean timeIsUp) {
    Thread running = worker;
    if (running != null && state.compareAndSet(State.RUNNING, State.INTERRUPTING)) {
      timedOut = timeIsUp;
      running.interrupt();
      state.set(State.INTERRUPTED);
    }
  }
}
