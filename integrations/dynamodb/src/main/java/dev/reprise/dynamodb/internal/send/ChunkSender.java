package dev.reprise.dynamodb.internal.send;

import dev.reprise.aws.AwsFailures;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.dynamodb.internal.failure.ServiceErrors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Sends chunks, each in a single request. A throttling exception leaves the whole chunk
 * unprocessed.
 *
 * @param <I> type of the items
 * @param <R> type of the service's response
 */
public abstract class ChunkSender<I, R> {

  private final @Nullable String table;

  /**
   * Creates a sender.
   *
   * @param table the table of each request: a failure that concerns it is not that of an item, so
   *     no smaller chunk would succeed; null if items name their tables
   */
  protected ChunkSender(@Nullable String table) {
    this.table = table;
  }

  /** Sends the request for a chunk. */
  protected abstract CompletableFuture<R> request(List<I> items);

  /** Reads the response to a request. */
  protected abstract BatchReply<I> read(List<I> items, R response);

  /** Returns the reply for a request that was throttled as a whole, with the wait it asks for. */
  protected BatchReply<I> throttled(List<I> items, Throwable failure) {
    ItemFailure reason =
        ItemFailure.of(FailureKind.THROTTLED, AwsFailures.describe(failure)).withError(failure);
    BatchReply<I> reply = BatchReply.<I>nothingDone().withFailure(reason);
    Verdict verdict = AwsFailures.classifier().classify(Outcome.threw(failure));
    return verdict.hasHint() ? reply.withHint(Duration.ofNanos(verdict.hintNanos())) : reply;
  }

  /**
   * Returns the reply for a request that failed for a reason other than throttling.
   *
   * @throws Throwable the failure, if the policy is to decide on it
   */
  protected BatchReply<I> failed(List<I> items, Throwable failure) throws Throwable {
    boolean concernsTable = table != null && ServiceErrors.concernTableName(failure, table);
    if (!concernsTable && ServiceErrors.mayConcernSingleItem(failure)) {
      String message = AwsFailures.describe(failure);
      return BatchReply.<I>invalid(message)
          .withFailure(ItemFailure.of(FailureKind.OTHER, message).withError(failure));
    }
    throw failure;
  }

  /** Sends a chunk. Cancelling the result cancels the request. */
  public final CompletableFuture<BatchReply<I>> send(List<I> chunk) {
    CompletableFuture<BatchReply<I>> reply = new CompletableFuture<>();
    CompletableFuture<R> request = request(chunk);
    CompletionStage<R> response = request;
    response.whenComplete((value, failure) -> complete(reply, chunk, value, failure));
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
}
