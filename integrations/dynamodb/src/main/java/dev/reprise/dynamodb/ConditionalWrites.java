package dev.reprise.dynamodb;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.time.TickSource;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * Sends writes that have a condition, each alone. What is there when the condition does not hold
 * tells a refusal from the trace of an earlier attempt, as {@link WriteCondition} says.
 */
final class ConditionalWrites extends Chunks<ItemWrite, ConsumedCapacity> {

  private final TableClient client;
  private final String table;
  private final KeySchema schema;
  private final Meter meter;
  private final Doubts<ItemWrite> doubts;
  private final TickSource ticks;

  ConditionalWrites(
      TableClient client,
      String table,
      KeySchema schema,
      Meter meter,
      Doubts<ItemWrite> doubts,
      TickSource ticks) {
    this.client = client;
    this.table = table;
    this.schema = schema;
    this.meter = meter;
    this.doubts = doubts;
    this.ticks = ticks;
  }

  @Override
  CompletableFuture<ConsumedCapacity> request(List<ItemWrite> items) {
    ItemWrite write = items.get(0);
    WriteCondition condition = write.condition().orElseThrow();
    meter.request();
    doubts.sent(write, ticks.nanos());
    return write.isDelete() ? delete(write, condition) : put(write, condition);
  }

  private CompletableFuture<ConsumedCapacity> put(ItemWrite write, WriteCondition condition) {
    return client
        .put(
            PutItemRequest.builder()
                .tableName(table)
                .item(write.attributes())
                .conditionExpression(condition.toSend())
                .expressionAttributeNames(orNull(condition.namesFor(schema)))
                .expressionAttributeValues(orNull(condition.values()))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .overrideConfiguration(client.withoutOwnRetries())
                .build())
        .thenApply(PutItemResponse::consumedCapacity);
  }

  private CompletableFuture<ConsumedCapacity> delete(ItemWrite write, WriteCondition condition) {
    return client
        .delete(
            DeleteItemRequest.builder()
                .tableName(table)
                .key(schema.keyOf(write.attributes()))
                .conditionExpression(condition.toSend())
                .expressionAttributeNames(orNull(condition.namesFor(schema)))
                .expressionAttributeValues(orNull(condition.values()))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .overrideConfiguration(client.withoutOwnRetries())
                .build())
        .thenApply(DeleteItemResponse::consumedCapacity);
  }

  /** The service does not take an empty map. */
  static <V> @Nullable Map<String, V> orNull(Map<String, V> map) {
    return map.isEmpty() ? null : map;
  }

  @Override
  BatchReply<ItemWrite> read(List<ItemWrite> items, @Nullable ConsumedCapacity consumed) {
    if (consumed != null) {
      meter.consumed(List.of(consumed));
    }
    return BatchReply.allDone();
  }

  @Override
  BatchReply<ItemWrite> throttled(List<ItemWrite> items, Throwable failure) {
    doubts.answered(items.get(0));
    return super.throttled(items, failure);
  }

  @Override
  BatchReply<ItemWrite> failed(List<ItemWrite> items, Throwable failure) throws Throwable {
    ItemWrite write = items.get(0);
    if (AwsFailures.isWithoutEffect(failure)) {
      doubts.answered(write);
    }
    if (!(failure instanceof ConditionalCheckFailedException refusal)) {
      throw failure;
    }
    Map<String, AttributeValue> there = refusal.hasItem() ? refusal.item() : null;
    boolean asWritten =
        write.isDelete()
            ? there == null
            : there != null && SameItem.same(write.attributes(), there);
    if (asWritten && doubts.about(write) && write.condition().orElseThrow().isDoneIfAsWritten()) {
      return BatchReply.allDone();
    }
    return BatchReply.<ItemWrite>allDone()
        .rejectingAt(0, words(write, there, asWritten) + doubts.words(write), refusal);
  }

  private static String words(
      ItemWrite write, @Nullable Map<String, AttributeValue> there, boolean asWritten) {
    String found =
        there == null
            ? "the service shows no item there"
            : asWritten
                ? "an equal item is there"
                : "an item is there with the attributes " + new TreeSet<>(there.keySet());
    return "The condition of the "
        + (write.isDelete() ? "delete" : "put")
        + " does not hold ("
        + write.condition().orElseThrow()
        + "): "
        + found;
  }
}
