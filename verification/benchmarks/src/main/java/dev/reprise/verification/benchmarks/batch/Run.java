package dev.reprise.verification.benchmarks.batch;

import dev.reprise.testbed.dynamodb.ServerCounters;

/**
 * One contestant's load, as the table has seen it.
 *
 * @param name of the contestant
 * @param items to be written
 * @param lost items that are not in the table in the end
 * @param counters of the table
 * @param seconds from the first call to the last answer
 * @param units the table's units a second; as many lie ready at the beginning
 * @param allocated bytes, those of a table server in this process included
 */
record Run(
    String name,
    int items,
    long lost,
    ServerCounters counters,
    double seconds,
    long units,
    long allocated) {

  private static final int CHUNK = 25;

  long calls() {
    return counters.requests("BatchWriteItem");
  }

  long leastCalls() {
    return (items + CHUNK - 1L) / CHUNK;
  }

  double itemsPerSecond() {
    return items / seconds;
  }

  double bytesPerItem() {
    return (double) allocated / items;
  }

  /** Calls that were refused whole, and those of which a part came back. */
  long throttled() {
    return counters.throttledRequests() + counters.partialBatches();
  }

  /** Percent of calls beyond the least. */
  double wastedCalls() {
    return 100.0 * (calls() - leastCalls()) / leastCalls();
  }

  /** Percent of the units that the table had to give, the burst at the beginning included. */
  double capacityUsed() {
    return 100.0 * counters.writeUnits() / (units * (seconds + 1));
  }
}
