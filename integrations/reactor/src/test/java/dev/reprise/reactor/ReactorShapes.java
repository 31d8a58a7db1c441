package dev.reprise.reactor;

import dev.reprise.Retry;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Attempt;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** The call shapes of this module, for the contract of all shapes. */
final class ReactorShapes {

  static final Set<Trait> TRAITS =
      EnumSet.of(
          Trait.RETURNS_VALUES,
          Trait.TIMES_OUT_ATTEMPTS,
          Trait.ASYNC,
          Trait.OVERLAPS,
          Trait.STAGES,
          Trait.SHOWS_ATTEMPT);

  private ReactorShapes() {}

  static CallShape shape(
      String name,
      Set<Trait> traits,
      BiFunction<ReactorRetry, ScriptedOperation<@Nullable Object>, Mono<Object>> calls) {
    return new CallShape(
        name,
        traits,
        (retry, operation, time) -> {
          CallFuture future = new CallFuture();
          Retry observed = retry.withListener(future.atEnd());
          ReactorRetry operators =
              ReactorRetry.of(observed)
                  .withScheduler(new EnvironmentScheduler(observed.environment()));
          future.follow(calls.apply(operators, operation));
          return future;
        });
  }

  /**
   * The attempt of an operation as a Mono: its future is cancelled with the subscription. If that
   * has no effect, its result arrives late.
   */
  static Mono<Object> mono(ScriptedOperation<@Nullable Object> operation, Attempt attempt) {
    return Mono.fromDirect(subscriber -> send(operation, attempt, subscriber));
  }

  private static void send(
      ScriptedOperation<@Nullable Object> operation,
      Attempt attempt,
      Subscriber<? super Object> subscriber) {
    CompletableFuture<@Nullable Object> stage;
    try {
      stage = Objects.requireNonNull(operation.stageWith(attempt), "no stage");
    } catch (Throwable failure) {
      stage = CompletableFuture.failedFuture(failure);
    }
    CompletableFuture<@Nullable Object> sent = stage;
    AtomicBoolean disposed = new AtomicBoolean();
    subscriber.onSubscribe(
        new BaseSubscription() {
          @Override
          public void cancel() {
            disposed.set(true);
            sent.cancel(true);
          }
        });
    CompletableFuture<?> unused =
        sent.whenComplete(
            (value, failure) -> {
              if (disposed.get() && sent.isCancelled()) {
                return;
              }
              if (failure != null) {
                subscriber.onError(unwrapped(failure));
                return;
              }
              if (value != null) {
                subscriber.onNext(value);
              }
              subscriber.onComplete();
            });
  }

  /** As {@link Mono#fromFuture} does. */
  private static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
    return cause == null ? failure : cause;
  }

  /** The source emits one item, whatever is requested. */
  private abstract static class BaseSubscription implements Subscription {

    @Override
    public void request(long number) {}
  }

  /**
   * The future of a subscription. To complete it from outside disposes the subscription; a
   * subscriber that has cancelled is not notified, so it completes with the event of the end.
   */
  private static final class CallFuture extends CompletableFuture<@Nullable Object> {

    private @Nullable Disposable subscription;
    private @Nullable BooleanSupplier leaving;

    RetryListener atEnd() {
      return RetryListener.forAllEvents(
          event -> {
            if (event instanceof RetryEvent.CallFinished) {
              left();
            }
          });
    }

    void follow(Mono<Object> mono) {
      subscription =
          mono.subscribe(super::complete, super::completeExceptionally, () -> super.complete(null));
    }

    private boolean left() {
      BooleanSupplier completion = leaving;
      leaving = null;
      return completion != null && completion.getAsBoolean();
    }

    private boolean leave(BooleanSupplier completion) {
      if (isDone()) {
        return completion.getAsBoolean();
      }
      leaving = completion;
      if (subscription != null) {
        subscription.dispose();
      }
      left();
      return true;
    }

    @Override
    public boolean complete(@Nullable Object value) {
      return leave(() -> super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
      return leave(() -> super.completeExceptionally(failure));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return leave(() -> super.cancel(mayInterruptIfRunning));
    }

    @Override
    public CompletableFuture<@Nullable Object> completeAsync(
        Supplier<? extends @Nullable Object> supplier, Executor executor) {
      executor.execute(() -> complete(supplier.get()));
      return this;
    }

    @Override
    public void obtrudeValue(@Nullable Object value) {
      leave(
          () -> {
            super.obtrudeValue(value);
            return true;
          });
    }

    @Override
    public void obtrudeException(Throwable failure) {
      leave(
          () -> {
            super.obtrudeException(failure);
            return true;
          });
    }
  }
}
