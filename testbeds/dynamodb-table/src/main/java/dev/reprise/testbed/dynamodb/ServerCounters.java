package dev.reprise.testbed.dynamodb;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a server has done since it started: a snapshot that does not change any more. Numbers
 * counted while calls are in flight may belong to different instants; once the clients are idle
 * they agree.
 *
 * @param requests calls received, by operation, failed and faulted ones included; sorted,
 *     unmodifiable
 * @param throttledRequests calls refused whole for want of capacity
 * @param partialBatches batches of which some items, but not all, were carried out
 * @param unprocessedItems items and keys handed back as unprocessed by partial batches
 * @param itemsWritten puts and deletes carried out, one by one or in batches
 * @param itemsRead items answered to gets, queries and scans
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
    long faultsInjected,
    double writeUnits,
    double readUnits) {

  /** Copies the map. */
  public ServerCounters {
    requests = Collections.unmodifiableMap(new TreeMap<>(requests));
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
   * What happened between two snapshots of the same server.
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
        faultsInjected - earlier.faultsInjected,
        writeUnits - earlier.writeUnits,
        readUnits - earlier.readUnits);
  }
}
