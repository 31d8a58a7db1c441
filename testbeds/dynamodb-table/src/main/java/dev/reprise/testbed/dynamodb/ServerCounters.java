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
 * The counters of a server since its start: an immutable snapshot. Numbers counted while calls are
 * in flight may belong to different instants; once the clients are idle they agree.
 *
 * @param requests calls received, by operation, failed and faulted ones included; sorted,
 *     unmodifiable
 * @param throttledRequests calls refused whole for want of capacity
 * @param partialBatches batches of which some items, but not all, were carried out
 * @param unprocessedItems items and keys handed back as unprocessed by partial batches
 * @param itemsWritten puts, updates and deletes carried out, one by one, in batches or transactions
 * @param itemsRead items answered to gets, queries and scans
 * @param canceledTransactions transactions refused with TransactionCanceledException, but for those
 *     that a {@link Fault} cancelled
 * @param replayedTransactions transactions answered again because of their token
 * @param failedStatements statements of batches that ended in an error of their own
 * @param faultsInjected calls that a scripted {@link Fault} met
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

  /** Copies the map. */
  public ServerCounters {
    requests = Collections.unmodifiableMap(new TreeMap<>(requests));
  }

  /**
   * Asks a server, which may run in another process, for its counters.
   *
   * @param endpoint where clients reach the server
   * @return a snapshot
   * @throws IOException if the server cannot be reached, or is not of this kind
   */
  public static ServerCounters of(URI endpoint) throws IOException {
    URLConnection connection = endpoint.resolve(PATH).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream body = connection.getInputStream()) {
      return of(Json.read(body.readAllBytes()));
    } catch (ServiceError e) {
      throw new IOException(endpoint + " answers no counters", e);
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
   * The calls of one operation.
   *
   * @param operation the name of the operation in the protocol, such as {@code BatchWriteItem}
   * @return how many were received; 0 for one never called
   */
  public long requests(String operation) {
    return requests.getOrDefault(operation, 0L);
  }

  /**
   * All calls.
   *
   * @return the sum over all operations
   */
  public long totalRequests() {
    return requests.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The difference of two snapshots of the same server.
   *
   * @param earlier a snapshot taken before this one
   * @return this snapshot less the earlier one
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
