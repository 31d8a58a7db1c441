/**
 * A throttling table server in memory. {@link dev.reprise.testbed.dynamodb.DynamoDbTableServer} is
 * the server, {@link dev.reprise.testbed.dynamodb.Fault} is a fault of its calls, and {@link
 * dev.reprise.testbed.dynamodb.ServerCounters} counts its work. {@link
 * dev.reprise.testbed.dynamodb.FixedResponseServer} is a server of a wrong endpoint.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance may be
 * used by several threads at the same time.
 */
@NullMarked
package dev.reprise.testbed.dynamodb;

import org.jspecify.annotations.NullMarked;
