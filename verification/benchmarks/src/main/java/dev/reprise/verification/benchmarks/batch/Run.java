package dev.reprise.verification.benchmarks.batch;

import dev.reprise.testbed.dynamodb.ServerCounters;

/**
 * The load of one contender, as counted by the table server.
 *
 * @param name of the contender
 * @param items to be written
 * @param lost items that are missing from the table in the end
 * @param counters of the table
 * @param seconds from the first call to the last response
 * @param units the table's units a second; the same number is available at the start
 * @param allocated bytes, including those of a table server in this process
 * @param cpuNanos processor time of this process
 */
record Run(
    String name,
    int items,
    long lost,
    ServerCounters counters,
    double seconds,
    long units,
    long allocated,
    long cpuNanos) {

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

  double cpuMicrosPerItem() {
    return cpuNanos / 1e3 / items;
  }

  /** Calls that were refused as a whole, and calls with unprocessed items. */
  long throttled() {
    return counters.throttledRequests() + counters.partialBatches();
  }

  /** Percent of calls above the necessary number. */
  double wastedCalls() {
    return 100.0 * (calls() - leastCalls()) / leastCalls();
  }

  /** Percent of the available units that were used; the burst at the start counts as available. */
  double capacityUsed() {
    return 100.0 * counters.writeUnits() / (units * (seconds + 1));
  }
}
