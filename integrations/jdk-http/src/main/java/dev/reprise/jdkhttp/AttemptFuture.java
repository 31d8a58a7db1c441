package dev.reprise.jdkhttp;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One attempt under way. Cancelling it stops what the client does; what comes late is closed. */
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
      UnaryOperator<HeldResponse<T>> came) {
    AttemptFuture<T> exchange = new AttemptFuture<>(sent, handler);
    CompletableFuture<?> unused =
        sent.handle(
            (response, failure) -> {
              exchange.answered(response, failure, deadlineNanos, came);
              return null;
            });
    return exchange;
  }

  private void answered(
      @Nullable HttpResponse<@Nullable Object> response,
      @Nullable Throwable failure,
      long deadlineNanos,
      UnaryOperator<HeldResponse<T>> came) {
    if (response == null) {
      completeExceptionally(
          failure != null ? failure : new NullPointerException("the client answered with null"));
      return;
    }
    try {
      HeldResponse<T> answer = came.apply(new HeldResponse<>(response, handler, deadlineNanos));
      if (!complete(answer)) {
        answer.close();
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
