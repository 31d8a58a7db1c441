package dev.reprise;

import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.function.Operation;
import dev.reprise.internal.async.RunningBackup;
import dev.reprise.internal.blocking.FirstRetry;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.call.FutureWait;
import dev.reprise.internal.call.RejectedResultCloser;
import dev.reprise.internal.call.RetriedCall;
import dev.reprise.internal.call.ShutdownSignal;
import dev.reprise.internal.call.Suppressions;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The wait for a {@link Backup} and the use of its result. */
final class Backups {

  private Backups() {}

  /** The end of the retries, which start the backup when they first continue after a failure. */
  static <T extends @Nullable Object> Ending<T, RetryResult<T>> ending(RunningBackup<T> backup) {
    return new Backed<>(CallResults.toResult(), backup);
  }

  /**
   * A call whose caller waits.
   *
   * @param retries makes the attempts; throws only errors
   */
  static <T extends @Nullable Object> T call(
      CallSettings settings,
      RunningBackup<T> backup,
      Function<Ending<T, RetryResult<T>>, RetryResult<T>> retries) {
    RetryResult<T> result;
    try {
      result = retries.apply(ending(backup));
    } catch (Throwable failure) {
      backup.callOff(null);
      throw failure;
    }
    return Fallbacks.valueOf(outcome(settings, backup, result));
  }

  /** A call that allocates nothing while its first attempt returns. */
  static <T extends @Nullable Object, X extends Throwable> T plain(
      CallSettings settings, Operation<T, X> operation, Backup<T> backup) throws X {
    long start = settings.tickOr(settings.firstBegins());
    long mark = RetryReport.mark();
    T value;
    try {
      value = operation.call();
    } catch (Throwable failure) {
      return call(
          settings,
          backup.forCall(settings, null),
          ending -> FirstRetry.call(settings, operation, failure, start, mark, ending));
    }
    settings.firstSucceeded(start);
    return value;
  }

  private static <T extends @Nullable Object> Outcome<T> outcome(
      CallSettings settings, RunningBackup<T> backup, RetryResult<T> result) {
    if (!Fallbacks.isAsked(result, settings.policy())) {
      Outcome<T> outcome = Fallbacks.unasked(result, settings.policy());
      backup.callOff(outcome.valueOrNull());
      return outcome;
    }
    backup.begin();
    try {
      await(settings, backup, timeLeftNanos(settings.policy(), result));
    } catch (InterruptedException interrupt) {
      backup.callOff(null);
      Thread.currentThread().interrupt();
      return Outcome.threw(result.toThrow());
    } catch (CancellationException calledOff) {
      backup.callOff(null);
      return Outcome.threw(result.toThrow());
    } catch (Throwable bug) {
      backup.callOff(null);
      return failure(result, bug);
    }
    if (backup.answer().isDone() && backup.take()) {
      return outcome(result, backup.answer().join(), settings);
    }
    backup.callOff(null);
    return settings.shared().waits().isShutDown() ? shutDown(result) : tooLate(result);
  }

  /** Waits for the result of a backup, until the time is over or the retry is shut down. */
  private static void await(CallSettings settings, RunningBackup<?> backup, long limitNanos)
      throws InterruptedException {
    CompletableFuture<?> over = backup.answer().thenRun(() -> {});
    ShutdownSignal waits = settings.shared().waits();
    Runnable waker = () -> over.complete(null);
    waits.enter(waker);
    try {
      if (!waits.isShutDown()) {
        FutureWait.until(over, settings, limitNanos);
      }
    } finally {
      waits.leave(waker);
    }
  }

  /** Time to wait for a backup that still runs when the retries have ended. */
  static long timeLeftNanos(RetryPolicy policy, RetryResult<?> failed) {
    return policy.hasTimeLimit()
        ? policy.limits().timeLeft(failed.elapsed().toNanos())
        : Long.MAX_VALUE;
  }

  /** The end of a call whose backup has a result. */
  static <T extends @Nullable Object> Outcome<T> outcome(
      RetryResult<T> failed, Outcome<T> ofBackup, CallSettings settings) {
    if (ofBackup instanceof Outcome.Threw<T> threw) {
      return failure(failed, threw.failure());
    }
    settings.listeners().countFallback();
    Object rejected = failed.value();
    if (settings.policy().rejectedResults().closed()
        && rejected instanceof AutoCloseable result
        && rejected != ofBackup.valueOrNull()) {
      RejectedResultCloser.close(result);
    }
    return ofBackup;
  }

  /** The end of a call whose time limit passes before its backup has a result. */
  static <T extends @Nullable Object> Outcome<T> tooLate(RetryResult<T> failed) {
    return failure(
        failed, new TimeoutException("the backup had no answer when the call's time was over"));
  }

  /** The end of a call that is shut down before its backup has a result. */
  static <T extends @Nullable Object> Outcome<T> shutDown(RetryResult<T> failed) {
    return failure(
        failed,
        new CancellationException("the retry was shut down before its backup had an answer"));
  }

  /**
   * The failure of the call, with that of its backup as a suppressed exception; an error of the
   * backup is thrown itself.
   */
  static <T extends @Nullable Object> Outcome<T> failure(RetryResult<T> failed, Throwable own) {
    if (Failures.unwrapOrSelf(own) instanceof Error) {
      Fallbacks.note(failed, own);
      return Outcome.threw(own);
    }
    Throwable failure = failed.toThrow();
    Suppressions.add(failure, own);
    return Outcome.threw(failure);
  }

  private record Backed<T extends @Nullable Object>(
      Ending<T, RetryResult<T>> toResult, RunningBackup<T> backup)
      implements Ending<T, RetryResult<T>> {

    @Override
    public RetryResult<T> accepted(
        CallSettings settings, T value, long startNanos, long attemptNanos) {
      return toResult.accepted(settings, value, startNanos, attemptNanos);
    }

    @Override
    public Outcome<RetryResult<T>> ended(RetriedCall run, Outcome<T> last) {
      return toResult.ended(run, last);
    }

    @Override
    public boolean isBacked() {
      return true;
    }

    @Override
    public void goesOn() {
      backup.begin();
    }
  }
}
