package dev.reprise.reactor;

import dev.reprise.batch.BatchSender;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.concurrent.Queues;

/**
 * Sends items with a {@link BatchSender}, without blocking a thread. Needs {@code reprise-batch}.
 *
 * <pre>{@code
 * ReactorSender<Order> sender = ReactorSender.of(batch.sender());
 * Mono<SendResult> sent = sender.send(order);
 * Flux<ReactorSender.SentItem<Order>> results = orders.transform(sender::flux);
 * }</pre>
 *
 * <p>Signals arrive on a thread of the sender, as the futures of {@link BatchSender} complete. A
 * subscriber that blocks it delays no call, but keeps the room of its item.
 *
 * <p>Immutable, safe for use by any thread. Arguments are not null: a null argument causes a {@link
 * NullPointerException}.
 *
 * @param <I> type of the items
 */
public final class ReactorSender<I> {

  private final BatchSender<I> sender;

  private ReactorSender(BatchSender<I> sender) {
    this.sender = sender;
  }

  /**
   * Creates the reactive form of a sender.
   *
   * @param sender may be used in other ways too
   * @param <I> type of the items
   * @return its reactive form
   */
  public static <I> ReactorSender<I> of(BatchSender<I> sender) {
    return new ReactorSender<>(Objects.requireNonNull(sender, "sender"));
  }

  /**
   * Sends an item for each subscription, as soon as there is room.
   *
   * @param item the item
   * @return emits the result of the item; fails as its future, or with a {@link
   *     SenderClosedException} if it was not accepted. A cancellation before the item is accepted
   *     prevents that; a later one has no effect on the item
   */
  public Mono<SendResult> send(I item) {
    Objects.requireNonNull(item, "item");
    return accepted(item).flatMap(result -> Mono.fromFuture(result, true));
  }

  private Mono<CompletableFuture<SendResult>> accepted(I item) {
    Mono<CompletableFuture<SendResult>> accepted =
        Mono.defer(() -> Mono.justOrEmpty(sender.trySend(item)));
    return accepted.repeatWhenEmpty(attempts -> attempts.concatMap(this::whenRoom));
  }

  private Mono<Long> whenRoom(Long attempt) {
    return Mono.fromFuture(sender::whenRoom).thenReturn(attempt);
  }

  /**
   * Sends each item of a Flux, in its order, and emits its result. Requests only as many items as
   * the sender has room for, and at most 32 that wait for room. At most {@link
   * BatchSender#capacity} accepted items wait for the emission of their results. The operator is
   * meant for {@link Flux#transform}; it does not close the sender.
   *
   * @param source the items; its failure ends the returned Flux, after the results of the items
   *     before it
   * @return the results in the order in which they are known. If the sender accepts no more items
   *     before the source has ended, the source is cancelled, the results of all accepted items are
   *     emitted, and then a {@link SenderClosedException}
   */
  public Flux<SentItem<I>> flux(Flux<I> source) {
    return Flux.defer(
        () -> {
          Sinks.One<SenderClosedException> closed = Sinks.one();
          return source
              .takeUntilOther(Mono.fromFuture(sender::whenClosed).doOnNext(closed::tryEmitValue))
              .concatMapDelayError(item -> accepted(item, closed), true, prefetch())
              .flatMapDelayError(Accepted::result, sender.capacity(), Queues.XS_BUFFER_SIZE)
              .concatWith(failureOf(closed));
        });
  }

  private int prefetch() {
    return Math.min(sender.capacity(), Queues.XS_BUFFER_SIZE);
  }

  /** Accepts an item, one after the other: the order of items counts if they have equal keys. */
  private Mono<Accepted<I>> accepted(I item, Sinks.One<SenderClosedException> closed) {
    return accepted(item)
        .map(future -> new Accepted<>(item, future))
        .onErrorResume(
            SenderClosedException.class,
            refused -> {
              Sinks.EmitResult unused = closed.tryEmitValue(refused); // the first one counts
              return Mono.empty();
            });
  }

  /** An item that the sender has accepted. */
  private record Accepted<I>(I item, CompletableFuture<SendResult> future) {

    Mono<SentItem<I>> result() {
      return Mono.fromFuture(future, true)
          .map(result -> new SentItem<>(item, result, null))
          .onErrorResume(failure -> Mono.just(new SentItem<>(item, null, failure)));
    }
  }

  /** Fails if an item was refused; otherwise empty. Subscribed when all items have ended. */
  private Mono<SentItem<I>> failureOf(Sinks.One<SenderClosedException> closed) {
    return Mono.defer(
        () -> {
          Sinks.EmitResult unused = closed.tryEmitEmpty();
          return closed.asMono().flatMap(Mono::error);
        });
  }

  /**
   * Closes the sender for each subscription, as {@link BatchSender#closeAsync}.
   *
   * @return emits the report at the end of the run; a cancellation has no effect on the run
   */
  public Mono<BatchReport<I>> close() {
    return Mono.defer(() -> Mono.fromFuture(sender.closeAsync(), true));
  }

  /**
   * The result of an item.
   *
   * @param item the item
   * @param result the result; null if the item failed
   * @param failure a {@link dev.reprise.batch.report.DeadItemException} or a {@link
   *     dev.reprise.batch.report.NotAttemptedException}; null if the item did not fail
   * @param <I> type of the items
   */
  public record SentItem<I>(I item, @Nullable SendResult result, @Nullable Throwable failure) {}
}
