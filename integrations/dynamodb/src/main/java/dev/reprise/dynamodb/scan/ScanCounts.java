package dev.reprise.dynamodb.scan;

import java.time.Duration;

/**
 * Counts of a scan, during the scan or at its end.
 *
 * @param segments segments of the scan
 * @param segmentsDone segments read to their end, including those of earlier runs
 * @param segmentsFailed segments given up
 * @param items items passed to the consumer
 * @param scanned items that the service read, before the filter
 * @param pages pages read
 * @param requests requests sent, including failed and throttled requests
 * @param throttled requests that were throttled
 * @param capacityUnits read units consumed, as the responses report them
 * @param elapsed time since the scan began
 */
public record ScanCounts(
    int segments,
    int segmentsDone,
    int segmentsFailed,
    long items,
    long scanned,
    long pages,
    long requests,
    long throttled,
    double capacityUnits,
    Duration elapsed) {

  /**
   * Returns the number of requests that were sent again.
   *
   * @return requests that returned no page, at least 0
   */
  public long retries() {
    return requests - pages;
  }
}
