package dev.reprise.reactor;

import dev.reprise.DrivenCall;
import dev.reprise.RetryResult;
import dev.reprise.classify.Outcome;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The end of a call that wants a fallback, as a signal between two operators of this library. */
final class CallFallback extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient DrivenCall<?> call;

  CallFallback(DrivenCall<?> call) {
    super(null, null, false, false);
    this.call = call;
  }

  static <T> Mono<T> answer(
      Mono<T> retried, Function<? super RetryResult<T>, ? extends Mono<? extends T>> fallback) {
    return retried.onErrorResume(
        CallFallback.class,
        end -> {
          DrivenCall<T> failed = end.call();
          return Mono.<T>defer(() -> Mono.from(checked(fallback.apply(failed.result()))))
              .doOnSuccess(item -> returned(failed, item))
              .doOnError(own -> threw(failed, own));
        });
  }

  static <T> Flux<T> answer(
      Flux<T> retried,
      Function<? super RetryResult<T>, ? extends Publisher<? extends T>> fallback) {
    return retried.onErrorResume(
        CallFallback.class,
        end -> {
          DrivenCall<T> failed = end.call();
          return counted(
              Flux.defer(() -> Flux.from(checked(fallback.apply(failed.result())))), failed);
        });
  }

  private enum Progress {
    NO_ITEM,
    ITEM,
    OVER
  }

  /**
   * Counts a fallback that completes, and one that is cancelled after an item, as by {@code take}.
   */
  private static <T> Flux<T> counted(Flux<T> fallback, DrivenCall<T> failed) {
    // An end and a cancellation may come from two threads: the first one sets OVER.
    AtomicReference<Progress> progress = new AtomicReference<>(Progress.NO_ITEM);
    return fallback
        .doOnNext(item -> progress.compareAndSet(Progress.NO_ITEM, Progress.ITEM))
        .doOnComplete(
            () -> {
              if (progress.getAndSet(Progress.OVER) != Progress.OVER) {
                returned(failed, null);
              }
            })
        .doOnError(
            own -> {
              progress.set(Progress.OVER);
              threw(failed, own);
            })
        .doOnCancel(
            () -> {
              if (progress.getAndSet(Progress.OVER) == Progress.ITEM) {
                returned(failed, null);
              }
            });
  }

  @SuppressWarnings("unchecked") // the signal is of the operator directly above
  private <T> DrivenCall<T> call() {
    return (DrivenCall<T>) call;
  }

  private static <T> Publisher<? extends T> checked(Publisher<? extends T> source) {
    return Objects.requireNonNull(source, "the fallback returned null in place of a Publisher");
  }

  @SuppressWarnings("NullAway") // an empty Mono is a call that returns null
  private static <T> void returned(DrivenCall<T> failed, @Nullable T item) {
    Outcome<T> unused = failed.afterFallback(Outcome.returned(item));
  }

  private static <T> void threw(DrivenCall<T> failed, Throwable own) {
    Outcome<T> unused = failed.afterFallback(Outcome.threw(own));
  }
}
