package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.CapacityUnits;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.storage.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of the work of a server, which all its threads increment. Thread-safe. */
public final class LiveCounters {

  private final Map<String, LongAdder> requests = new ConcurrentHashMap<>();
  private final LongAdder throttled = new LongAdder();
  private final LongAdder partialBatches = new LongAdder();
  private final LongAdder unprocessed = new LongAdder();
  private final LongAdder written = new LongAdder();
  private final LongAdder read = new LongAdder();
  private final LongAdder canceled = new LongAdder();
  private final LongAdder replayed = new LongAdder();
  private final LongAdder failedStatements = new LongAdder();
  private final LongAdder faults = new LongAdder();
  private final LongAdder halvesWritten = new LongAdder();
  private final LongAdder halvesRead = new LongAdder();

  public void request(String operation) {
    requests.computeIfAbsent(operation, name -> new LongAdder()).increment();
  }

  void throttled() {
    throttled.increment();
  }

  void partialBatch(int leftOver) {
    partialBatches.increment();
    unprocessed.add(leftOver);
  }

  public void fault() {
    faults.increment();
  }

  /** Counts a write that consumed capacity, even if its condition did not hold. */
  void write(Table.Written outcome) {
    halvesWritten.add(outcome.halves());
    if (outcome.conditionHeld()) {
      written.increment();
    }
  }

  /** Counts the writes of a transaction. */
  void writes(long items, long halves) {
    written.add(items);
    halvesWritten.add(halves);
  }

  void canceled() {
    canceled.increment();
  }

  void replayed() {
    replayed.increment();
  }

  void failedStatement() {
    failedStatements.increment();
  }

  void read(int items, long halves) {
    read.add(items);
    halvesRead.add(halves);
  }

  /** Returns the current counters, in the form that the server sends to clients. */
  public ObjectNode toJson() {
    ObjectNode json = Json.object();
    ObjectNode calls = json.putObject("requests");
    requests.forEach((operation, count) -> calls.put(operation, count.sum()));
    return json.put("throttledRequests", throttled.sum())
        .put("partialBatches", partialBatches.sum())
        .put("unprocessedItems", unprocessed.sum())
        .put("itemsWritten", written.sum())
        .put("itemsRead", read.sum())
        .put("canceledTransactions", canceled.sum())
        .put("replayedTransactions", replayed.sum())
        .put("failedStatements", failedStatements.sum())
        .put("faultsInjected", faults.sum())
        .put("writeUnits", CapacityUnits.toUnits(halvesWritten.sum()))
        .put("readUnits", CapacityUnits.toUnits(halvesRead.sum()));
  }
}
