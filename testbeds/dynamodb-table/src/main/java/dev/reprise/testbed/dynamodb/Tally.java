package dev.reprise.testbed.dynamodb;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the server does; {@link #snapshot} is the public form. */
final class Tally {

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

  void request(String operation) {
    requests.computeIfAbsent(operation, name -> new LongAdder()).increment();
  }

  void throttled() {
    throttled.increment();
  }

  void partialBatch(int leftOver) {
    partialBatches.increment();
    unprocessed.add(leftOver);
  }

  void fault() {
    faults.increment();
  }

  /** A write that consumed capacity, whether or not its condition held. */
  void write(Table.Written outcome) {
    halvesWritten.add(outcome.halves());
    if (outcome.conditionHeld()) {
      written.increment();
    }
  }

  /** Writes of a transaction. */
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

  ServerCounters snapshot() {
    Map<String, Long> calls = new HashMap<>();
    requests.forEach((operation, count) -> calls.put(operation, count.sum()));
    return new ServerCounters(
        calls,
        throttled.sum(),
        partialBatches.sum(),
        unprocessed.sum(),
        written.sum(),
        read.sum(),
        canceled.sum(),
        replayed.sum(),
        failedStatements.sum(),
        faults.sum(),
        CapacityUnits.toUnits(halvesWritten.sum()),
        CapacityUnits.toUnits(halvesRead.sum()));
  }
}
