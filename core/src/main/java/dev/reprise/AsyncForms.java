package dev.reprise;

import dev.reprise.classify.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
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
        CompletionStage<T> stage = operation.call(attempt);
        if (stage == null) {
          throw new NullPointerException("the operation returned null in place of a stage");
        }
        long timeout =
            retry.policy().hasAttemptTimeout() ? attempt.timeLeft().toNanos() : Long.MAX_VALUE;
        return step.follow(stage, timeout, retry.environment().delayer());
      } catch (Throwable failure) {
        return Outcome.threw(failure);
      }
    };
  }

  /** Attempts that block a thread of the executor. Calling the attempt off interrupts it. */
  private static <T extends @Nullable Object> AsyncOperation<T> blocking(
      Retry retry, AttemptOperation<T, ?> operation) {
    return (step, attempt) -> {
      AttemptWatch watch = new AttemptWatch();
      step.undoBy(watch);
      Outcome<T> outcome =
          step.get() ? null : noStage(BlockingCall.attempt(retry, operation, attempt));
      watch.returned();
      return outcome;
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
      Retry retry, AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return start(retry, operation, new ToValue<T>());
  }

  static <T extends @Nullable Object> CompletableFuture<T> callOn(
      Executor executor, Retry retry, AttemptOperation<T, ?> operation) {
    return startOn(executor, retry, operation, new ToValue<T>());
  }

  static <T extends @Nullable Object> CompletableFuture<RetryResult<T>> execute(
      Retry retry, AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return start(retry, operation, new ToResult<T>());
  }

  static <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeOn(
      Executor executor, Retry retry, AttemptOperation<T, ?> operation) {
    return startOn(executor, retry, operation, new ToResult<T>());
  }

  static <T extends @Nullable Object> CompletableFuture<T> callOrElse(
      Retry retry,
      AttemptOperation<? extends CompletionStage<T>, ?> operation,
      Fallback<T, ?> fallback) {
    return start(retry, operation, new OrElse<>(retry, fallback));
  }

  static <T extends @Nullable Object> CompletableFuture<T> callOnOrElse(
      Executor executor, Retry retry, AttemptOperation<T, ?> operation, Fallback<T, ?> fallback) {
    return startOn(executor, retry, operation, new OrElse<>(retry, fallback));
  }

  private static <T extends @Nullable Object, R extends @Nullable Object>
      CompletableFuture<R> start(
          Retry retry,
          AttemptOperation<? extends CompletionStage<T>, ?> operation,
          AsyncCall.Ending<T, R> ending) {
    Surroundings.Captured context = retry.captureContext();
    AsyncOperation<T> attempts = stages(retry, context.aroundAttempts(operation));
    Executor executor = retry.executor();
    return retry.policy().isHedged()
        ? new HedgedCall<>(retry, attempts, ending, executor, context).start()
        : new AsyncCall<>(retry, attempts, ending, executor, context).start();
  }

  private static <T extends @Nullable Object, R extends @Nullable Object>
      CompletableFuture<R> startOn(
          Executor executor,
          Retry retry,
          AttemptOperation<T, ?> operation,
          AsyncCall.Ending<T, R> ending) {
    return retry.policy().isHedged()
        ? hedged(executor, retry, operation, ending).startOnExecutor()
        : unhedged(executor, retry, operation, ending).startOnExecutor();
  }

  private static <T extends @Nullable Object, R extends @Nullable Object> AsyncCall<T, R> unhedged(
      Executor executor,
      Retry retry,
      AttemptOperation<T, ?> operation,
      AsyncCall.Ending<T, R> ending) {
    Surroundings.Captured context = retry.captureContext();
    return new AsyncCall<>(
        retry, blocking(retry, context.aroundAttempts(operation)), ending, executor, context);
  }

  private static <T extends @Nullable Object, R extends @Nullable Object> HedgedCall<T, R> hedged(
      Executor executor,
      Retry retry,
      AttemptOperation<T, ?> operation,
      AsyncCall.Ending<T, R> ending) {
    Surroundings.Captured context = retry.captureContext();
    return new HedgedCall<>(
        retry, blocking(retry, context.aroundAttempts(operation)), ending, executor, context);
  }

  /** Hedged attempts of a blocking call, on the executor of the retry, while its caller waits. */
  static <T extends @Nullable Object> HedgedCall<T, T> hedgedCall(
      Retry retry, AttemptOperation<T, ?> operation) {
    return hedged(retry.executor(), retry, operation, new ToValue<T>());
  }

  static <T extends @Nullable Object> HedgedCall<T, RetryResult<T>> hedgedExecute(
      Retry retry, AttemptOperation<T, ?> operation) {
    return hedged(retry.executor(), retry, operation, new ToResult<T>());
  }

  private static final class ToValue<T extends @Nullable Object> implements AsyncCall.Ending<T, T> {

    @Override
    public T accepted(Retry retry, Outcome<T> outcome, long startNanos, long attemptNanos) {
      return ((Outcome.Returned<T>) outcome).value();
    }

    @Override
    public Outcome<T> ended(CallRun run, Outcome<T> last) {
      Throwable failure = run.conclude(last);
      return failure == null ? last : Outcome.threw(failure);
    }
  }

  private static final class ToResult<T extends @Nullable Object>
      implements AsyncCall.Ending<T, RetryResult<T>> {

    @Override
    public RetryResult<T> accepted(
        Retry retry, Outcome<T> outcome, long startNanos, long attemptNanos) {
      return FirstTry.result(retry, outcome, startNanos, attemptNanos);
    }

    @Override
    public Outcome<RetryResult<T>> ended(CallRun run, Outcome<T> last) {
      RetryResult<T> result = run.result(last);
      return last.failureOrNull() instanceof Error error
          ? Outcome.threw(error)
          : Outcome.returned(result);
    }
  }

  /** The call's value, or its fallback's. */
  private record OrElse<T extends @Nullable Object>(Retry retry, Fallback<T, ?> fallback)
      implements AsyncCall.Ending<T, T> {

    @Override
    public T accepted(Retry retry, Outcome<T> outcome, long startNanos, long attemptNanos) {
      return ((Outcome.Returned<T>) outcome).value();
    }

    @Override
    public Outcome<T> ended(CallRun run, Outcome<T> last) {
      return Fallbacks.answer(retry, run.result(last), fallback);
    }
  }
}
