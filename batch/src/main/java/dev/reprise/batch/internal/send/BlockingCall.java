package dev.reprise.batch.internal.send;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.time.Delayer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A blocking call of the operation. It is made once, even if its executor runs it twice. */
final class BlockingCall<I> implements RunningCall, Runnable {

  /** The thread of a call that was abandoned before it started. */
  private static final InterruptibleThread NONE = InterruptibleThread.none();

  private final BlockingSender<I> sender;
  private final List<I> items;
  private final Answer<I> answer;

  /** The start of a prepared call; null for one that was passed to the executor. */
  private final @Nullable PreparedStart start;

  /** The thread that makes the call; the first one to set it does. */
  private final AtomicReference<@Nullable InterruptibleThread> thread = new AtomicReference<>();

  private CallTimeout timeout;
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
    InterruptibleThread own = InterruptibleThread.current();
    if (!thread.compareAndSet(null, own)) {
      return;
    }
    sender.startedByExecutor();
    BlockingCall<I> call = make(own, 1);
    for (int made = 2; call != null; made++) {
      own = InterruptibleThread.current();
      call = call.thread.compareAndSet(null, own) ? call.make(own, made) : null;
    }
  }

  /**
   * Makes the call. Returns the prepared call that this thread makes next; null for none.
   *
   * @param made the number of calls of this thread in a row
   */
  private @Nullable BlockingCall<I> make(InterruptibleThread own, int made) {
    Outcome<BatchReply<I>> outcome = outcome(own);
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

  private Outcome<BatchReply<I>> outcome(InterruptibleThread own) {
    Delayer.Scheduled watch = null;
    Outcome<BatchReply<I>> outcome;
    try {
      if (start != null) {
        timeout = start.timeout();
      }
      if (!timeout.isNone()) {
        watch = sender.delayer.schedule(() -> timeIsUp(own), timeout.nanos());
      }
      outcome = Outcome.returned(sender.operation.send(items));
    } catch (Throwable failure) {
      outcome = Outcome.threw(failure);
    }
    boolean interrupted = own.returned();
    if (watch != null) {
      watch.cancel();
    }
    return judged(outcome, interrupted);
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

  private void timeIsUp(InterruptibleThread own) {
    own.interrupt(() -> timedOut = true);
  }

  /** Prevents the call; returns false if it has started. */
  boolean abandon() {
    return thread.compareAndSet(null, NONE);
  }

  @Override
  public void abort() {
    if (abandon()) {
      answer.come(Outcome.threw(new NeverBegan()));
    } else {
      Objects.requireNonNull(thread.get()).interruptBy(sender.delayer);
    }
  }
}
