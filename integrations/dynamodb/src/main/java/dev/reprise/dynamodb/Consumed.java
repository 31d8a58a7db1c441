package dev.reprise.dynamodb;

/**
 * What a run asked of the service.
 *
 * @param requests batch requests sent, those included that failed or were refused; above the number
 *     of calls of the report where chunks were halved to find an item that the service refuses
 * @param capacityUnits capacity units that the answers say they consumed, in writes or reads
 */
public record Consumed(long requests, double capacityUnits) {}
