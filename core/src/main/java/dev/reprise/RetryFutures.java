package dev.reprise;

import dev.reprise.function.AttemptOperation;
import dev.reprise.function.Operation;
import dev.reprise.internal.Drivers;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.Ending;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The call shapes that answer with futures. */
abstract sealed class RetryFutures extends RetryDecorations permits RetryFallbacks {

  RetryFutures() {}

  abstract CallSettings calls();

  /**
   * Calls an operation that answers later. The first attempt starts on this thread, later ones on
   * the {@linkplain Retry#withExecutor executor}. The future always completes. Completing it from
   * outside, by {@code cancel} or any other means, ends the call and cancels the stage under way;
   * cancelling a stage that depends on it does not reach us.
   *
   * @param operation starts an attempt; what it throws, and a null stage, fail the attempt
   * @param <T> type of the result
   * @return completes with the first result that the policy accepts, or with what the last attempt
   *     failed with, not wrapped
   */
  @Override
  public final <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Operation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.callAsync(calls(), operation);
  }

  /**
   * Calls an operation that answers later and wants to see its attempt; else as {@link
   * #callAsync(Operation)}.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation)}
   */
  public final <T extends @Nullable Object> CompletableFuture<T> callAsyncWith(
      AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.startWith(calls(), operation, Ending.<T>toValue());
  }

  /**
   * Calls a blocking operation on an executor, the first attempt included; waits hold no thread.
   * Completing the future from outside ends the call and has the attempt under way interrupted, by
   * another thread: what an interrupt closes neither holds up the one who cancels nor throws at it.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation)}; fails with the executor's rejection if it does not
   *     take the first attempt
   */
  public final <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Operation<T, ?> operation, Executor executor) {
    return Drivers.startOn(executor, calls(), attempt -> operation.call(), Ending.<T>toValue());
  }

  /**
   * Calls a blocking operation that wants to see its attempt on an executor; else as {@link
   * #callAsync(Operation, Executor)}.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return as {@link #callAsync(Operation, Executor)}
   */
  public final <T extends @Nullable Object> CompletableFuture<T> callAsyncWith(
      AttemptOperation<T, ?> operation, Executor executor) {
    return Drivers.startOn(executor, calls(), operation, Ending.<T>toValue());
  }

  /**
   * Calls an operation that answers later, and tells how it went: the future fails only with an
   * {@code Error}. Else as {@link #callAsync(Operation)}.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return completes with value or failure, attempts, stop reason, time and report
   */
  public final <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsync(
      Operation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.start(calls(), operation, CallResults.<T>toResult());
  }

  /**
   * As {@link #executeAsync(Operation)}, for an operation that wants to see its attempt.
   *
   * @param operation starts an attempt
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public final <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsyncWith(
      AttemptOperation<? extends CompletionStage<T>, ?> operation) {
    return Drivers.startWith(calls(), operation, CallResults.<T>toResult());
  }

  /**
   * Calls a blocking operation on an executor, as {@link #callAsync(Operation, Executor)}, and
   * tells how it went.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public final <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsync(
      Operation<T, ?> operation, Executor executor) {
    return Drivers.startOn(
        executor, calls(), attempt -> operation.call(), CallResults.<T>toResult());
  }

  /**
   * As {@link #executeAsync(Operation, Executor)}, for an operation that wants to see its attempt.
   *
   * @param operation called for each attempt, on the executor
   * @param executor where attempts run
   * @param <T> type of the result
   * @return as {@link #executeAsync(Operation)}
   */
  public final <T extends @Nullable Object> CompletableFuture<RetryResult<T>> executeAsyncWith(
      AttemptOperation<T, ?> operation, Executor executor) {
    return Drivers.startOn(executor, calls(), operation, CallResults.<T>toResult());
  }
}
