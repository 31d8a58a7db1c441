/**
 * Batch reads and writes of any size on DynamoDB, with nothing lost. Begin with {@link
 * dev.reprise.dynamodb.DynamoDbBatch}.
 */
@NullMarked
package dev.reprise.dynamodb;

import org.jspecify.annotations.NullMarked;
