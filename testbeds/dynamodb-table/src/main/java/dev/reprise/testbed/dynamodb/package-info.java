/**
 * A throttling table server in memory. {@link dev.reprise.testbed.dynamodb.DynamoDbTableServer}
 * starts it, {@link dev.reprise.testbed.dynamodb.Fault} scripts what goes wrong, and {@link
 * dev.reprise.testbed.dynamodb.ServerCounters} counts what it did.
 */
@NullMarked
package dev.reprise.testbed.dynamodb;

import org.jspecify.annotations.NullMarked;
