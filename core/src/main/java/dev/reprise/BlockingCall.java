package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import dev.reprise.time.TickSource;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Drives a call on the thread that made it: attempts, sleeps, attempts again. */
final class BlockingCall<T extends @Nullable Object> {

  private final Retry retry;
  private final AttemptOperation<T, ?> operation;

  BlockingCall(Retry retry, AttemptOperation<T, ?> operation) {
    this.retry = retry;
    this.operation = operation;
  }

  /** A whole call that ends in a value or a throw. */
  T call() {
    long start = now();
    long mark = RetryReport.mark();
    return afterFirst(begin(start), start, mark);
  }

  /** The rest of a call whose first attempt has been made. */
  T afterFirst(Outcome<T> first, long start, long mark) {
    CallRun run = FirstTry.judge(retry, first, start, mark);
    if (run == null) {
      return valueOf(first);
    }
    Outcome<T> last = loop(run, first);
    Throwable failure = run.conclude(last);
    if (failure != null) {
      throw Sneaky.throwing(failure);
    }
    return valueOf(last);
  }

  /** A whole call that ends in a result. */
  RetryResult<T> execute() {
    long start = now();
    long mark = RetryReport.mark();
    Outcome<T> first = begin(start);
    CallRun run = FirstTry.judge(retry, first, start, mark);
    if (run == null) {
      return FirstTry.result(retry, first, start);
    }
    Outcome<T> last = loop(run, first);
    RetryResult<T> result = run.result(last);
    if (last.failureOrNull() instanceof Error error) {
      throw error;
    }
    return result;
  }

  private Outcome<T> begin(long start) {
    retry.state().budget().callStarted(start);
    return attempt(FirstTry.attempt(retry, start));
  }

  private Outcome<T> loop(CallRun run, Outcome<T> first) {
    Outcome<T> outcome = first;
    Decision decision = run.decision();
    while (decision instanceof Decision.RetryAfter again) {
      StopReason stop = waitFor(retry, again.delayNanos());
      if (stop != null) {
        run.stop(stop, now());
        return outcome;
      }
      long now = now();
      if (!run.startNext(now)) {
        return outcome;
      }
      outcome = attempt(run.attempt(now));
      decision = run.finished(outcome, now());
    }
    restoreFlag(run, outcome);
    return outcome;
  }

  private Outcome<T> attempt(AttemptInfo attempt) {
    return attempt(retry, operation, attempt);
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
