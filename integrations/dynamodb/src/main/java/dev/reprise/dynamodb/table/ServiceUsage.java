package dev.reprise.dynamodb.table;

/**
 * Requests that a run has sent and capacity that it has consumed. Immutable.
 *
 * @param requests requests sent, including those that failed or were refused; more than the calls
 *     of the report where chunks were halved to find an item that the service refuses
 * @param capacityUnits capacity units consumed, as the responses report them: write units for
 *     writes, read units for reads
 */
public record ServiceUsage(long requests, double capacityUnits) {}
