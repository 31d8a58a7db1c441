package dev.reprise.dynamodb.internal.write;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.dynamodb.internal.client.OwnResponses;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.dynamodb.internal.item.ItemEquality;
import dev.reprise.dynamodb.internal.send.EffectSender;
import dev.reprise.dynamodb.internal.send.UncertainWrites;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import dev.reprise.time.TickSource;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkResponse;
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
 * Sends conditional writes, each in a separate request. If a condition does not hold, the existing
 * item shows whether an earlier attempt has carried the write out, as {@link WriteCondition}
 * documents it.
 */
public final class ConditionalWriteSender
    extends EffectSender<ItemWrite, @Nullable ConsumedCapacity> {

  private final String table;
  private final KeySchema schema;

  public ConditionalWriteSender(
      TableClient client,
      String table,
      KeySchema schema,
      UsageMeter meter,
      UncertainWrites<ItemWrite> uncertain,
      TickSource ticks) {
    super(client, meter, uncertain, ticks);
    this.table = table;
    this.schema = schema;
  }

  @Override
  protected Supplier<CompletableFuture<@Nullable ConsumedCapacity>> prepare(List<ItemWrite> items) {
    ItemWrite write = items.get(0);
    ConditionExpression condition = ConditionExpression.of(write.condition().orElseThrow(), schema);
    return () -> write.isDelete() ? delete(write, condition) : put(write, condition);
  }

  private CompletableFuture<@Nullable ConsumedCapacity> put(
      ItemWrite write, ConditionExpression condition) {
    return capacity(
        client.put(
            PutItemRequest.builder()
                .tableName(table)
                .item(write.attributes())
                .conditionExpression(condition.expression())
                .expressionAttributeNames(condition.names())
                .expressionAttributeValues(condition.values())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .overrideConfiguration(client.withoutOwnRetries())
                .build()),
        PutItemResponse::consumedCapacity);
  }

  private CompletableFuture<@Nullable ConsumedCapacity> delete(
      ItemWrite write, ConditionExpression condition) {
    return capacity(
        client.delete(
            DeleteItemRequest.builder()
                .tableName(table)
                .key(schema.keyOf(write.attributes()))
                .conditionExpression(condition.expression())
                .expressionAttributeNames(condition.names())
                .expressionAttributeValues(condition.values())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .overrideConfiguration(client.withoutOwnRetries())
                .build()),
        DeleteItemResponse::consumedCapacity);
  }

  /** Checks a response, and returns its capacity. */
  private static <R extends SdkResponse> CompletableFuture<@Nullable ConsumedCapacity> capacity(
      CompletableFuture<R> request, Function<R, @Nullable ConsumedCapacity> capacityOf) {
    return OwnResponses.<R, @Nullable ConsumedCapacity>read(
        request,
        response -> {
          ConsumedCapacity consumed = capacityOf.apply(response);
          OwnResponses.requireLabelled(response, consumed != null);
          return consumed;
        });
  }

  @Override
  protected BatchReply<ItemWrite> read(List<ItemWrite> items, @Nullable ConsumedCapacity consumed) {
    if (consumed != null) {
      meter.consumed(List.of(consumed));
    }
    return BatchReply.allDone();
  }

  @Override
  protected BatchReply<ItemWrite> refused(List<ItemWrite> items, Throwable failure)
      throws Throwable {
    if (!(failure instanceof ConditionalCheckFailedException refusal)) {
      throw failure;
    }
    ItemWrite write = items.get(0);
    Map<String, AttributeValue> existing = refusal.hasItem() ? refusal.item() : null;
    boolean asWritten =
        write.isDelete()
            ? existing == null
            : existing != null && ItemEquality.equal(write.attributes(), existing);
    if (asWritten
        && uncertain.isUncertain(write)
        && write.condition().orElseThrow().isDoneIfAsWritten()) {
      return BatchReply.allDone();
    }
    return BatchReply.<ItemWrite>allDone()
        .rejectingAt(0, message(write, existing, asWritten) + uncertain.note(write), refusal);
  }

  private static String message(
      ItemWrite write, @Nullable Map<String, AttributeValue> existing, boolean asWritten) {
    String found =
        existing == null
            ? "the service returned no item"
            : asWritten
                ? "the table has an equal item"
                : "the table has an item with the attributes " + new TreeSet<>(existing.keySet());
    return "The condition of the "
        + (write.isDelete() ? "delete" : "put")
        + " does not hold ("
        + write.condition().orElseThrow()
        + "): "
        + found;
  }
}
