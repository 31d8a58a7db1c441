package dev.reprise.aws.batch.sqs;

import dev.reprise.aws.batch.internal.ChunkRequest;
import dev.reprise.batch.operation.BatchReply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A request to a queue.
 *
 * @param <I> type of the entries
 * @param <R> type of the response
 */
final class QueueRequest<I, R> extends ChunkRequest<I, R> {

  private static final String PREFIX = "AWS.SimpleQueueService.";

  /** Codes of errors with which the service refuses a request that one entry made invalid. */
  private static final Set<String> SINGLE_ITEM_CODES =
      Set.of(
          "BatchRequestTooLong",
          "InvalidAttributeValue",
          "InvalidMessageContents",
          "InvalidParameterCombination",
          "InvalidParameterValue",
          "MissingParameter",
          "RequestEntityTooLargeException",
          "SerializationException",
          "TooManyEntriesInBatchRequest",
          "ValidationException");

  private final BiFunction<I, String, I> naming;
  private final Function<List<I>, CompletableFuture<R>> request;
  private final BiFunction<Integer, R, BatchReply<I>> reading;

  /**
   * Creates a request.
   *
   * @param naming sets the id of an entry
   * @param request sends entries
   * @param reading reads the response to a request of a number of entries
   */
  QueueRequest(
      BiFunction<I, String, I> naming,
      Function<List<I>, CompletableFuture<R>> request,
      BiFunction<Integer, R, BatchReply<I>> reading) {
    this.naming = naming;
    this.request = request;
    this.reading = reading;
  }

  @Override
  protected CompletableFuture<R> send(List<I> chunk) {
    return request.apply(
        IntStream.range(0, chunk.size())
            .mapToObj(position -> naming.apply(chunk.get(position), Integer.toString(position)))
            .toList());
  }

  @Override
  protected BatchReply<I> read(List<I> chunk, R response) {
    return reading.apply(chunk.size(), response);
  }

  @Override
  protected boolean mayConcernSingleItem(String errorCode) {
    return SINGLE_ITEM_CODES.contains(
        errorCode.startsWith(PREFIX) ? errorCode.substring(PREFIX.length()) : errorCode);
  }
}
