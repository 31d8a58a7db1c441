package dev.reprise.jdkhttp;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A running attempt. Cancelling it cancels the client's request; a late response is closed. */
final class AttemptFuture<T> extends CompletableFuture<HeldResponse<T>> {

  private final CompletableFuture<HttpResponse<@Nullable Object>> sent;
  private final HoldingBodyHandler<T> handler;

  private AttemptFuture(
      CompletableFuture<HttpResponse<@Nullable Object>> sent, HoldingBodyHandler<T> handler) {
    this.sent = sent;
    this.handler = handler;
  }

  static <T> AttemptFuture<T> of(
      CompletableFuture<HttpResponse<@Nullable Object>> sent,
      HoldingBodyHandler<T> handler,
      long deadlineNanos,
      UnaryOperator<HeldResponse<T>> track) {
    AttemptFuture<T> exchange = new AttemptFuture<>(sent, handler);
    CompletableFuture<?> unused =
        sent.handle(
            (response, failure) -> {
              exchange.completed(response, failure, deadlineNanos, track);
              return null;
            });
    return exchange;
  }

  private void completed(
      @Nullable HttpResponse<@Nullable Object> response,
      @Nullable Throwable failure,
      long deadlineNanos,
      UnaryOperator<HeldResponse<T>> track) {
    if (response == null) {
      completeExceptionally(
          failure != null ? failure : new NullPointerException("the client returned null"));
      return;
    }
    try {
      HeldResponse<T> held = track.apply(new HeldResponse<>(response, handler, deadlineNanos));
      if (!complete(held)) {
        held.close();
      }
    } catch (Throwable bug) {
      completeExceptionally(bug);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    if (cancelled) {
      sent.cancel(true);
      handler.discard();
    }
    return cancelled;
  }
}
