package dev.reprise.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.reprise.batch.operation.BatchOperation;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.opensearch.internal.ItemResult;
import dev.reprise.opensearch.internal.RequestFailures;
import dev.reprise.opensearch.internal.ResponseReader;
import dev.reprise.text.CountText;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends the bulk requests of a run, and maps each response to the results of its items. */
final class BulkOperation implements BatchOperation<BulkItem> {

  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int TOO_LARGE = 413;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int FIRST_SERVER_ERROR = 500;

  /** This many items in a row, each refused alone by status 400 or 413, show it is about all. */
  private static final int MOST_REFUSED_ALONE = 10;

  /** An item of at most this share of {@code maxBytes} is hardly too large by itself. */
  private static final int SMALL_PART = 10;

  /** The error of each item if the pipeline of the request does not exist. */
  private static final Pattern NO_PIPELINE =
      Pattern.compile("pipeline with id \\[.*] does not exist");

  /** Errors about the index and the rights of the client, not about an item. */
  private static final Set<String> INDEX_ERRORS =
      Set.of(
          "index_not_found_exception",
          "index_closed_exception",
          "cluster_block_exception",
          "index_create_block_exception",
          "invalid_index_name_exception",
          "security_exception");

  private final BulkTransport transport;
  private final String path;
  private final long maxBytes;
  private final InstantSource clock;

  /** The items that were refused alone by a whole response since the last accepted request. */
  private final AtomicInteger refusedAlone = new AtomicInteger();

  /** The length of the longest request that was accepted; 0 before the first. */
  private final AtomicLong longestAccepted = new AtomicLong();

  /**
   * @param path path and query of requests
   * @param maxBytes limit of a request, for the message when the server has a lower one
   * @param clock compared with dates in {@code Retry-After}
   */
  BulkOperation(BulkTransport transport, String path, long maxBytes, InstantSource clock) {
    this.transport = transport;
    this.path = path;
    this.maxBytes = maxBytes;
    this.clock = clock;
  }

  @Override
  public BatchReply<BulkItem> send(List<BulkItem> chunk) throws IOException, InterruptedException {
    long length = chunk.stream().mapToLong(BulkItem::bytes).sum();
    byte[] body = new byte[Math.toIntExact(length)];
    int at = 0;
    for (BulkItem item : chunk) {
      at = item.appendTo(body, at);
    }
    return read(chunk, sent(new BulkRequest(path, body)), length);
  }

  private BulkResponse sent(BulkRequest request) throws IOException, InterruptedException {
    return Objects.requireNonNull(transport.send(request), "the transport returned null");
  }

  /**
   * Reads a response. One with status 400 may be about an item, which is then found by halving the
   * request. Many items that are refused alone, without an accepted request in between, show that
   * it is about the request, such as the value of a parameter.
   */
  private BatchReply<BulkItem> read(List<BulkItem> chunk, BulkResponse response, long length)
      throws IOException {
    if (response.status() == OK) {
      refusedAlone.set(0);
      longestAccepted.accumulateAndGet(length, Math::max);
      return results(chunk, response);
    }
    String error = ResponseReader.error(response.body());
    if (response.status() == TOO_LARGE) {
      return tooLarge(chunk, response, length, error);
    }
    if (response.status() == BAD_REQUEST && !error.contains("unrecognized parameter")) {
      if (chunk.size() == 1 && refusedAlone.incrementAndGet() >= MOST_REFUSED_ALONE) {
        throw failed(
            response, MOST_REFUSED_ALONE + " items in a row were refused, each alone: " + error);
      }
      return BatchReply.invalid("status 400: " + error);
    }
    throw failed(response, error);
  }

  /**
   * Reads a response with status 413. An item that is refused alone is too large, unless it is
   * small and smaller than what was accepted before: many of those show that any request is
   * refused.
   */
  private BatchReply<BulkItem> tooLarge(
      List<BulkItem> chunk, BulkResponse response, long length, String error)
      throws BulkRequestException {
    long accepted = longestAccepted.get();
    boolean isSmall = length <= maxBytes / SMALL_PART && (accepted == 0 || length <= accepted);
    if (chunk.size() == 1 && isSmall && refusedAlone.incrementAndGet() >= MOST_REFUSED_ALONE) {
      throw failed(
          response,
          MOST_REFUSED_ALONE
              + " items in a row were refused as too large, each alone, the last one with "
              + length
              + " bytes, while maxBytes is "
              + maxBytes
              + ": "
              + error);
    }
    return BatchReply.invalid(
        "status 413 for a request of "
            + length
            + " bytes, while maxBytes is "
            + maxBytes
            + ": set maxBytes to at most http.max_content_length of the server: "
            + error);
  }

  private BulkRequestException failed(BulkResponse response, String reason) {
    Duration wait = RequestFailures.waitOf(response, clock.instant());
    return new BulkRequestException(response.status(), reason, wait);
  }

  private BatchReply<BulkItem> results(List<BulkItem> chunk, BulkResponse response)
      throws IOException {
    List<ItemResult> results = parsed(response);
    if (results.size() != chunk.size()) {
      String mistake =
          "the response has results for "
              + CountText.of(results.size(), "item")
              + ", but the request had "
              + chunk.size();
      if (results.isEmpty()) {
        throw failed(response, mistake);
      }
      return BatchReply.<BulkItem>allDone()
          .leavingBetween(
              0,
              chunk.size(),
              ItemFailure.of(FailureKind.TRANSIENT, mistake).withEffect(Effect.UNKNOWN));
    }
    failIfAllAreUnusable(chunk, results);
    BatchReply<BulkItem> reply = BatchReply.allDone();
    for (int position = 0; position < results.size(); position++) {
      reply = add(reply, position, chunk.get(position), results.get(position));
    }
    Duration wait = RequestFailures.waitOf(response, clock.instant());
    return wait == null ? reply : reply.withHint(wait);
  }

  private List<ItemResult> parsed(BulkResponse response) throws IOException {
    try {
      return ResponseReader.items(response.body());
    } catch (JsonProcessingException malformed) {
      if (ResponseReader.beginsWithObject(response.body())) {
        throw new IOException("the response is not complete JSON", malformed);
      }
      throw notBulk(response, malformed);
    } catch (IOException different) {
      throw notBulk(response, different);
    }
  }

  private BulkRequestException notBulk(BulkResponse response, IOException problem) {
    BulkRequestException failure =
        failed(
            response,
            "not a response of the bulk API, is this the address of the server? "
                + ResponseReader.error(response.body()));
    failure.initCause(problem);
    return failure;
  }

  /**
   * Fails the whole request if all items failed because of the index or the pipeline of the batch:
   * every further request would end in the same way.
   */
  private static void failIfAllAreUnusable(List<BulkItem> chunk, List<ItemResult> results)
      throws BulkRequestException {
    boolean unusable =
        results.stream().allMatch(BulkOperation::isAboutAll)
            && chunk.stream().allMatch(item -> item.index().isEmpty());
    if (unusable) {
      ItemResult first = results.get(0);
      throw new BulkRequestException(first.status(), first.message(), null);
    }
  }

  private static boolean isAboutAll(ItemResult result) {
    String type = result.type();
    String reason = result.reason();
    return type != null
        && (INDEX_ERRORS.contains(type)
            || (reason != null && NO_PIPELINE.matcher(reason).matches()))
        && result.status() != TOO_MANY_REQUESTS
        && result.status() < FIRST_SERVER_ERROR;
  }

  private static BatchReply<BulkItem> add(
      BatchReply<BulkItem> reply, int position, BulkItem item, ItemResult result) {
    int status = result.status();
    if (isDone(item, result)) {
      return reply;
    }
    if (status == TOO_MANY_REQUESTS) {
      return reply.leavingAt(position, failure(FailureKind.THROTTLED, Effect.NONE, result));
    }
    if (status >= FIRST_SERVER_ERROR) {
      return reply.leavingAt(position, failure(FailureKind.TRANSIENT, Effect.UNKNOWN, result));
    }
    if (status != CONFLICT) {
      return reply.rejectingAt(position, result.message());
    }
    if (item.action() == BulkAction.UPDATE) { // another update came between its read and write
      return reply.leavingAt(position, failure(FailureKind.TRANSIENT, Effect.NONE, result));
    }
    boolean own = item.action() == BulkAction.CREATE || item.externalVersion().isPresent();
    return own
        ? reply.conflictingAt(position, result.message())
        : reply.rejectingAt(position, result.message());
  }

  private static boolean isDone(BulkItem item, ItemResult result) {
    boolean absent =
        item.action() == BulkAction.DELETE
            && result.status() == NOT_FOUND
            && result.type() == null
            && result.reason() == null;
    return absent || (result.status() >= OK && result.status() < 300);
  }

  private static ItemFailure failure(FailureKind kind, Effect effect, ItemResult result) {
    return new ItemFailure(kind, effect, result.message(), (@Nullable Throwable) null);
  }
}
