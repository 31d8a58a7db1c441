package dev.reprise;

import dev.reprise.function.Action;
import dev.reprise.function.Operation;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Functions with a retry around them: classes, not lambdas, so that {@code toString} names the
 * retry.
 */
final class DecoratedFunctions {

  private DecoratedFunctions() {}

  static final class OfCallable<T extends @Nullable Object> extends Decorated<Callable<T>>
      implements Callable<T> {

    private final Operation<T, Exception> operation;

    OfCallable(Retry retry, Callable<T> callable) {
      super(retry, callable, changed -> new OfCallable<>(changed, callable), List.of());
      operation = callable::call;
    }

    @Override
    public T call() throws Exception {
      return retry().call(operation);
    }
  }

  static final class OfSupplier<T extends @Nullable Object> extends Decorated<Supplier<T>>
      implements Supplier<T> {

    private final Operation<T, RuntimeException> operation;

    OfSupplier(Retry retry, Supplier<T> supplier) {
      super(retry, supplier, changed -> new OfSupplier<>(changed, supplier), List.of());
      operation = supplier::get;
    }

    @Override
    public T get() {
      return retry().call(operation);
    }
  }

  static final class OfRunnable extends Decorated<Runnable> implements Runnable {

    private final Action<RuntimeException> action;

    OfRunnable(Retry retry, Runnable runnable) {
      super(retry, runnable, changed -> new OfRunnable(changed, runnable), List.of());
      action = runnable::run;
    }

    @Override
    public void run() {
      retry().run(action);
    }
  }

  static final class OfFunction<A extends @Nullable Object, T extends @Nullable Object>
      extends Decorated<Function<A, T>> implements Function<A, T> {

    private final Function<A, T> function;

    OfFunction(Retry retry, Function<A, T> function) {
      super(retry, function, changed -> new OfFunction<>(changed, function), List.of());
      this.function = function;
    }

    @Override
    public T apply(A argument) {
      return retry().call(() -> function.apply(argument));
    }
  }

  static final class OfBiFunction<
          A extends @Nullable Object, B extends @Nullable Object, T extends @Nullable Object>
      extends Decorated<BiFunction<A, B, T>> implements BiFunction<A, B, T> {

    private final BiFunction<A, B, T> function;

    OfBiFunction(Retry retry, BiFunction<A, B, T> function) {
      super(retry, function, changed -> new OfBiFunction<>(changed, function), List.of());
      this.function = function;
    }

    @Override
    public T apply(A first, B second) {
      return retry().call(() -> function.apply(first, second));
    }
  }

  static final class OfConsumer<A extends @Nullable Object> extends Decorated<Consumer<A>>
      implements Consumer<A> {

    private final Consumer<A> consumer;

    OfConsumer(Retry retry, Consumer<A> consumer) {
      super(retry, consumer, changed -> new OfConsumer<>(changed, consumer), List.of());
      this.consumer = consumer;
    }

    @Override
    public void accept(A argument) {
      retry().run(() -> consumer.accept(argument));
    }
  }

  static final class OfOperation<T extends @Nullable Object, X extends Throwable>
      extends Decorated<Operation<T, X>> implements Operation<T, X> {

    private final Operation<T, X> operation;

    OfOperation(Retry retry, Operation<T, X> operation) {
      super(retry, operation, changed -> new OfOperation<>(changed, operation), List.of());
      this.operation = operation;
    }

    @Override
    public T call() throws X {
      return retry().call(operation);
    }
  }

  static final class OfStages<T extends @Nullable Object>
      extends Decorated<Supplier<CompletableFuture<T>>> implements Supplier<CompletableFuture<T>> {

    private final Operation<CompletionStage<T>, RuntimeException> operation;

    OfStages(Retry retry, Supplier<? extends CompletionStage<T>> supplier) {
      super(retry, supplier, changed -> new OfStages<>(changed, supplier), List.of());
      operation = supplier::get;
    }

    @Override
    public CompletableFuture<T> get() {
      return retry().callAsync(operation);
    }
  }

  static final class OfStageFunction<A extends @Nullable Object, T extends @Nullable Object>
      extends Decorated<Function<A, CompletableFuture<T>>>
      implements Function<A, CompletableFuture<T>> {

    private final Function<A, ? extends CompletionStage<T>> function;

    OfStageFunction(Retry retry, Function<A, ? extends CompletionStage<T>> function) {
      super(retry, function, changed -> new OfStageFunction<>(changed, function), List.of());
      this.function = function;
    }

    @Override
    public CompletableFuture<T> apply(A argument) {
      return retry().callAsync(() -> function.apply(argument));
    }
  }
}
