package dev.reprise;

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
 * retry.
 */
abstract sealed class RetryDecorations permits RetryFutures {

  RetryDecorations() {}

  abstract <T extends @Nullable Object, X extends Throwable> T call(Operation<T, X> operation)
      throws X;

  abstract <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Operation<? extends CompletionStage<T>, ?> operation);

  static <X extends Throwable> Operation<Done, X> operation(Action<X> action) {
    return () -> {
      action.run();
      return Done.DONE;
    };
  }

  /**
   * Decorates a callable.
   *
   * @param callable called for each attempt
   * @param <T> type of the result
   * @return a callable that retries it
   */
  public final <T extends @Nullable Object> Callable<T> decorateCallable(Callable<T> callable) {
    Operation<T, Exception> operation = callable::call;
    return () -> call(operation);
  }

  /**
   * Decorates a supplier. One that supplies a stage belongs into {@link #decorateAsync}.
   *
   * @param supplier called for each attempt
   * @param <T> type of the result
   * @return a supplier that retries it
   */
  public final <T extends @Nullable Object> Supplier<T> decorateSupplier(Supplier<T> supplier) {
    Operation<T, RuntimeException> operation = supplier::get;
    return () -> call(operation);
  }

  /**
   * Decorates a runnable.
   *
   * @param runnable run for each attempt
   * @return a runnable that retries it
   */
  public final Runnable decorateRunnable(Runnable runnable) {
    Operation<Done, RuntimeException> operation = operation(runnable::run);
    return () -> call(operation);
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
    return argument -> call(() -> function.apply(argument));
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
    return (first, second) -> call(() -> function.apply(first, second));
  }

  /**
   * Decorates a consumer.
   *
   * @param consumer given the same argument for each attempt
   * @param <A> type of the argument
   * @return a consumer that retries it
   */
  public final <A extends @Nullable Object> Consumer<A> decorateConsumer(Consumer<A> consumer) {
    return argument ->
        this.<Done, RuntimeException>call(operation(() -> consumer.accept(argument)));
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
    return () -> call(operation);
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
    return () -> callAsync(supplier::get);
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
    return argument -> callAsync(() -> function.apply(argument));
  }
}
