package dev.reprise.batch.internal.send;

import dev.reprise.batch.operation.BatchReply;
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

  private final BlockingSender<I> sender;
  private final List<I> items;
  private final Answer<I> answer;

  /** The start of a prepared call; null for one that was passed to the executor. */
  private final @Nullable PreparedStart start;

  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
  private CallTimeout timeout;
  private volatile @Nullable Thread worker;
  private volatile boolean timedOut;

  /** Creates a call for the executor. */
  BlockingCall(BlockingSender<I> sender, List<I> items, CallTimeout timeout, Answer<I> answer) {
    this.sender = sender;
    this.items = items;
    this.timeout = timeout;
    this.answer = answer;
    start = null;
  }

  /** Prepares a call for a thread whose call succeeds. */
  BlockingCall(BlockingSender<I> sender, List<I> items, PreparedStart prepared, Answer<I> answer) {
    this.sender = sender;
    this.items = items;
    this.answer = answer;
    start = prepared;
    timeout = CallTimeout.NONE;
  }

  /** Makes the call, and the prepared ones that this thread takes after it. */
  @Override
  public void run() {
    sender.startedByExecutor();
    BlockingCall<I> call = this;
    for (int made = 1; call != null; made++) {
      call = call.make(made);
    }
  }

  /**
   * Makes the call. Returns the prepared call that this thread makes next; null for none.
   *
   * @param made the number of calls of this thread in a row
   */
  private @Nullable BlockingCall<I> make(int made) {
    worker = Thread.currentThread();
    if (!state.compareAndSet(State.NEW, State.RUNNING)) {
      return null;
    }
    Outcome<BatchReply<I>> outcome = outcome();
    BlockingCall<I> next = isSuccess(outcome) ? sender.next(made) : null;
    if (next == null || next.start == null) {
      answer.come(outcome);
    } else {
      next.start.taken();
      answer.come(outcome, next.start::started);
    }
    return next;
  }

  /** Returns whether the service accepted the whole chunk. */
  private static boolean isSuccess(Outcome<? extends BatchReply<?>> outcome) {
    return outcome instanceof Outcome.Returned<? extends BatchReply<?>> returned
        && returned.value() != null
        && returned.value().isAllDone();
  }

  /** Returns whether a prepared call may start; false if that cannot be decided. */
  boolean isInTime() {
    try {
      return start != null && start.isInTime();
    } catch (RuntimeException | Error brokenClock) {
      return false;
    }
  }

  private Outcome<BatchReply<I>> outcome() {
    Delayer.Scheduled watch = null;
    Outcome<BatchReply<I>> outcome;
    try {
      if (start != null) {
        timeout = start.timeout();
      }
      if (!timeout.isNone()) {
        watch = sender.delayer.schedule(this::timeIsUp, timeout.nanos());
      }
      outcome = Outcome.returned(sender.operation.send(items));
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
      return Outcome.threw(timeout.exceeded(failure));
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
