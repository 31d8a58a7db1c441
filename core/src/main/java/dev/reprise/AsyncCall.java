package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call whose attempts answer later, and is the future that its caller holds. Completing
 * the future by any means ends the call.
 *
 * <p>A loop makes attempts as long as their outcomes are known at once; else it returns, and the
 * answer, the timer or the executor enters it again. So immediate retries run in constant stack,
 * whatever the executor.
 *
 * @param <T> type of the operation's result
 * @param <R> type of the future's value: {@code T}, or a {@code RetryResult} of it
 */
final class AsyncCall<T extends @Nullable Object, R extends @Nullable Object>
    extends CompletableFuture<R> {

  private final Retry retry;
  private @Nullable AsyncOperation<T> operation;
  private final Ending<T, R> ending;
  private final Executor executor;
  private final long startNanos;
  private long firstAttemptNanos;
  private final long mark = RetryReport.mark();
  private @Nullable CallRun run;
  private @Nullable Thread onExecutor;
  private boolean blocking;
  private @Nullable Outcome<T> last;
  private volatile @Nullable AsyncStep current;

  /** How a call's end becomes the end of its future. */
  interface Ending<T extends @Nullable Object, R extends @Nullable Object> {

    /** The future's value for a first attempt that was accepted. */
    R accepted(Retry retry, Outcome<T> outcome, long startNanos, long attemptNanos);

    /** The future's outcome for any other end. Tells listeners. */
    Outcome<R> ended(CallRun run, Outcome<T> last);
  }

  AsyncCall(Retry retry, AsyncOperation<T> operation, Ending<T, R> ending, Executor executor) {
    this.retry = retry;
    this.executor = executor;
    this.operation = operation;
    this.ending = ending;
    startNanos = retry.ticks().nanos();
    firstAttemptNanos = startNanos;
  }

  /** Makes the first attempt on this thread. */
  AsyncCall<T, R> start() {
    retry.state().budget().callStarted(startNanos);
    attemptsFrom(FirstTry.attempt(retry, startNanos));
    return this;
  }

  /** Makes the first attempt on an executor. */
  AsyncCall<T, R> startOnExecutor() {
    blocking = true;
    retry.state().budget().callStarted(startNanos);
    AsyncStep step = new Pause();
    install(step);
    try {
      executor.execute(
          () -> {
            if (step.claim()) {
              firstAttemptNanos = now();
              loopOnExecutor(FirstTry.attempt(retry, startNanos, firstAttemptNanos));
            }
          });
    } catch (Throwable rejection) {
      if (step.claim()) {
        last = Outcome.threw(rejection);
        CallRun refused = new CallRun(retry, Progress.startingAt(startNanos), mark);
        refused.stop(StopReason.EXECUTOR_REJECTED, now());
        end(refused);
      }
    }
    return this;
  }

  /** The loop: an attempt, its judgement, the wait; as long as nothing has to be waited for. */
  private void attemptsFrom(AttemptInfo first) {
    AttemptInfo attempt = first;
    while (attempt != null) {
      AsyncAttempt<T> step = new AsyncAttempt<>(this);
      AsyncOperation<T> next = operation;
      if (next == null || !install(step)) {
        return;
      }
      Outcome<T> outcome = next.start(step, attempt);
      if (outcome == null || !step.claim()) {
        return;
      }
      attempt = judge(outcome);
    }
  }

  /**
   * The loop on a thread of the executor, where immediate retries need not be handed over again.
   */
  private void loopOnExecutor(AttemptInfo first) {
    onExecutor = Thread.currentThread();
    try {
      attemptsFrom(first);
    } finally {
      onExecutor = null;
    }
  }

  /** Enters the loop with an outcome that came later. The caller has claimed the attempt. */
  void goOn(Outcome<T> outcome) {
    AttemptInfo next = judge(outcome);
    if (next != null) {
      attemptsFrom(next);
    }
  }

  /** The next attempt, if it is to be made here and now. */
  private @Nullable AttemptInfo judge(Outcome<T> outcome) {
    last = outcome;
    CallRun current = run;
    if (current == null) {
      current = FirstTry.judge(retry, outcome, startNanos, firstAttemptNanos, mark);
      run = current;
    } else {
      current.finished(outcome, now());
    }
    if (current == null) {
      finish(Outcome.returned(ending.accepted(retry, outcome, startNanos, firstAttemptNanos)));
      return null;
    }
    if (current.decision() instanceof Decision.RetryAfter again) {
      return pause(current, again.delayNanos());
    }
    end(current);
    return null;
  }

  private @Nullable AttemptInfo pause(CallRun current, long delayNanos) {
    Pause pause = new Pause();
    if (!install(pause)) {
      return null;
    }
    if (delayNanos <= 0) {
      return onExecutor == Thread.currentThread() ? pause.skip(current) : pause.hop(current);
    }
    Runnable waker = () -> pause.shutDown(current);
    retry.shared().waits().enter(waker);
    try {
      var timer =
          retry.environment().delayer().schedule(() -> pause.timeIsUp(current, waker), delayNanos);
      pause.undoBy(
          () -> {
            timer.cancel();
            retry.shared().waits().leave(waker);
          });
    } catch (Throwable rejection) {
      retry.shared().waits().leave(waker);
      pause.refuse(current, rejection);
      return null;
    }
    if (retry.shared().waits().isShutDown()) {
      pause.shutDown(current);
    }
    return null;
  }

  private @Nullable AttemptInfo startNext(CallRun current) {
    long now = now();
    if (current.startNext(now)) {
      return current.attempt(now);
    }
    end(current);
    return null;
  }

  /** The way from one attempt to the next: the wait, then the hop to the executor. */
  private final class Pause extends AsyncStep {

    private static final long serialVersionUID = 1;

    private transient @Nullable Thread hopping;
    private transient boolean landedHere;

    /** Goes on at once. */
    @Nullable AttemptInfo skip(CallRun current) {
      return claim() ? AsyncCall.this.startNext(current) : null;
    }

    /** Goes on on the executor; answers with the attempt if that is this very thread. */
    @Nullable AttemptInfo hop(CallRun current) {
      hopping = Thread.currentThread();
      try {
        executor.execute(() -> land(current));
      } catch (Throwable rejection) {
        refuse(current, rejection);
        return null;
      } finally {
        hopping = null;
      }
      return landedHere && claim() ? AsyncCall.this.startNext(current) : null;
    }

    private void land(CallRun current) {
      if (hopping == Thread.currentThread()) {
        landedHere = true;
      } else if (claim()) {
        resume(current);
      }
    }

    /** Called by the timer, which only hands over. */
    void timeIsUp(CallRun current, Runnable waker) {
      retry.shared().waits().leave(waker);
      Handover handover = new Handover(() -> wake(current));
      try {
        handover.to(executor, retry.environment().executor());
      } catch (Throwable rejection) {
        offTimer(() -> refuse(current, rejection));
      }
    }

    private void refuse(CallRun current, Throwable rejection) {
      if (claim()) {
        current.rejected(rejection, now());
        end(current);
      }
    }

    private void wake(CallRun current) {
      if (claim()) {
        resume(current);
      }
    }

    private void resume(CallRun current) {
      AttemptInfo next = AsyncCall.this.startNext(current);
      if (next != null) {
        loopOnExecutor(next);
      }
    }

    void shutDown(CallRun current) {
      if (claim()) {
        release();
        current.stop(StopReason.SHUT_DOWN, now());
        end(current);
      }
    }
  }

  private void end(CallRun ended) {
    Outcome<T> outcome = last == null ? cancelled() : last;
    if (blocking) {
      BlockingCall.restoreFlag(ended, outcome);
    }
    finish(ending.ended(ended, outcome));
  }

  private static <T extends @Nullable Object> Outcome<T> cancelled() {
    return Outcome.threw(new CancellationException("the call was cancelled"));
  }

  private void finish(Outcome<R> outcome) {
    forget();
    if (outcome instanceof Outcome.Returned<R> returned) {
      super.complete(returned.value());
    } else if (outcome instanceof Outcome.Threw<R> threw) {
      super.completeExceptionally(threw.failure());
    }
  }

  /** Makes a step the current one. False if the caller has ended the call meanwhile. */
  private boolean install(AsyncStep step) {
    current = step;
    if (isDone()) {
      endedByCaller();
      return false;
    }
    return true;
  }

  /** The caller has completed the future: whatever the call is doing is called off. */
  private void endedByCaller() {
    AsyncStep step = current;
    if (step == null || !step.claim()) {
      return;
    }
    step.release();
    CallRun ended = run;
    if (ended == null) {
      Progress begun = Progress.startingAt(startNanos);
      ended =
          step instanceof AsyncAttempt
              ? new CallRun(
                  retry, begun.attemptStarted(firstAttemptNanos, mark), firstAttemptNanos, mark)
              : new CallRun(retry, begun, mark);
    }
    ended.cancelled(now());
    Outcome<R> unused = ending.ended(ended, cancelled());
    forget();
  }

  /** Whoever keeps the future keeps its value, and nothing else of the call. */
  private void forget() {
    current = null;
    operation = null;
    run = null;
    last = null;
  }

  /** Runs what must not run on the timer, even if the executor is gone. */
  void offTimer(Runnable work) {
    Executor fallback = retry.environment().executor();
    Handover handover = new Handover(work);
    try {
      handover.to(executor, fallback);
    } catch (Throwable rejection) {
      try {
        fallback.execute(work);
      } catch (Throwable again) {
        new Thread(work, "reprise-completion").start();
      }
    }
  }

  private long now() {
    return retry.ticks().nanos();
  }

  @Override
  public boolean complete(R value) {
    boolean completed = super.complete(value);
    endedByCaller();
    return completed;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    endedByCaller();
    return completed;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    endedByCaller();
    return cancelled;
  }

  @Override
  public CompletableFuture<R> completeAsync(Supplier<? extends R> supplier, Executor executor) {
    executor.execute(
        () -> {
          if (isDone()) {
            return;
          }
          try {
            complete(supplier.get());
          } catch (Throwable failure) {
            completeExceptionally(failure);
          }
        });
    return this;
  }

  @Override
  public void obtrudeValue(R value) {
    super.obtrudeValue(value);
    endedByCaller();
  }

  @Override
  public void obtrudeException(Throwable failure) {
    super.obtrudeException(failure);
    endedByCaller();
  }
}
