package dev.reprise.opensearch;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.batch.Batch;
import dev.reprise.batch.Pace;
import dev.reprise.batch.operation.RefusedItemException;
import dev.reprise.budget.RetryBudget;
import dev.reprise.opensearch.internal.RequestFailures;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.RetryEnvironment;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sends any number of items through the bulk API of OpenSearch and Elasticsearch. The API returns
 * status 200 although items failed, with a status for each item; those that the server was too busy
 * for are sent again.
 *
 * <pre>{@code
 * Batch<BulkItem> batch = OpenSearchBulk.of(endpoint).toIndex("orders").batch();
 *
 * BatchReport<BulkItem> report = batch.run(items);
 * report.deadLetters().forEach(dead -> System.err.println(dead.item() + ": " + dead.message()));
 * }</pre>
 *
 * <p>The batch is one of {@link Batch}, so it can be journaled, paced, and pushed to; it is set up
 * as follows.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>request</td><td>at most 5 MiB and 1,000 items</td></tr>
 *   <tr><td>parallelism</td><td>4 requests</td></tr>
 *   <tr><td>attempts</td><td>30 without progress, which takes about a minute</td></tr>
 *   <tr><td>backoff</td><td>exponential from 100 ms, doubling, capped at 5 s, full jitter</td></tr>
 *   <tr><td>time limit, budget</td><td>none</td></tr>
 *   <tr><td>pace</td><td>adaptive</td></tr>
 *   <tr><td>key</td><td>index and id: a later item of a document waits for the earlier one</td></tr>
 *   <tr><td>idempotency</td><td>items without an id and scripts are not repeated after an unknown
 *       effect</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Results of items in a response with status 200</caption>
 *   <tr><th>status</th><th>action</th><th>result</th></tr>
 *   <tr><td>2xx</td><td>any</td><td>done</td></tr>
 *   <tr><td>429</td><td>any</td><td>sent again; throttled, without effect</td></tr>
 *   <tr><td>5xx</td><td>any</td><td>sent again; effect unknown</td></tr>
 *   <tr><td>404 without an error</td><td>delete</td><td>done</td></tr>
 *   <tr><td>409</td><td>create, or with an external version</td><td>done if an earlier attempt in
 *       this run had an unknown effect, otherwise dead</td></tr>
 *   <tr><td>409</td><td>update</td><td>sent again; without effect</td></tr>
 *   <tr><td>any other</td><td>any</td><td>dead</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Requests that fail as a whole</caption>
 *   <tr><th>status or failure</th><th>result</th></tr>
 *   <tr><td>400, 413</td><td>halved, until each bad item is alone and dead. The run stops when ten
 *       items in a row were refused alone by status 400, or by 413 although each has at most a
 *       tenth of {@code maxBytes} and no more than a request that was accepted</td></tr>
 *   <tr><td>429</td><td>sent again; throttled, without effect</td></tr>
 *   <tr><td>408, 500, 502, 503, 504, cut connection, timeout</td><td>sent again; effect
 *       unknown</td></tr>
 *   <tr><td>no connection</td><td>sent again; without effect. The run stops when the attempts have
 *       ended</td></tr>
 *   <tr><td>401, 403, 404, other statuses, a response of something else, a bad certificate, a
 *       closed client, an exception of the transport that is not about the network, an index of
 *       the batch that is missing, closed or blocked</td><td>the run stops</td></tr>
 * </table>
 *
 * <p>{@code Retry-After} is respected, up to 50 s by default: if the server requests a longer wait,
 * the run stops with the reason {@link dev.reprise.decision.StopReason#HINT_TOO_LONG}. Immutable,
 * and safe for use by any thread.
 */
public final class OpenSearchBulk {

  private static final long MAX_BYTES = 1L << 30;
  private static final long DEFAULT_BYTES = 5L << 20;
  private static final int DEFAULT_ITEMS = 1_000;
  private static final int DEFAULT_PARALLELISM = 4;
  private static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(30)
          .withoutTimeLimit()
          .backoff(
              Backoff.exponential(Duration.ofMillis(100))
                  .cappedAt(Duration.ofSeconds(5))
                  .jitter(Jitter.full()))
          .build();

  /** Responses contain only these fields, which makes them short. */
  private static final String FILTER = "filter_path=error,status,items.*.status,items.*.error";

  private final BulkTransport transport;
  private final @Nullable String index;
  private final long maxBytes;
  private final int maxItems;
  private final Map<String, String> parameters;

  private OpenSearchBulk(
      BulkTransport transport,
      @Nullable String index,
      long maxBytes,
      int maxItems,
      Map<String, String> parameters) {
    this.transport = transport;
    this.index = index;
    this.maxBytes = maxBytes;
    this.maxItems = maxItems;
    this.parameters = parameters;
  }

  /**
   * Creates a sender to a server, by the HTTP client of the JDK.
   *
   * @param endpoint as for {@link HttpClientTransport#of(URI)}
   * @return a sender with the defaults
   * @throws IllegalArgumentException as for {@link HttpClientTransport#of(URI)}
   */
  public static OpenSearchBulk of(URI endpoint) {
    return of(HttpClientTransport.of(endpoint));
  }

  /**
   * Creates a sender over a transport.
   *
   * @param transport sends each request once
   * @return a sender with the defaults
   */
  public static OpenSearchBulk of(BulkTransport transport) {
    Objects.requireNonNull(transport, "transport");
    return new OpenSearchBulk(transport, null, DEFAULT_BYTES, DEFAULT_ITEMS, Map.of());
  }

  /**
   * Sets the index of items that name none. None by default: each item must name its index.
   *
   * @param name name of an index, alias or data stream
   * @return a copy with this index
   * @throws IllegalArgumentException if {@code name} is empty
   */
  public OpenSearchBulk toIndex(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("index must not be empty");
    }
    return new OpenSearchBulk(transport, name, maxBytes, maxItems, parameters);
  }

  /**
   * Limits the length of a request. Default 5 MiB. An item that alone is longer is dead without a
   * request. The server refuses requests above its setting {@code http.max_content_length}, 100 MB
   * by default.
   *
   * @param bytes the limit, from 1 to 2<sup>30</sup>
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is not within its bounds
   */
  public OpenSearchBulk maxBytes(long bytes) {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes must be from 1 to " + MAX_BYTES + ", but was " + bytes);
    }
    return new OpenSearchBulk(transport, index, bytes, maxItems, parameters);
  }

  /**
   * Limits the number of items in a request. Default 1,000. A run holds at most {@code 2 × maxItems
   * × parallelism} items in memory, so set a lower limit for large documents.
   *
   * @param items the limit, at least 1
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code items} is less than 1
   */
  public OpenSearchBulk maxItems(int items) {
    if (items < 1) {
      throw new IllegalArgumentException("maxItems must be at least 1, but was " + items);
    }
    return new OpenSearchBulk(transport, index, maxBytes, items, parameters);
  }

  /**
   * Adds a parameter to each request, such as {@code pipeline}, {@code timeout} or {@code
   * require_alias}.
   *
   * @param name name of the parameter; replaces an earlier one
   * @param value its value
   * @return a copy with this parameter
   * @throws IllegalArgumentException if {@code name} is {@code filter_path}, which this class sets
   */
  public OpenSearchBulk withParameter(String name, String value) {
    Objects.requireNonNull(value, "value");
    if (name.equals("filter_path")) {
      throw new IllegalArgumentException("filter_path cannot be set, since results depend on it");
    }
    Map<String, String> more = new LinkedHashMap<>(parameters);
    more.put(name, value);
    return new OpenSearchBulk(transport, index, maxBytes, maxItems, more);
  }

  /**
   * Returns the default policy, from which another policy can be built.
   *
   * @return attempts, backoff and limits as in the table above
   */
  public static RetryPolicy defaultPolicy() {
    return POLICY;
  }

  /**
   * Creates a batch with the default policy and an unlimited budget.
   *
   * @return a batch as in the tables above
   */
  public Batch<BulkItem> batch() {
    return batch(Retry.of(POLICY).withBudget(RetryBudget.unlimited()).named("opensearch"));
  }

  /**
   * Creates a batch.
   *
   * @param retry decides which items are sent again and when, with the verdicts of the tables above
   *     added to its policy; its idempotency is replaced by that of each item
   * @return a batch as in the tables above, with this retry
   */
  public Batch<BulkItem> batch(Retry retry) {
    Retry judging =
        retry.withPolicy(
            retry.policy().toBuilder()
                .classifyWith("opensearch", RequestFailures.classifier())
                .idempotency(Idempotency.IDEMPOTENT)
                .build());
    return Batch.perRun(judging, () -> operation(retry.environment()))
        .chunkSize(maxItems)
        .parallelism(DEFAULT_PARALLELISM)
        .maxWeight(maxBytes, this::length)
        .keyedBy(item -> item.id().isPresent() ? DocumentKey.of(item, index) : new SoleKey())
        .notIdempotent(item -> !item.isIdempotent())
        .stoppingOn(RequestFailures::stops)
        .pacedBy(Pace.adaptive());
  }

  private long length(BulkItem item) {
    if (item.bytes() > maxBytes) {
      throw new RefusedItemException(
          "the item has " + item.bytes() + " bytes, which is above maxBytes, " + maxBytes);
    }
    return item.bytes();
  }

  private BulkOperation operation(RetryEnvironment environment) {
    return new BulkOperation(transport, path(), maxBytes, environment.wallClock());
  }

  private String path() {
    StringBuilder path = new StringBuilder();
    if (index != null) {
      path.append('/').append(encoded(index));
    }
    path.append("/_bulk?").append(FILTER);
    parameters.forEach(
        (name, value) -> path.append('&').append(encoded(name)).append('=').append(encoded(value)));
    return path.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The document of an item. */
  private record DocumentKey(@Nullable String index, String id) {

    static DocumentKey of(BulkItem item, @Nullable String defaultIndex) {
      return new DocumentKey(item.index().orElse(defaultIndex), item.id().orElse(""));
    }
  }

  /** The key of an item without an id, which is equal to no other key. */
  private static final class SoleKey {}
}
