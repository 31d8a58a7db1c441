package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.report.RetryReport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The forms of an asynchronous call: by stage or by blocking operation, with a value or a result.
 */
final class AsyncForms {

  private AsyncForms() {}

  /** Attempts that are stages. What starts one may throw, or return null. */
  private static <T extends @Nullable Object> AsyncOperation<T> stages(
      Retry retry, AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return (step, attempt) -> {
      try {
        CompletionStage<T> stage = AsyncForm.present(operation.call(attempt));
        AttemptInfo timed = retry.policy().hasAttemptTimeout() ? attempt : null;
        return step.follow(stage, timed, retry.environment().delayer());
      } catch (Throwable failure) {
        return Outcome.threw(failure);
      }
    };
  }

  /** Attempts that block a thread of the executor. Calling the attempt off interrupts it. */
  private static <T extends @Nullable Object> AsyncOperation<T> blocking(
      Retry retry, AttemptOperation<T, ?> operation) {
    return (step, attempt) -> {
      AttemptWatch watch = AttemptWatch.begin();
      try {
        step.undoBy(watch::callOff);
        return step.get() ? null : noStage(BlockingCall.attempt(retry, operation, attempt));
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

  static <T extends @Nullable Object> CompletableFuture<T> call(
      Retry retry, Operation<? extends CompletionStage<T>, ?> operation) {
    return retry.isPlain()
        ? plain(retry, operation)
        : start(retry, operation, AsyncEnding.<T>toValue());
  }

  static <T extends @Nullable Object> CompletableFuture<T> callWith(
      Retry retry, AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return startWith(retry, operation, AsyncEnding.<T>toValue());
  }

  static <T extends @Nullable Object> CompletableFuture<T> callOn(
      Executor executor, Retry retry, AttemptOperation<T, ?> operation) {
    return startOn(executor, retry, operation, AsyncEnding.toValue());
  }

  static <T extends @Nullable Object> CompletableFuture<RetryResult<T>> execute(
      Retry retry, Operation<? extends CompletionStage<T>, ?> operation) {
    return start(retry, operation, AsyncEnding.<T>toResult());
  }

  static <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeWith(
      Retry retry, AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return startWith(retry, operation, AsyncEnding.<T>toResult());
  }

  static <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeOn(
      Executor executor, Retry retry, AttemptOperation<T, ?> operation) {
    return startOn(executor, retry, operation, AsyncEnding.toResult());
  }

  static <T extends @Nullable Object> CompletableFuture<T> callOrElse(
      Retry retry, Operation<? extends CompletionStage<T>, ?> operation, Fallback<T, ?> fallback) {
    return start(retry, operation, new AsyncEnding.OrElse<>(retry, fallback));
  }

  static <T extends @Nullable Object> CompletableFuture<T> callWithOrElse(
      Retry retry,
      AttemptOperation<? extends CompletionStage<T>, ?> operation,
      Fallback<T, ?> fallback) {
    return startWith(retry, operation, new AsyncEnding.OrElse<>(retry, fallback));
  }

  static <T extends @Nullable Object> CompletableFuture<T> callOnOrElse(
      Executor executor, Retry retry, AttemptOperation<T, ?> operation, Fallback<T, ?> fallback) {
    return startOn(executor, retry, operation, new AsyncEnding.OrElse<>(retry, fallback));
  }

  /**
   * A plain call. Its first attempt is made before there is a driver: where its stage is complete
   * and holds a value, the call is over and needs none.
   */
  private static <T extends @Nullable Object> CompletableFuture<T> plain(
      Retry retry, Operation<? extends CompletionStage<T>, ?> operation) {
    long start;
    try {
      start = retry.firstBegins();
    } catch (Throwable brokenClock) {
      return CompletableFuture.failedFuture(brokenClock);
    }
    long mark = RetryReport.mark();
    CompletionStage<T> stage;
    try {
      stage = AsyncForm.present(operation.call());
    } catch (Throwable failure) {
      return new PlainAsyncCall<T>(retry, operation, start, mark).goOnAfter(failure);
    }
    if (stage.getClass() == CompletableFuture.class) {
      CompletableFuture<T> future = (CompletableFuture<T>) stage;
      if (future.isDone() && !future.isCompletedExceptionally()) {
        T value = future.join();
        retry.firstSucceeded(start);
        return CompletableFuture.completedFuture(value);
      }
    }
    return new PlainAsyncCall<T>(retry, operation, start, mark).goOnWith(stage);
  }

  private static <T extends @Nullable Object, R extends @Nullable Object>
      CompletableFuture<R> start(
          Retry retry,
          Operation<? extends CompletionStage<T>, ?> operation,
          AsyncEnding<T, R> ending) {
    return orFailed(
        () ->
            retry.policy().isHedged()
                ? hedgedStages(retry, attempt -> operation.call(), ending).start()
                : new FormedAsyncCall<>(retry, operation, AsyncForm.of(ending)).start());
  }

  private static <T extends @Nullable Object, R extends @Nullable Object>
      CompletableFuture<R> startWith(
          Retry retry,
          AttemptOperation<? extends CompletionStage<T>, ?> operation,
          AsyncEnding<T, R> ending) {
    return orFailed(
        () ->
            retry.policy().isHedged()
                ? hedgedStages(retry, operation, ending).start()
                : new FormedAsyncCall<>(retry, operation, AsyncForm.with(ending)).start());
  }

  private static <T extends @Nullable Object, R extends @Nullable Object>
      CompletableFuture<R> startOn(
          Executor executor,
          Retry retry,
          AttemptOperation<T, ?> operation,
          AsyncEnding<T, R> ending) {
    return orFailed(
        () ->
            retry.policy().isHedged()
                ? hedged(executor, retry, operation, ending).startOnExecutor()
                : unhedged(executor, retry, operation, ending).start());
  }

  /** Before there is a call, the clock may throw, and nothing else. */
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
          Retry retry,
          AttemptOperation<? extends CompletionStage<T>, ?> operation,
          AsyncEnding<T, R> ending) {
    Surroundings.Captured context = retry.captureContext();
    AsyncOperation<T> attempts = stages(retry, context.aroundAttempts(operation));
    return new HedgedCall<>(retry, attempts, ending, retry.executor(), context);
  }

  private static <T extends @Nullable Object, R extends @Nullable Object> AsyncCall<T, R> unhedged(
      Executor executor, Retry retry, AttemptOperation<T, ?> operation, AsyncEnding<T, R> ending) {
    Surroundings.Captured context = retry.captureContext();
    AsyncOperation<T> attempts = blocking(retry, context.aroundAttempts(operation));
    return new FormedAsyncCall<>(retry, attempts, AsyncForm.on(ending), executor, context);
  }

  private static <T extends @Nullable Object, R extends @Nullable Object> HedgedCall<T, R> hedged(
      Executor executor, Retry retry, AttemptOperation<T, ?> operation, AsyncEnding<T, R> ending) {
    Surroundings.Captured context = retry.captureContext();
    return new HedgedCall<>(
        retry, blocking(retry, context.aroundAttempts(operation)), ending, executor, context);
  }

  /** Hedged attempts of a blocking call, on the executor of the retry, while its caller waits. */
  static <T extends @Nullable Object> HedgedCall<T, T> hedgedCall(
      Retry retry, AttemptOperation<T, ?> operation) {
    return hedged(retry.executor(), retry, operation, AsyncEnding.toValue());
  }

  static <T extends @Nullable Object> HedgedCall<T, RetryResult<T>> hedgedExecute(
      Retry retry, AttemptOperation<T, ?> operation) {
    return hedged(retry.executor(), retry, operation, AsyncEnding.toResult());
  }
}
