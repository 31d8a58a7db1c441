package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import dev.reprise.time.TickSource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Drives a call on the thread that made it: attempts, sleeps, attempts again. */
final class BlockingCall<T extends @Nullable Object> {

  /**
   * A sleeper that returned early so often since the last rest is taken for one that never waits.
   */
  private static final int MANY_SLEEPS = 1_000;

  private static final long REST_NANOS = 1_000_000;

  private final CallSettings settings;
  private final AttemptOperation<T, ?> operation;

  BlockingCall(CallSettings settings, AttemptOperation<T, ?> operation) {
    this.settings = settings;
    this.operation = settings.captureContext().aroundAttempts(operation);
  }

  /**
   * A whole call with {@linkplain CallSettings#isPlain() plain} settings. Allocates nothing unless
   * the attempt fails.
   *
   * @param fallback what the ending is made of where the call does not succeed at once or at its
   *     first retry; null to end in a value or a throw
   */
  static <T extends @Nullable Object, F, X extends Throwable> T plain(
      CallSettings settings,
      Operation<T, X> operation,
      @Nullable F fallback,
      @Nullable Function<F, Ending<T, T>> endingBy)
      throws X {
    long start = settings.firstBegins();
    if (fallback != null) { // it may ask how long the call took
      start = settings.tickOr(start);
    }
    long mark = RetryReport.mark();
    T value;
    try {
      value = operation.call();
    } catch (Throwable failure) {
      long began = fallback != null ? start : settings.tickOr(start);
      return FirstRetry.call(settings, operation, failure, began, mark, fallback, endingBy);
    }
    settings.firstSucceeded(start);
    return value;
  }

  /** A whole call. */
  <R extends @Nullable Object> R call(Ending<T, R> ending) {
    FirstAttempt first = FirstAttempt.begin(settings);
    Outcome<T> outcome = make(first);
    CallRun run = first.judge(outcome);
    return run == null
        ? ending.accepted(settings, valueOf(outcome), first.callNanos(), first.attemptNanos())
        : goOn(settings, operation, run, outcome, ending);
  }

  private Outcome<T> make(FirstAttempt first) {
    Throwable prevented = first.prevented();
    if (prevented != null) {
      return Outcome.threw(prevented);
    }
    Outcome<T> unseen = unseen(settings, operation);
    return unseen != null ? unseen : attempt(settings, operation, first.seen());
  }

  /** The rest of a call whose first attempt did not end it. */
  static <T extends @Nullable Object, R extends @Nullable Object> R goOn(
      CallSettings settings,
      AttemptOperation<T, ?> operation,
      CallRun run,
      Outcome<T> first,
      Ending<T, R> ending) {
    return end(run, loop(settings, operation, run, first), ending);
  }

  static <T extends @Nullable Object, R extends @Nullable Object> R end(
      CallRun run, Outcome<T> last, Ending<T, R> ending) {
    Outcome<R> answer = ending.ended(run, last);
    if (answer instanceof Outcome.Threw<R> threw) {
      throw Sneaky.throwing(threw.failure());
    }
    return valueOf(answer);
  }

  /**
   * Waits as long as the server asked for when it last succeeded. An interrupt, which the attempt
   * then sees, and a shutdown end the wait.
   *
   * @return what ends the call before its first attempt: a cancel, or a bug of the sleeper; null to
   *     go on
   */
  static @Nullable Throwable pause(CallSettings settings, long pauseNanos) {
    try {
      return waitFor(settings, pauseNanos) == StopReason.CANCELLED
          ? new CancellationException("the call was cancelled before its first attempt")
          : null;
    } catch (Throwable bug) {
      return bug;
    }
  }

  /** The end of a call that {@link #pause} has ended before its first attempt. */
  static CallRun notBegun(CallSettings settings, Outcome<?> outcome, long startNanos) {
    boolean cancelled = outcome.failureOrNull() instanceof CancellationException;
    CallRun run = new CallRun(settings, startNanos, RetryReport.mark());
    run.stop(cancelled ? StopReason.CANCELLED : StopReason.POLICY_FAILED, settings.ticks().nanos());
    return run;
  }

  private static <T extends @Nullable Object> Outcome<T> loop(
      CallSettings settings, AttemptOperation<T, ?> operation, CallRun run, Outcome<T> begun) {
    Outcome<T> outcome = begun;
    Decision decision = run.decision();
    while (decision instanceof Decision.RetryAfter again) {
      if (!startsAgain(settings, run, again.delayNanos())) {
        return outcome;
      }
      Outcome<T> unseen = unseen(settings, operation);
      outcome = unseen != null ? unseen : attempt(settings, operation, run.attempt());
      decision = run.finished(outcome, settings.ticks().nanos());
    }
    restoreFlag(run, outcome);
    return outcome;
  }

  /** Makes an attempt that nobody looks at; null, and none made, where somebody does. */
  private static <T extends @Nullable Object> @Nullable Outcome<T> unseen(
      CallSettings settings, AttemptOperation<T, ?> operation) {
    return operation instanceof Unseeing<T, ?> unseeing && !settings.policy().hasAttemptTimeout()
        ? unseeing.outcome()
        : null;
  }

  static <T extends @Nullable Object> Outcome<T> attempt(
      CallSettings settings, AttemptOperation<T, ?> operation, AttemptInfo attempt) {
    if (!settings.policy().hasAttemptTimeout()) {
      return AttemptWatch.outcomeOf(operation, attempt);
    }
    long timeout = attempt.timeLeft().toNanos();
    return AttemptWatch.run(operation, attempt, timeout, settings.environment().delayer());
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
  static boolean startsAgain(CallSettings settings, CallRun run, long delayNanos) {
    StopReason stop;
    try {
      stop = waitFor(settings, delayNanos);
    } catch (Throwable bug) {
      run.waitFailed(bug, settings.ticks().nanos());
      return false;
    }
    long now = settings.ticks().nanos();
    if (stop == null) {
      return run.startNext(now);
    }
    run.stop(stop, now);
    return false;
  }

  /** Sleeps. Answers why the call has to end now; null if it goes on. */
  static @Nullable StopReason waitFor(CallSettings settings, long delayNanos) {
    try {
      return delayNanos > 0 ? sleepUntilWoken(settings, delayNanos) : withoutSleep(settings);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      return StopReason.INTERRUPTED;
    } catch (CancellationException calledOff) {
      return StopReason.CANCELLED;
    }
  }

  /** A sleeper that knows of a cancel is asked even where there is nothing to wait for. */
  private static @Nullable StopReason withoutSleep(CallSettings settings)
      throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      return StopReason.INTERRUPTED;
    }
    settings.environment().sleeper().sleep(0);
    return null;
  }

  private static @Nullable StopReason sleepUntilWoken(CallSettings settings, long delayNanos)
      throws InterruptedException {
    Thread sleeper = Thread.currentThread();
    Runnable waker = () -> LockSupport.unpark(sleeper);
    settings.shared().waits().beginSleep(waker);
    try {
      return sleep(settings, delayNanos);
    } finally {
      settings.shared().waits().endSleep(waker);
    }
  }

  private static @Nullable StopReason sleep(CallSettings settings, long delayNanos)
      throws InterruptedException {
    TickSource ticks = settings.ticks();
    long start = ticks.nanos();
    long left = delayNanos;
    for (int sleeps = 1; left > 0; sleeps++) {
      if (settings.shared().waits().isShutDown()) {
        return StopReason.SHUT_DOWN;
      }
      sleepOnce(settings, left, sleeps);
      left = delayNanos - (ticks.nanos() - start);
    }
    return settings.shared().waits().isShutDown() ? StopReason.SHUT_DOWN : null;
  }

  /**
   * Sleeps once. A sleeper may return early, and one that parks does so at an interrupt without
   * throwing. One that always returns at once must not keep a processor busy.
   *
   * @param sleeps how often this wait has slept, this time included
   */
  static void sleepOnce(CallSettings settings, long nanos, int sleeps) throws InterruptedException {
    settings.environment().sleeper().sleep(nanos);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (sleeps % MANY_SLEEPS == 0) {
      LockSupport.parkNanos(settings, Math.min(nanos, REST_NANOS));
    }
  }

  private static <T extends @Nullable Object> T valueOf(Outcome<T> outcome) {
    return ((Outcome.Returned<T>) outcome).value();
  }
}
