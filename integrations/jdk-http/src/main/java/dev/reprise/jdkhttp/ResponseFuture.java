package dev.reprise.jdkhttp;

import dev.reprise.classify.AttemptTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The future returned for an asynchronous request: it completes when the call has ended and the
 * body of its response has been read, and ends both when anybody else completes it.
 *
 * @param <S> what the call ends with
 * @param <T> type of the body
 * @param <R> what the caller is given
 */
final class ResponseFuture<S, T, R> {

  private final CompletableFuture<R> future = new CompletableFuture<>();
  private final RequestAttempts<T> sending;
  private final Function<S, R> result;
  private final boolean tellsFailures;
  private volatile @Nullable R ours;

  /** With {@code tellsFailures}, a body that could not be read does not fail the future. */
  ResponseFuture(RequestAttempts<T> sending, Function<S, R> result, boolean tellsFailures) {
    this.sending = sending;
    this.result = result;
    this.tellsFailures = tellsFailures;
  }

  CompletableFuture<R> to(
      CompletableFuture<S> call, Function<S, @Nullable HeldResponse<T>> answerIn) {
    CompletableFuture<?> unusedEnding =
        future.whenComplete(
            (reply, failure) -> {
              call.cancel(true);
              if (reply == null || reply != ours) {
                sending.abandon();
              }
            });
    CompletableFuture<?> unusedFollowing =
        call.handle(
            (value, failure) -> {
              if (failure != null) {
                future.completeExceptionally(thrown(failure));
              } else {
                ended(value, answerIn.apply(value));
              }
              return null;
            });
    return future;
  }

  private void ended(S value, @Nullable HeldResponse<T> answer) {
    try {
      if (answer == null || !answer.isHeld()) {
        complete(value, answer);
      } else {
        read(value, answer);
      }
    } catch (Throwable bug) {
      future.completeExceptionally(bug);
    }
  }

  private void read(S value, HeldResponse<T> answer) {
    CompletableFuture<T> reading = FinalBodyReader.of(answer, sending.retry());
    CompletableFuture<?> unusedStopping =
        future.whenComplete(
            (reply, failure) -> {
              if (!reading.isDone()) {
                answer.stopReading();
              }
            });
    CompletableFuture<?> unusedFollowing =
        reading.handle(
            (body, failure) -> {
              if (failure == null || tellsFailures) {
                complete(value, answer);
              } else {
                future.completeExceptionally(failure);
              }
              return null;
            });
  }

  private void complete(S value, @Nullable HeldResponse<T> answer) {
    R reply = result.apply(value);
    ours = reply;
    boolean given = future.complete(reply);
    if (answer == null) {
      sending.abandon();
    } else if (!given) {
      answer.close();
    }
  }

  private static Throwable thrown(Throwable failure) {
    return failure instanceof AttemptTimeoutException timeout ? timedOut(timeout) : failure;
  }

  /** As callers of a client of the JDK expect it. */
  static HttpTimeoutException timedOut(AttemptTimeoutException timeout) {
    HttpTimeoutException expected = new HttpTimeoutException(timeout.getMessage());
    expected.initCause(timeout);
    return expected;
  }
}
