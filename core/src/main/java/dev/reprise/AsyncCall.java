package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import java.util.concurrent.Executor;
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
final class AsyncCall<T extends @Nullable Object, R extends @Nullable Object> extends CallFuture<R>
    implements AsyncDriver<T> {

  private @Nullable AsyncOperation<T> operation;
  private final Ending<T, R> ending;
  private final long startNanos;
  private long firstAttemptNanos;
  private final long mark = RetryReport.mark();
  private @Nullable AttemptInfo first;
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

  AsyncCall(
      Retry retry,
      AsyncOperation<T> operation,
      Ending<T, R> ending,
      Executor executor,
      Surroundings.Captured context) {
    super(retry, executor, context);
    this.operation = operation;
    this.ending = ending;
    startNanos = retry.ticks().nanos();
    firstAttemptNanos = startNanos;
  }

  /** Makes the first attempt on this thread, or later if the server asked for a pause. */
  AsyncCall<T, R> start() {
    retry.state().budget().callStarted(startNanos);
    long pause = retry.pauseNanos(startNanos);
    if (pause > 0) {
      beginAfter(pause);
    } else {
      attemptsFrom(first(startNanos));
    }
    return this;
  }

  /** Makes the first attempt on an executor. */
  AsyncCall<T, R> startOnExecutor() {
    blocking = true;
    retry.state().budget().callStarted(startNanos);
    long pause = retry.pauseNanos(startNanos);
    if (pause > 0) {
      beginAfter(pause);
    } else {
      Pause step = new Pause();
      install(step);
      step.begin();
    }
    return this;
  }

  private AttemptInfo first(long nowNanos) {
    firstAttemptNanos = nowNanos;
    AttemptInfo attempt = FirstTry.attempt(retry, startNanos, nowNanos);
    first = attempt;
    return attempt;
  }

  private void beginAfter(long pauseNanos) {
    Pause step = new Pause();
    install(step);
    Runnable waker = step::beginOffTimer;
    retry.shared().waits().enter(waker);
    try {
      var timer = retry.environment().delayer().schedule(waker, pauseNanos);
      step.undoBy(
          () -> {
            timer.cancel();
            retry.shared().waits().leave(waker);
          });
    } catch (Throwable rejection) {
      retry.shared().waits().leave(waker);
      step.refuseFirst(rejection);
      return;
    }
    if (retry.shared().waits().isShutDown()) {
      step.beginOffTimer();
    }
  }

  /** The loop: an attempt, its judgement, the wait; as long as nothing has to be waited for. */
  private void attemptsFrom(AttemptInfo first) {
    AttemptInfo attempt = first;
    while (attempt != null) {
      AsyncAttempt<T> step = new AsyncAttempt<>(this, context());
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

  /** Enters the loop with an outcome that came later. */
  @Override
  public void answered(AsyncAttempt<T> attempt, Outcome<T> outcome) {
    AttemptInfo next = judge(outcome);
    if (next != null) {
      attemptsFrom(next);
    }
  }

  /** Nobody waits for it; what it holds is the operation's own affair. */
  @Override
  public void answeredLate(Outcome<T> outcome) {}

  /** The next attempt, if it is to be made here and now. */
  private @Nullable AttemptInfo judge(Outcome<T> outcome) {
    last = outcome;
    CallRun current = run;
    if (current == null) {
      current = FirstTry.judge(retry, outcome, startNanos, firstAttemptNanos, mark);
      run = current == null ? null : current.withFirst(first);
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
    Runnable waker = context().around(() -> pause.shutDown(current));
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

  /** The way to an attempt: the wait, then the hop to the executor. */
  private final class Pause extends AsyncStep {

    private static final long serialVersionUID = 1;

    private transient @Nullable Thread hopping;
    private transient boolean landedHere;

    /** Makes the first attempt on the executor. */
    void begin() {
      try {
        executor().execute(this::beginHere);
      } catch (Throwable rejection) {
        refuseFirst(rejection);
      }
    }

    /** Called by the timer, which only hands over, and by a shutdown, which ends the wait. */
    void beginOffTimer() {
      try {
        handOver(this::beginHere);
      } catch (Throwable rejection) {
        offTimer(() -> refuseFirst(rejection));
      }
    }

    private void beginHere() {
      if (claim()) {
        release();
        loopOnExecutor(first(now()));
      }
    }

    void refuseFirst(Throwable rejection) {
      if (claim()) {
        release();
        last = Outcome.threw(rejection);
        CallRun refused = new CallRun(retry, startNanos, mark);
        refused.stop(StopReason.EXECUTOR_REJECTED, now());
        end(refused);
      }
    }

    /** Goes on at once. */
    @Nullable AttemptInfo skip(CallRun current) {
      return claim() ? AsyncCall.this.startNext(current) : null;
    }

    /** Goes on on the executor; answers with the attempt if that is this very thread. */
    @Nullable AttemptInfo hop(CallRun current) {
      hopping = Thread.currentThread();
      try {
        executor().execute(() -> land(current));
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
      try {
        handOver(() -> wake(current));
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

  private void finish(Outcome<R> outcome) {
    forget();
    completeWith(outcome);
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
  @Override
  void endedByCaller() {
    AsyncStep step = current;
    if (step == null || !step.claim()) {
      return;
    }
    step.release();
    CallRun ended = run;
    if (ended == null) {
      ended =
          step instanceof AsyncAttempt
              ? CallRun.underway(retry, startNanos, Flight.first(firstAttemptNanos), mark)
              : new CallRun(retry, startNanos, mark);
    }
    ended.cancelled(now());
    Outcome<R> unused = ending.ended(ended, cancelled());
    forget();
  }

  /** Whoever keeps the future keeps its value, and nothing else of the call. */
  private void forget() {
    current = null;
    operation = null;
    first = null;
    run = null;
    last = null;
    forgetContext();
  }
}
