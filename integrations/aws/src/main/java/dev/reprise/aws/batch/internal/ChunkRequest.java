package dev.reprise.aws.batch.internal;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.aws.request.ForeignResponseException;
import dev.reprise.aws.request.SdkRequests;
import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.batch.operation.RefusedItemException;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a service that takes a chunk of items in one request.
 *
 * @param <I> type of the items
 * @param <R> type of the response
 */
public abstract class ChunkRequest<I, R> {

  /** Sends the request for a chunk. */
  protected abstract CompletableFuture<R> send(List<I> chunk);

  /**
   * Reads the response, which may report failures of single items.
   *
   * @throws ForeignResponseException if it has no result of any item
   */
  protected abstract BatchReply<I> read(List<I> chunk, R response);

  /** Returns whether the service may have refused a whole request because of a single item. */
  protected abstract boolean mayConcernSingleItem(String errorCode);

  /** Returns whether the service refuses the queue or the stream, whatever the items are. */
  protected boolean concernsTarget(Throwable failure) {
    return false;
  }

  /**
   * Returns a batch of such requests.
   *
   * @param async whether requests complete later; if not, they are complete when they are sent
   */
  public final Batch<I> batch(Retry retry, boolean async) {
    Batch<I> batch =
        async
            ? Batch.ofAsync(retry, this::reply)
            : Batch.of(retry, chunk -> SdkRequests.outcome(reply(chunk)));
    return batch.stoppingOn(this::endsEveryRequest).pacedBy(Pace.adaptive());
  }

  private boolean endsEveryRequest(Throwable failure) {
    Throwable cause = Failures.unwrapOrSelf(failure);
    return concernsTarget(cause) || AwsFailures.endsEveryRequest(cause);
  }

  private CompletableFuture<BatchReply<I>> reply(List<I> chunk) {
    CompletableFuture<R> request = send(chunk);
    CompletableFuture<BatchReply<I>> reply =
        request.handle(
            (response, failure) ->
                failure == null ? read(chunk, response) : failed(Failures.unwrap(failure)));
    CompletionStage<BatchReply<I>> end = reply;
    end.whenComplete(
        (value, failure) -> {
          if (reply.isCancelled()) {
            request.cancel(true);
          }
        });
    return reply;
  }

  private BatchReply<I> failed(Throwable failure) {
    if (AwsFailures.isThrottling(failure)) {
      return throttled(failure);
    }
    if (AwsFailures.isUnwritten(failure)
        || AwsFailures.isTooLarge(failure)
        || (mayConcernSingleItem(AwsFailures.errorCode(failure)) && !concernsTarget(failure))) {
      String message = AwsFailures.describe(failure);
      return BatchReply.<I>invalid(message)
          .withFailure(ItemFailure.of(FailureKind.OTHER, message).withError(failure));
    }
    throw new CompletionException(failure);
  }

  /** The response may say how long to wait. */
  private static <I> BatchReply<I> throttled(Throwable failure) {
    ItemFailure reason =
        ItemFailure.of(FailureKind.THROTTLED, AwsFailures.describe(failure)).withError(failure);
    BatchReply<I> reply = BatchReply.<I>nothingDone().withFailure(reason);
    Verdict verdict = AwsFailures.classifier().classify(Outcome.threw(failure));
    return verdict.hasHint() ? reply.withHint(Duration.ofNanos(verdict.hintNanos())) : reply;
  }

  /**
   * Returns a size in bytes, if a request can have it.
   *
   * @throws RefusedItemException if it is above the limit
   */
  public static long within(long bytes, long limit, String item, String setting) {
    if (bytes > limit) {
      throw new RefusedItemException(
          item + " has " + bytes + " bytes, more than " + setting + " " + limit);
    }
    return bytes;
  }

  /**
   * Returns a limit of bytes.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public static long atLeastOne(long bytes, String setting) {
    if (bytes < 1) {
      throw new IllegalArgumentException(setting + " must be at least 1, but was " + bytes);
    }
    return bytes;
  }

  /** Returns the length of a text in UTF-8, in bytes; 0 for null. */
  public static long utf8(@Nullable String text) {
    return text == null
        ? 0
        : text.codePoints()
            .mapToLong(c -> c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4)
            .sum();
  }
}
