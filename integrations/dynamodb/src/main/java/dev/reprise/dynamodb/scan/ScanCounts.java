package dev.reprise.dynamodb.scan;

import java.time.Duration;

/**
 * Numbers of a scan, at its end or on the way. Immutable.
 *
 * @param segments segments of the scan
 * @param segmentsDone segments read to their end, those of earlier runs included
 * @param segmentsFailed segments given up
 * @param items items given to the consumer
 * @param scanned items that the service read, before the filter
 * @param pages pages read
 * @param requests requests sent, those included that failed or were throttled
 * @param throttled requests that were throttled
 * @param capacityUnits read units that the answers say they consumed
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
   * Requests that were sent again.
   *
   * @return requests that brought no page, at least 0
   */
  public long retries() {
    return requests - pages;
  }
}
