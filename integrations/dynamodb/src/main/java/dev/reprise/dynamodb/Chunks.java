package dev.reprise.dynamodb;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.classify.Failures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/**
 * Sends chunks, each as one request. A throttling exception leaves the whole chunk unprocessed.
 *
 * @param <I> type of the items
 * @param <R> type of the service's response
 */
abstract class Chunks<I, R> {

  /** Makes the request of the service for a chunk. */
  abstract CompletableFuture<R> request(List<I> items);

  /** Reads the response to a request. */
  abstract BatchReply<I> read(List<I> items, R response);

  /** What a request that was throttled as a whole says of its chunk. */
  BatchReply<I> throttled(List<I> items, Throwable failure) {
    return BatchReply.<I>nothingDone().withMessage(AwsFailures.words(failure));
  }

  /**
   * What a failure of a request, throttling apart, says of its chunk.
   *
   * @throws Throwable what the policy is to judge
   */
  BatchReply<I> failed(List<I> items, Throwable failure) throws Throwable {
    if (AwsFailures.mayBeAboutOne(failure)) {
      return BatchReply.invalid(AwsFailures.words(failure));
    }
    throw failure;
  }

  /** Sends a chunk; the SDK's call is cancelled with the answer. */
  final CompletableFuture<BatchReply<I>> send(List<I> chunk) {
    CompletableFuture<BatchReply<I>> reply = new CompletableFuture<>();
    CompletableFuture<R> request = request(chunk);
    CompletionStage<R> answer = request;
    answer.whenComplete((response, failure) -> complete(reply, chunk, response, failure));
    CompletionStage<BatchReply<I>> end = reply;
    end.whenComplete(
        (value, failure) -> {
          if (reply.isCancelled()) {
            request.cancel(true);
          }
        });
    return reply;
  }

  private void complete(
      CompletableFuture<BatchReply<I>> reply,
      List<I> chunk,
      R response,
      @Nullable Throwable failure) {
    try {
      reply.complete(
          failure == null ? read(chunk, response) : reply(chunk, Failures.unwrap(failure)));
    } catch (Throwable thrown) {
      reply.completeExceptionally(thrown);
    }
  }

  private BatchReply<I> reply(List<I> chunk, Throwable failure) throws Throwable {
    return AwsFailures.isThrottling(failure) ? throttled(chunk, failure) : failed(chunk, failure);
  }

  /** The outcome of what is complete already, since its client blocks. */
  static <T> T now(CompletableFuture<T> complete) throws Exception {
    try {
      return complete.join();
    } catch (CompletionException e) {
      Throwable failure = Failures.unwrap(e);
      if (failure instanceof AbortedException) {
        throw (InterruptedException) new InterruptedException("interrupted").initCause(failure);
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw failure instanceof Exception exception ? exception : e;
    }
  }
}
