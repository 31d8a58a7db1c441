package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import dev.reprise.time.TickSource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Drives a call on the thread that made it: attempts, sleeps, attempts again. */
final class BlockingCall<T extends @Nullable Object> {

  /**
   * A sleeper that returned early so often since the last rest is taken for one that never waits.
   */
  private static final int MANY_SLEEPS = 1_000;

  private static final long REST_NANOS = 1_000_000;

  private final Retry retry;
  private final AttemptOperation<T, ?> operation;

  BlockingCall(Retry retry, AttemptOperation<T, ?> operation) {
    this.retry = retry;
    this.operation =
        retry.policy().isHedged() ? operation : retry.captureContext().aroundAttempts(operation);
  }

  /**
   * A whole call that ends in a value or a throw.
   *
   * @param fallback asked if the call fails; null for a throw
   */
  T call(@Nullable Fallback<T, ?> fallback) {
    if (retry.policy().isHedged()) {
      return hedged(fallback);
    }
    FirstAttempt first = FirstAttempt.begin(retry);
    Outcome<T> outcome = make(first);
    CallRun run = first.judge(outcome);
    return run == null ? valueOf(outcome) : goOn(retry, operation, run, outcome, fallback);
  }

  private T hedged(@Nullable Fallback<T, ?> fallback) {
    HedgedWait<T> wait = new HedgedWait<>(retry);
    return fallback == null
        ? wait.call(operation)
        : Fallbacks.valueOf(Fallbacks.answer(retry, wait.execute(operation), fallback));
  }

  private Outcome<T> make(FirstAttempt first) {
    Throwable prevented = first.prevented();
    if (prevented != null) {
      return Outcome.threw(prevented);
    }
    Outcome<T> unseen = unseen(retry, operation);
    return unseen != null ? unseen : attempt(retry, operation, first.seen());
  }

  /**
   * The rest of a call whose first attempt did not end it: its value, that of a fallback, or a
   * throw.
   */
  static <T extends @Nullable Object> T goOn(
      Retry retry,
      AttemptOperation<T, ?> operation,
      CallRun run,
      Outcome<T> first,
      @Nullable Fallback<T, ?> fallback) {
    return end(retry, run, loop(retry, operation, run, first), fallback);
  }

  static <T extends @Nullable Object> T end(
      Retry retry, CallRun run, Outcome<T> last, @Nullable Fallback<T, ?> fallback) {
    if (fallback != null) {
      return Fallbacks.valueOf(Fallbacks.answer(retry, run.result(last), fallback));
    }
    Throwable failure = run.conclude(last);
    if (failure != null) {
      throw Sneaky.throwing(failure);
    }
    return valueOf(last);
  }

  /** A whole call that ends in a result. */
  RetryResult<T> execute() {
    if (retry.policy().isHedged()) {
      return new HedgedWait<T>(retry).execute(operation);
    }
    FirstAttempt first = FirstAttempt.begin(retry);
    Outcome<T> outcome = make(first);
    CallRun run = first.judge(outcome);
    if (run == null) {
      return FirstAttempt.result(retry, outcome, first.callNanos(), first.attemptNanos());
    }
    Outcome<T> last = loop(retry, operation, run, outcome);
    RetryResult<T> result = run.result(last);
    if (last.failureOrNull() instanceof Error error) {
      throw error;
    }
    return result;
  }

  /**
   * Waits as long as the server asked for when it last succeeded. An interrupt, which the attempt
   * then sees, and a shutdown end the wait.
   *
   * @return what ends the call before its first attempt: a cancel, or a bug of the sleeper; null to
   *     go on
   */
  static @Nullable Throwable pause(Retry retry, long pauseNanos) {
    try {
      return waitFor(retry, pauseNanos) == StopReason.CANCELLED
          ? new CancellationException("the call was cancelled before its first attempt")
          : null;
    } catch (Throwable bug) {
      return bug;
    }
  }

  /** The end of a call that {@link #pause} has ended before its first attempt. */
  static CallRun notBegun(Retry retry, Outcome<?> outcome, long startNanos) {
    boolean cancelled = outcome.failureOrNull() instanceof CancellationException;
    CallRun run = new CallRun(retry, startNanos, RetryReport.mark());
    run.stop(cancelled ? StopReason.CANCELLED : StopReason.POLICY_FAILED, retry.ticks().nanos());
    return run;
  }

  private static <T extends @Nullable Object> Outcome<T> loop(
      Retry retry, AttemptOperation<T, ?> operation, CallRun run, Outcome<T> begun) {
    Outcome<T> outcome = begun;
    Decision decision = run.decision();
    while (decision instanceof Decision.RetryAfter again) {
      if (!startsAgain(retry, run, again.delayNanos())) {
        return outcome;
      }
      Outcome<T> unseen = unseen(retry, operation);
      outcome = unseen != null ? unseen : attempt(retry, operation, run.attempt());
      decision = run.finished(outcome, retry.ticks().nanos());
    }
    restoreFlag(run, outcome);
    return outcome;
  }

  /** Makes an attempt that nobody looks at; null, and none made, where somebody does. */
  private static <T extends @Nullable Object> @Nullable Outcome<T> unseen(
      Retry retry, AttemptOperation<T, ?> operation) {
    return operation instanceof Unseeing<T, ?> unseeing && !retry.policy().hasAttemptTimeout()
        ? unseeing.outcome()
        : null;
  }

  static <T extends @Nullable Object> Outcome<T> attempt(
      Retry retry, AttemptOperation<T, ?> operation, AttemptInfo attempt) {
    if (!retry.policy().hasAttemptTimeout()) {
      return AttemptWatch.outcomeOf(operation, attempt);
    }
    long timeout = attempt.timeLeft().toNanos();
    return AttemptWatch.run(operation, attempt, timeout, retry.environment().delayer());
  }

  /** What was thrown to tell of an interrupt has cleared the flag. */
  static void restoreFlag(CallRun run, Outcome<?> outcome) {
    if (run.reason() == StopReason.INTERRUPTED
        && outcome.failureOrNull() instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits, then starts the next attempt. False if the call has ended instead: a sleeper that throws
   * ends it as a bug of the policy's own code does.
   */
  static boolean startsAgain(Retry retry, CallRun run, long delayNanos) {
    StopReason stop;
    try {
      stop = waitFor(retry, delayNanos);
    } catch (Throwable bug) {
      run.waitFailed(bug, retry.ticks().nanos());
      return false;
    }
    long now = retry.ticks().nanos();
    if (stop == null) {
      return run.startNext(now);
    }
    run.stop(stop, now);
    return false;
  }

  /** Sleeps. Answers why the call has to end now; null if it goes on. */
  static @Nullable StopReason waitFor(Retry retry, long delayNanos) {
    try {
      return delayNanos > 0 ? sleepUntilWoken(retry, delayNanos) : withoutSleep(retry);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      return StopReason.INTERRUPTED;
    } catch (CancellationException calledOff) {
      return StopReason.CANCELLED;
    }
  }

  /** A sleeper that knows of a cancel is asked even where there is nothing to wait for. */
  private static @Nullable StopReason withoutSleep(Retry retry) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      return StopReason.INTERRUPTED;
    }
    retry.environment().sleeper().sleep(0);
    return null;
  }

  private static @Nullable StopReason sleepUntilWoken(Retry retry, long delayNanos)
      throws InterruptedException {
    Thread sleeper = Thread.currentThread();
    Runnable waker = () -> LockSupport.unpark(sleeper);
    retry.shared().waits().beginSleep(waker);
    try {
      return sleep(retry, delayNanos);
    } finally {
      retry.shared().waits().endSleep(waker);
    }
  }

  private static @Nullable StopReason sleep(Retry retry, long delayNanos)
      throws InterruptedException {
    TickSource ticks = retry.ticks();
    long start = ticks.nanos();
    long left = delayNanos;
    for (int sleeps = 1; left > 0; sleeps++) {
      if (retry.shared().waits().isShutDown()) {
        return StopReason.SHUT_DOWN;
      }
      sleepOnce(retry, left, sleeps);
      left = delayNanos - (ticks.nanos() - start);
    }
    return retry.shared().waits().isShutDown() ? StopReason.SHUT_DOWN : null;
  }

  /**
   * Sleeps once. A sleeper may return early, and one that parks does so at an interrupt without
   * throwing. One that always returns at once must not keep a processor busy.
   *
   * @param sleeps how often this wait has slept, this time included
   */
  static void sleepOnce(Retry retry, long nanos, int sleeps) throws InterruptedException {
    retry.environment().sleeper().sleep(nanos);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (sleeps % MANY_SLEEPS == 0) {
      LockSupport.parkNanos(retry, Math.min(nanos, REST_NANOS));
    }
  }

  private static <T extends @Nullable Object> T valueOf(Outcome<T> outcome) {
    return ((Outcome.Returned<T>) outcome).value();
  }
}
