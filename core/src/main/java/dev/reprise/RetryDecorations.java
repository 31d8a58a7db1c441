package dev.reprise;

import dev.reprise.function.Operation;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts a retry around functions, one name for each shape, so that no two overloads clash. What
 * comes back is safe for use by any thread if what went in is; every call of it is a call of the
 * retry. It prints retry and function, and {@link Decorated#withPolicy} gives a view of it with
 * another policy.
 */
abstract sealed class RetryDecorations permits RetryFutures {

  RetryDecorations() {}

  abstract <T extends @Nullable Object, X extends Throwable> T call(Operation<T, X> operation)
      throws X;

  abstract <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Operation<? extends CompletionStage<T>, ?> operation);

  private Retry self() {
    return (Retry) this;
  }

  /**
   * Decorates a callable.
   *
   * @param callable called for each attempt
   * @param <T> type of the result
   * @return a callable that retries it
   */
  public final <T extends @Nullable Object> Callable<T> decorateCallable(Callable<T> callable) {
    return new DecoratedFunctions.OfCallable<>(self(), callable);
  }

  /**
   * Decorates a supplier. One that supplies a stage belongs into {@link #decorateAsync}.
   *
   * @param supplier called for each attempt
   * @param <T> type of the result
   * @return a supplier that retries it
   */
  public final <T extends @Nullable Object> Supplier<T> decorateSupplier(Supplier<T> supplier) {
    return new DecoratedFunctions.OfSupplier<>(self(), supplier);
  }

  /**
   * Decorates a runnable.
   *
   * @param runnable run for each attempt
   * @return a runnable that retries it
   */
  public final Runnable decorateRunnable(Runnable runnable) {
    return new DecoratedFunctions.OfRunnable(self(), runnable);
  }

  /**
   * Decorates a function.
   *
   * @param function applied for each attempt, to the same argument
   * @param <A> type of the argument
   * @param <T> type of the result
   * @return a function that retries it
   */
  public final <A extends @Nullable Object, T extends @Nullable Object>
      Function<A, T> decorateFunction(Function<A, T> function) {
    return new DecoratedFunctions.OfFunction<>(self(), function);
  }

  /**
   * Decorates a function of two arguments.
   *
   * @param function applied for each attempt, to the same arguments
   * @param <A> type of the first argument
   * @param <B> type of the second argument
   * @param <T> type of the result
   * @return a function that retries it
   */
  public final <A extends @Nullable Object, B extends @Nullable Object, T extends @Nullable Object>
      BiFunction<A, B, T> decorateBiFunction(BiFunction<A, B, T> function) {
    return new DecoratedFunctions.OfBiFunction<>(self(), function);
  }

  /**
   * Decorates a consumer.
   *
   * @param consumer given the same argument for each attempt
   * @param <A> type of the argument
   * @return a consumer that retries it
   */
  public final <A extends @Nullable Object> Consumer<A> decorateConsumer(Consumer<A> consumer) {
    return new DecoratedFunctions.OfConsumer<>(self(), consumer);
  }

  /**
   * Decorates an operation with a checked exception of its own.
   *
   * @param operation called for each attempt
   * @param <T> type of the result
   * @param <X> what it may throw
   * @return an operation that retries it
   */
  public final <T extends @Nullable Object, X extends Throwable> Operation<T, X> decorateOperation(
      Operation<T, X> operation) {
    return new DecoratedFunctions.OfOperation<>(self(), operation);
  }

  /**
   * Decorates a supplier of stages.
   *
   * @param supplier starts each attempt
   * @param <T> type of the result
   * @return a supplier of futures, each a call of its own
   */
  public final <T extends @Nullable Object> Supplier<CompletableFuture<T>> decorateAsync(
      Supplier<? extends CompletionStage<T>> supplier) {
    return new DecoratedFunctions.OfStages<>(self(), supplier);
  }

  /**
   * Decorates a function that answers with a stage.
   *
   * @param function starts each attempt, with the same argument
   * @param <A> type of the argument
   * @param <T> type of the result
   * @return a function that answers with futures, each a call of its own
   */
  public final <A extends @Nullable Object, T extends @Nullable Object>
      Function<A, CompletableFuture<T>> decorateAsyncFunction(
          Function<A, ? extends CompletionStage<T>> function) {
    return new DecoratedFunctions.OfStageFunction<>(self(), function);
  }
}
