/**
 * DynamoDB tables for Spark: {@link dev.reprise.spark.DynamoDbWrites} writes a DataFrame to a table
 * and reports every row, {@link dev.reprise.spark.DynamoDbReads} looks up items by their keys.
 *
 * <p>Unless a type states otherwise: arguments and results are not null, and an instance is
 * immutable and may be used by any thread of the driver.
 */
@NullMarked
package dev.reprise.spark;

import org.jspecify.annotations.NullMarked;
