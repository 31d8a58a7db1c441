package dev.reprise.internal.blocking;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.BlockingWait;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.FirstAttempt;
import dev.reprise.internal.call.PlainOperation;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.call.Sneaky;
import dev.reprise.report.RetryReport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Driver of a call on its caller's thread: attempt, sleep, next attempt. */
public final class BlockingCall<T extends @Nullable Object> {

  private final CallSettings settings;
  private final AttemptOperation<T, ?> operation;

  public BlockingCall(CallSettings settings, AttemptOperation<T, ?> operation) {
    this.settings = settings;
    this.operation = settings.captureContext().aroundAttempts(operation);
  }

  /**
   * A whole call with plain settings that {@linkplain CallSettings#recordsCalls() is not recorded}.
   * It must cost almost nothing, because every call of such a retry pays for it.
   */
  public static <T extends @Nullable Object, X extends Throwable> T withoutBookkeeping(
      CallSettings settings, Operation<T, X> operation) throws X {
    long mark = RetryReport.mark();
    try {
      return operation.call();
    } catch (Throwable failure) {
      return FirstRetry.of(settings, operation, failure, 0, mark);
    }
  }

  /**
   * A whole call with {@linkplain CallSettings#isPlain() plain} settings. Allocates nothing unless
   * the attempt fails.
   *
   * @param fallback source of the ending if the call succeeds neither at once nor at its first
   *     retry; null to end with a value or an exception
   */
  public static <T extends @Nullable Object, F, X extends Throwable> T plain(
      CallSettings settings,
      Operation<T, X> operation,
      @Nullable F fallback,
      @Nullable Function<F, Ending<T, T>> endingBy)
      throws X {
    long start = settings.firstBegins();
    if (fallback != null) { // the ending may use the duration of the call
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
  public <R extends @Nullable Object> R call(Ending<T, R> ending) {
    FirstAttempt first = FirstAttempt.begin(settings);
    Outcome<T> outcome = make(first);
    RetriedCall run = first.judge(outcome);
    return run == null
        ? ending.accepted(settings, valueOf(outcome), first.callNanos(), first.attemptNanos())
        : goOn(settings, operation, run, outcome, ending);
  }

  private Outcome<T> make(FirstAttempt first) {
    Throwable prevented = first.prevented();
    if (prevented != null) {
      return Outcome.threw(prevented);
    }
    Outcome<T> withoutAttemptInfo = withoutAttemptInfo(settings, operation);
    return withoutAttemptInfo != null
        ? withoutAttemptInfo
        : attempt(settings, operation, first.seen());
  }

  /** Continues a call that its first attempt did not end. */
  public static <T extends @Nullable Object, R extends @Nullable Object> R goOn(
      CallSettings settings,
      AttemptOperation<T, ?> operation,
      RetriedCall run,
      Outcome<T> first,
      Ending<T, R> ending) {
    if (run.decision() instanceof Decision.RetryAfter) {
      ending.goesOn();
    }
    return end(run, loop(settings, operation, run, first), ending);
  }

  public static <T extends @Nullable Object, R extends @Nullable Object> R end(
      RetriedCall run, Outcome<T> last, Ending<T, R> ending) {
    Outcome<R> answer = ending.ended(run, last);
    if (answer instanceof Outcome.Threw<R> threw) {
      throw Sneaky.throwing(threw.failure());
    }
    return valueOf(answer);
  }

  private static <T extends @Nullable Object> Outcome<T> loop(
      CallSettings settings, AttemptOperation<T, ?> operation, RetriedCall run, Outcome<T> begun) {
    Outcome<T> outcome = begun;
    Decision decision = run.decision();
    while (decision instanceof Decision.RetryAfter again) {
      if (!startsAgain(settings, run, again.delayNanos())) {
        return outcome;
      }
      Outcome<T> withoutAttemptInfo = withoutAttemptInfo(settings, operation);
      outcome =
          withoutAttemptInfo != null
              ? withoutAttemptInfo
              : attempt(settings, operation, run.attempt());
      decision = run.finished(outcome, settings.ticks().nanos());
    }
    restoreFlag(run.stopReason(), outcome);
    return outcome;
  }

  /**
   * Makes an attempt without attempt information; returns null, without an attempt, if the
   * operation uses it.
   */
  private static <T extends @Nullable Object> @Nullable Outcome<T> withoutAttemptInfo(
      CallSettings settings, AttemptOperation<T, ?> operation) {
    return operation instanceof PlainOperation<T, ?> unseeing
            && !settings.policy().hasAttemptTimeout()
        ? unseeing.outcome()
        : null;
  }

  public static <T extends @Nullable Object> Outcome<T> attempt(
      CallSettings settings, AttemptOperation<T, ?> operation, AttemptInfo attempt) {
    if (!settings.policy().hasAttemptTimeout()) {
      return AttemptWatch.outcomeOf(operation, attempt);
    }
    long timeout = attempt.timeLeft().toNanos();
    return AttemptWatch.run(operation, attempt, timeout, settings.delayer());
  }

  /** Sets the interrupt flag again, which throwing the exception for an interrupt has cleared. */
  public static void restoreFlag(StopReason reason, Outcome<?> outcome) {
    if (reason == StopReason.INTERRUPTED
        && outcome.failureOrNull() instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits, then starts the next attempt. False if the call has ended instead: a sleeper that throws
   * ends it as a bug of the policy's own code does.
   */
  private static boolean startsAgain(CallSettings settings, RetriedCall run, long delayNanos) {
    StopReason stop;
    try {
      stop = BlockingWait.waitFor(settings, delayNanos);
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

  private static <T extends @Nullable Object> T valueOf(Outcome<T> outcome) {
    return ((Outcome.Returned<T>) outcome).value();
  }
}
