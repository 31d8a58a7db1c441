/**
 * Batch reads and writes of any size on DynamoDB, with no item lost. Begin with {@link
 * dev.reprise.dynamodb.DynamoDbBatch}.
 *
 * <p>No argument and no result is null unless it is marked {@code @Nullable}. The types are
 * immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.reprise.dynamodb;

import org.jspecify.annotations.NullMarked;
