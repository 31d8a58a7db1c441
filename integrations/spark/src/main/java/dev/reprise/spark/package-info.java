/**
 * DynamoDB tables for Spark: {@link dev.reprise.spark.DynamoDbWrites} writes a DataFrame to a table
 * and reports every row, {@link dev.reprise.spark.DynamoDbReads} looks up items by their keys. No
 * parameter may be null.
 */
@NullMarked
package dev.reprise.spark;

import org.jspecify.annotations.NullMarked;
