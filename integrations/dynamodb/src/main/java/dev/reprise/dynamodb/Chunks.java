package dev.reprise.dynamodb;

import dev.reprise.batch.BatchReply;
import dev.reprise.classify.Failures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/**
 * Sends chunks. A throttling exception leaves the whole chunk unprocessed. The service refuses a
 * whole request for the sake of one item in it, so a chunk that it finds invalid is halved until
 * that item stands alone.
 *
 * @param <I> type of the items
 * @param <R> type of the service's response
 */
abstract class Chunks<I, R> {

  /** Makes one request of the service, for any of the items of a chunk. */
  abstract CompletableFuture<R> request(List<I> items);

  /** Reads the response to a request. */
  abstract Answer<I> read(List<I> items, R response);

  /** Sends a chunk; the SDK's call is cancelled with the answer. */
  final CompletableFuture<BatchReply<I>> send(List<I> chunk) {
    UnderWay<BatchReply<I>> underWay = new UnderWay<>();
    answer(chunk, underWay)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                underWay.reply.complete(answer.toReply());
              } else {
                underWay.reply.completeExceptionally(Failures.unwrap(failure));
              }
            });
    return underWay.reply;
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

  private CompletionStage<Answer<I>> answer(List<I> items, UnderWay<?> underWay) {
    CompletionStage<CompletionStage<Answer<I>>> answer =
        underWay
            .with(request(items))
            .handle(
                (response, failure) ->
                    failure == null
                        ? CompletableFuture.completedStage(read(items, response))
                        : afterFailure(items, Failures.unwrap(failure), underWay));
    return answer.thenCompose(Function.identity());
  }

  private CompletionStage<Answer<I>> afterFailure(
      List<I> items, Throwable failure, UnderWay<?> underWay) {
    if (AwsFailures.isThrottling(failure)) {
      return CompletableFuture.completedStage(Answer.left(items, AwsFailures.words(failure)));
    }
    if (!AwsFailures.mayBeAboutOne(failure)) {
      return CompletableFuture.failedStage(failure);
    }
    if (items.size() == 1) {
      return CompletableFuture.completedStage(
          Answer.refused(items.get(0), AwsFailures.words(failure)));
    }
    int half = items.size() / 2;
    return answer(items.subList(0, half), underWay)
        .thenCompose(
            first -> answer(items.subList(half, items.size()), underWay).thenApply(first::and));
  }

  /** The request of the SDK that is under way for a chunk. */
  private static final class UnderWay<T> {

    final CompletableFuture<T> reply = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<?> request;

    UnderWay() {
      CompletionStage<T> end = reply;
      end.whenComplete((value, failure) -> cancelIfCancelled());
    }

    <R> CompletionStage<R> with(CompletableFuture<R> started) {
      request = started;
      cancelIfCancelled();
      return started;
    }

    private void cancelIfCancelled() {
      CompletableFuture<?> started = request;
      if (started != null && reply.isCancelled()) {
        started.cancel(true);
      }
    }
  }
}
