package dev.reprise.jdkhttp;

import dev.reprise.classify.AttemptTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The future returned for an asynchronous request. It completes when the call has ended and the
 * body of its response has been read. If the caller completes or cancels it, both are ended.
 *
 * @param <S> type of the call's outcome
 * @param <T> type of the body
 * @param <R> type of the caller's result
 */
final class ResponseFuture<S, T, R> {

  private final CompletableFuture<R> future = new CompletableFuture<>();
  private final RequestAttempts<T> attempts;
  private final Function<S, R> result;
  private final boolean acceptsUnreadBody;
  private volatile @Nullable R completed;

  /**
   * A future.
   *
   * @param acceptsUnreadBody true if a failure to read the body does not fail the future
   */
  ResponseFuture(RequestAttempts<T> attempts, Function<S, R> result, boolean acceptsUnreadBody) {
    this.attempts = attempts;
    this.result = result;
    this.acceptsUnreadBody = acceptsUnreadBody;
  }

  CompletableFuture<R> to(
      CompletableFuture<S> call, Function<S, @Nullable HeldResponse<T>> responseIn) {
    CompletableFuture<?> unusedOnEnd =
        future.whenComplete(
            (value, failure) -> {
              call.cancel(true);
              if (value == null || value != completed) {
                attempts.abandon();
              }
            });
    CompletableFuture<?> unusedOnCall =
        call.handle(
            (value, failure) -> {
              if (failure != null) {
                future.completeExceptionally(thrown(failure));
              } else {
                ended(value, responseIn.apply(value));
              }
              return null;
            });
    return future;
  }

  private void ended(S value, @Nullable HeldResponse<T> response) {
    try {
      if (response == null || !response.isHeld()) {
        complete(value, response);
      } else {
        read(value, response);
      }
    } catch (Throwable bug) {
      future.completeExceptionally(bug);
    }
  }

  private void read(S value, HeldResponse<T> response) {
    CompletableFuture<T> reading = FinalBodyReader.of(response, attempts.retry());
    CompletableFuture<?> unusedOnStop =
        future.whenComplete(
            (result, failure) -> {
              if (!reading.isDone()) {
                response.stopReading(HeldResponse.cancelled());
              }
            });
    CompletableFuture<?> unusedOnCall =
        reading.handle(
            (body, failure) -> {
              if (failure == null || acceptsUnreadBody) {
                complete(value, response);
              } else {
                future.completeExceptionally(failure);
              }
              return null;
            });
  }

  private void complete(S value, @Nullable HeldResponse<T> response) {
    R callerResult = result.apply(value);
    completed = callerResult;
    boolean accepted = future.complete(callerResult);
    if (response == null) {
      attempts.abandon();
    } else if (!accepted) {
      response.close();
    }
  }

  private static Throwable thrown(Throwable failure) {
    return failure instanceof AttemptTimeoutException timeout ? timedOut(timeout) : failure;
  }

  /** The exception that callers of the JDK's client expect. */
  static HttpTimeoutException timedOut(AttemptTimeoutException timeout) {
    HttpTimeoutException expected = new HttpTimeoutException(timeout.getMessage());
    expected.initCause(timeout);
    return expected;
  }
}
