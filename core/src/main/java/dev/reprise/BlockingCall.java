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

  private final Retry retry;
  private final AttemptOperation<T, ?> operation;
  private long attemptNanos;
  private long mark;
  private @Nullable AttemptInfo first;

  BlockingCall(Retry retry, AttemptOperation<T, ?> operation) {
    this.retry = retry;
    this.operation =
        retry.policy().isHedged() ? operation : retry.captureContext().aroundAttempts(operation);
  }

  /** A whole call that ends in a value or a throw. */
  T call() {
    if (retry.policy().isHedged()) {
      return new HedgedWait<T>(retry).call(operation);
    }
    long start = now();
    Outcome<T> outcome = begin(start);
    return afterFirst(outcome, start, attemptNanos, mark);
  }

  private T afterFirst(Outcome<T> outcome, long start, long attemptNanos, long mark) {
    CallRun run = FirstTry.judge(retry, outcome, start, attemptNanos, mark);
    return run == null
        ? valueOf(outcome)
        : goOn(retry, operation, run.withFirst(first), outcome, null);
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
    long start = now();
    Outcome<T> outcome = begin(start);
    CallRun run = FirstTry.judge(retry, outcome, start, attemptNanos, mark);
    if (run == null) {
      return FirstTry.result(retry, outcome, start, attemptNanos);
    }
    Outcome<T> last = loop(retry, operation, run.withFirst(first), outcome);
    RetryResult<T> result = run.result(last);
    if (last.failureOrNull() instanceof Error error) {
      throw error;
    }
    return result;
  }

  /** A whole call that ends in a value, the fallback's in place of one of its own, or a throw. */
  T callOrElse(Fallback<T, ?> fallback) {
    if (retry.policy().isHedged()) {
      RetryResult<T> result = new HedgedWait<T>(retry).execute(operation);
      return Fallbacks.valueOf(Fallbacks.answer(retry, result, fallback));
    }
    long start = now();
    Outcome<T> outcome = begin(start);
    CallRun run = FirstTry.judge(retry, outcome, start, attemptNanos, mark);
    return run == null
        ? valueOf(outcome)
        : goOn(retry, operation, run.withFirst(first), outcome, fallback);
  }

  private Outcome<T> begin(long start) {
    retry.state().permits().callStarted(start);
    attemptNanos = afterPause(retry, start);
    mark = RetryReport.mark();
    Outcome<T> unseen = unseen(retry, operation);
    if (unseen != null) {
      return unseen;
    }
    AttemptInfo attempt = FirstTry.attempt(retry, start, attemptNanos);
    first = attempt;
    return attempt(retry, operation, attempt);
  }

  /**
   * Waits as long as the server asked for when it last succeeded, and answers with the tick after
   * that. An interrupt, which the attempt then sees, and a shutdown end the wait.
   */
  static long afterPause(Retry retry, long startNanos) {
    long pause = retry.pauseNanos(startNanos);
    if (pause <= 0) {
      return startNanos;
    }
    StopReason unused = waitFor(retry, pause);
    return retry.ticks().nanos();
  }

  private static <T extends @Nullable Object> Outcome<T> loop(
      Retry retry, AttemptOperation<T, ?> operation, CallRun run, Outcome<T> begun) {
    Outcome<T> outcome = begun;
    Decision decision = run.decision();
    while (decision instanceof Decision.RetryAfter again) {
      StopReason stop = waitFor(retry, run, again.delayNanos());
      long now = retry.ticks().nanos();
      if (stop != null) {
        run.stop(stop, now);
        return outcome;
      }
      if (!run.startNext(now)) {
        return outcome;
      }
      Outcome<T> unseen = unseen(retry, operation);
      outcome = unseen != null ? unseen : attempt(retry, operation, run.attempt(now));
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

  /** As the other one; a sleeper that throws ends the call and leaves no permit behind. */
  private static @Nullable StopReason waitFor(Retry retry, CallRun run, long delayNanos) {
    try {
      return waitFor(retry, delayNanos);
    } catch (Throwable bug) {
      run.stop(StopReason.POLICY_FAILED, retry.ticks().nanos());
      throw bug;
    }
  }

  /** Sleeps, and tells why the call has to end now; null if it goes on. */
  static @Nullable StopReason waitFor(Retry retry, long delayNanos) {
    if (delayNanos <= 0) {
      return Thread.currentThread().isInterrupted() ? StopReason.INTERRUPTED : null;
    }
    Thread sleeper = Thread.currentThread();
    Runnable waker = () -> LockSupport.unpark(sleeper);
    retry.shared().waits().enter(waker);
    try {
      return sleep(retry, delayNanos);
    } catch (InterruptedException interrupt) {
      sleeper.interrupt();
      return StopReason.INTERRUPTED;
    } catch (CancellationException calledOff) {
      return StopReason.CANCELLED;
    } finally {
      retry.shared().waits().leave(waker);
    }
  }

  private static @Nullable StopReason sleep(Retry retry, long delayNanos)
      throws InterruptedException {
    TickSource ticks = retry.ticks();
    long start = ticks.nanos();
    long left = delayNanos;
    while (left > 0) {
      if (retry.shared().waits().isShutDown()) {
        return StopReason.SHUT_DOWN;
      }
      retry.environment().sleeper().sleep(left);
      left = delayNanos - (ticks.nanos() - start);
    }
    return retry.shared().waits().isShutDown() ? StopReason.SHUT_DOWN : null;
  }

  private long now() {
    return retry.ticks().nanos();
  }

  private static <T extends @Nullable Object> T valueOf(Outcome<T> outcome) {
    return ((Outcome.Returned<T>) outcome).value();
  }
}
