package dev.reprise.internal;

import dev.reprise.classify.Outcome;
import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.internal.async.AsyncCall;
import dev.reprise.internal.async.AsyncCallKind;
import dev.reprise.internal.async.AsyncOperation;
import dev.reprise.internal.async.GeneralAsyncCall;
import dev.reprise.internal.async.PlainAsyncCall;
import dev.reprise.internal.blocking.AttemptWatch;
import dev.reprise.internal.blocking.BlockingCall;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.hedged.HedgedCall;
import dev.reprise.internal.hedged.HedgedWait;
import dev.reprise.report.RetryReport;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Chooses the driver of each call: blocking, asynchronous or hedged. */
public final class Drivers {

  private Drivers() {}

  /** Attempts that are stages. What starts one may throw, or return null. */
  private static <T extends @Nullable Object> AsyncOperation<T> stages(
      CallSettings settings, AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return (step, attempt) -> {
      try {
        CompletionStage<T> stage = AsyncCallKind.present(operation.call(attempt));
        AttemptInfo timed = settings.policy().hasAttemptTimeout() ? attempt : null;
        return step.follow(stage, timed, settings.delayer());
      } catch (Throwable failure) {
        return Outcome.threw(failure);
      }
    };
  }

  /** Attempts that block a thread of the executor. Cancelling the attempt interrupts it. */
  private static <T extends @Nullable Object> AsyncOperation<T> blocking(
      CallSettings settings, AttemptOperation<T, ?> operation) {
    return (step, attempt) -> {
      AttemptWatch watch = AttemptWatch.begin();
      try {
        step.undoBy(watch::callOff);
        return step.get() ? null : noStage(BlockingCall.attempt(settings, operation, attempt));
      } finally {
        watch.returned();
      }
    };
  }

  /** A stage is no result of a blocking operation: its failures would never be retried. */
  private static <T extends @Nullable Object> Outcome<T> noStage(Outcome<T> outcome) {
    return outcome.valueOrNull() instanceof CompletionStage
        ? Outcome.threw(
            new IllegalStateException(
                "the operation returned a stage, which is not retried with an executor;"
                    + " use callAsync(operation) and withExecutor(executor)"))
        : outcome;
  }

  /** A blocking call, on this thread unless it is hedged. */
  public static <T extends @Nullable Object, R extends @Nullable Object> R call(
      CallSettings settings, AttemptOperation<T, ?> operation, Ending<T, R> ending) {
    Objects.requireNonNull(operation, "operation");
    if (!settings.policy().isHedged()) {
      return new BlockingCall<T>(settings, operation).call(ending);
    }
    HedgedWait wait = new HedgedWait(settings);
    return wait.answerOf(hedged(settings.executor(), settings, operation, ending));
  }

  /** A call of stages for its value. */
  public static <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CallSettings settings, Operation<? extends CompletionStage<T>, ?> operation) {
    Objects.requireNonNull(operation, "operation");
    return settings.isPlain()
        ? plain(settings, operation)
        : start(settings, operation, Ending.<T>toValue());
  }

  /**
   * A plain call. Its first attempt is made before a driver exists: if its stage is already
   * complete and has a value, the call is over and needs no driver.
   */
  private static <T extends @Nullable Object> CompletableFuture<T> plain(
      CallSettings settings, Operation<? extends CompletionStage<T>, ?> operation) {
    long start;
    try {
      start = settings.firstBegins();
    } catch (Throwable brokenClock) {
      return CompletableFuture.failedFuture(brokenClock);
    }
    long mark = RetryReport.mark();
    CompletionStage<T> stage;
    try {
      stage = AsyncCallKind.present(operation.call());
    } catch (Throwable failure) {
      return new PlainAsyncCall<T>(settings, operation, start, mark).goOnAfter(failure);
    }
    if (stage.getClass() == CompletableFuture.class) {
      CompletableFuture<T> future = (CompletableFuture<T>) stage;
      if (future.isDone() && !future.isCompletedExceptionally()) {
        T value = future.join();
        settings.firstSucceeded(start);
        return CompletableFuture.completedFuture(value);
      }
    }
    return new PlainAsyncCall<T>(settings, operation, start, mark).goOnWith(stage);
  }

  /** A call of stages. */
  public static <T extends @Nullable Object, R extends @Nullable Object> CompletableFuture<R> start(
      CallSettings settings,
      Operation<? extends CompletionStage<T>, ?> operation,
      Ending<T, R> ending) {
    Objects.requireNonNull(operation, "operation");
    return orFailed(
        () ->
            settings.policy().isHedged()
                ? hedgedStages(settings, attempt -> operation.call(), ending).start()
                : new GeneralAsyncCall<>(settings, operation, AsyncCallKind.of(ending)).start());
  }

  /** A call of stages whose operation uses its attempts. */
  public static <T extends @Nullable Object, R extends @Nullable Object>
      CompletableFuture<R> startWith(
          CallSettings settings,
          AttemptOperation<? extends CompletionStage<T>, ?> operation,
          Ending<T, R> ending) {
    Objects.requireNonNull(operation, "operation");
    return orFailed(
        () ->
            settings.policy().isHedged()
                ? hedgedStages(settings, operation, ending).start()
                : new GeneralAsyncCall<>(settings, operation, AsyncCallKind.with(ending)).start());
  }

  /** A call of blocking attempts on an executor. */
  public static <T extends @Nullable Object, R extends @Nullable Object>
      CompletableFuture<R> startOn(
          Executor executor,
          CallSettings settings,
          AttemptOperation<T, ?> operation,
          Ending<T, R> ending) {
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(operation, "operation");
    return orFailed(
        () ->
            settings.policy().isHedged()
                ? hedged(executor, settings, operation, ending).startOnExecutor()
                : unhedged(executor, settings, operation, ending).start());
  }

  /** Before the call exists, only the clock may throw. */
  private static <R extends @Nullable Object> CompletableFuture<R> orFailed(
      Supplier<CompletableFuture<R>> call) {
    try {
      return call.get();
    } catch (Throwable brokenClock) {
      return CompletableFuture.failedFuture(brokenClock);
    }
  }

  private static <T extends @Nullable Object, R extends @Nullable Object>
      HedgedCall<T, R> hedgedStages(
          CallSettings settings,
          AttemptOperation<? extends CompletionStage<T>, ?> operation,
          Ending<T, R> ending) {
    ContextCapture.Captured context = settings.captureContext();
    AsyncOperation<T> attempts = stages(settings, context.aroundAttempts(operation));
    return new HedgedCall<>(settings, attempts, ending, settings.executor(), context);
  }

  private static <T extends @Nullable Object, R extends @Nullable Object> AsyncCall<T, R> unhedged(
      Executor executor,
      CallSettings settings,
      AttemptOperation<T, ?> operation,
      Ending<T, R> ending) {
    ContextCapture.Captured context = settings.captureContext();
    AsyncOperation<T> attempts = blocking(settings, context.aroundAttempts(operation));
    return new GeneralAsyncCall<>(settings, attempts, AsyncCallKind.on(ending), executor, context);
  }

  private static <T extends @Nullable Object, R extends @Nullable Object> HedgedCall<T, R> hedged(
      Executor executor,
      CallSettings settings,
      AttemptOperation<T, ?> operation,
      Ending<T, R> ending) {
    ContextCapture.Captured context = settings.captureContext();
    return new HedgedCall<>(
        settings, blocking(settings, context.aroundAttempts(operation)), ending, executor, context);
  }
}
