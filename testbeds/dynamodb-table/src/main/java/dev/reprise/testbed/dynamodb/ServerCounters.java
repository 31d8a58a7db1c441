package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters of a server since its start, as an immutable snapshot. Numbers that are counted
 * while calls are in flight may belong to slightly different times; they agree once the clients are
 * idle. All numbers are at least 0.
 *
 * <pre>{@code
 * ServerCounters before = server.counters();
 * orders.load(server.endpoint());
 * ServerCounters load = server.counters().since(before);
 * }</pre>
 *
 * @param requests calls received, by operation, including those that failed or had a fault; sorted,
 *     unmodifiable
 * @param throttledRequests calls refused completely for lack of capacity
 * @param partialBatches batches of which some items, but not all, were carried out
 * @param unprocessedItems items and keys that partial batches returned as unprocessed
 * @param itemsWritten puts, updates and deletes carried out, individually, in batches or in
 *     transactions
 * @param itemsRead items returned by gets, queries and scans
 * @param canceledTransactions transactions refused with TransactionCanceledException, except those
 *     that a {@link Fault} cancelled
 * @param replayedTransactions transactions that were repeated with a known token, and therefore not
 *     carried out again
 * @param failedStatements statements in batches that failed
 * @param faultsInjected calls that had a {@link Fault}
 * @param writeUnits write capacity units consumed
 * @param readUnits read capacity units consumed; an eventually consistent read counts half
 */
public record ServerCounters(
    Map<String, Long> requests,
    long throttledRequests,
    long partialBatches,
    long unprocessedItems,
    long itemsWritten,
    long itemsRead,
    long canceledTransactions,
    long replayedTransactions,
    long failedStatements,
    long faultsInjected,
    double writeUnits,
    double readUnits) {

  /** The path at which a GET returns the counters. */
  static final String PATH = "/counters";

  private static final int TIMEOUT_MILLIS = 10_000;

  /** Copies the map. The numbers must be at least 0; this is not checked. */
  public ServerCounters {
    requests = Collections.unmodifiableMap(new TreeMap<>(requests));
  }

  /**
   * Requests the counters of a server, which may run in another process.
   *
   * @param endpoint the address of the server for clients
   * @return a snapshot
   * @throws IOException if the server cannot be reached, does not reply within 10 seconds, or is
   *     not a table server
   */
  public static ServerCounters of(URI endpoint) throws IOException {
    URLConnection connection = endpoint.resolve(PATH).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream body = connection.getInputStream()) {
      return of(Json.read(body.readAllBytes()));
    } catch (ServiceError e) {
      throw new IOException(endpoint + " does not return counters", e);
    }
  }

  static ServerCounters of(ObjectNode json) {
    Map<String, Long> requests = new TreeMap<>();
    json.path("requests")
        .properties()
        .forEach(each -> requests.put(each.getKey(), each.getValue().longValue()));
    return new ServerCounters(
        requests,
        json.path("throttledRequests").longValue(),
        json.path("partialBatches").longValue(),
        json.path("unprocessedItems").longValue(),
        json.path("itemsWritten").longValue(),
        json.path("itemsRead").longValue(),
        json.path("canceledTransactions").longValue(),
        json.path("replayedTransactions").longValue(),
        json.path("failedStatements").longValue(),
        json.path("faultsInjected").longValue(),
        json.path("writeUnits").doubleValue(),
        json.path("readUnits").doubleValue());
  }

  /**
   * Returns the number of calls of one operation.
   *
   * @param operation the name of the operation in the protocol, such as {@code BatchWriteItem}
   * @return the number of calls received; 0 for an operation that was never called
   */
  public long requests(String operation) {
    return requests.getOrDefault(operation, 0L);
  }

  /**
   * Returns the number of all calls.
   *
   * @return the sum over all operations
   */
  public long totalRequests() {
    return requests.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Returns the difference of two snapshots of the same server.
   *
   * @param earlier a snapshot taken before this one
   * @return this snapshot minus the earlier one
   */
  public ServerCounters since(ServerCounters earlier) {
    Map<String, Long> calls = new TreeMap<>(requests);
    calls.replaceAll((operation, count) -> count - earlier.requests(operation));
    return new ServerCounters(
        calls,
        throttledRequests - earlier.throttledRequests,
        partialBatches - earlier.partialBatches,
        unprocessedItems - earlier.unprocessedItems,
        itemsWritten - earlier.itemsWritten,
        itemsRead - earlier.itemsRead,
        canceledTransactions - earlier.canceledTransactions,
        replayedTransactions - earlier.replayedTransactions,
        failedStatements - earlier.failedStatements,
        faultsInjected - earlier.faultsInjected,
        writeUnits - earlier.writeUnits,
        readUnits - earlier.readUnits);
  }
}
