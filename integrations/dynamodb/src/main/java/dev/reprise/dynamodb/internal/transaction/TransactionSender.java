package dev.reprise.dynamodb.internal.transaction;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.dynamodb.internal.client.OwnResponses;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.dynamodb.internal.failure.Cancellation;
import dev.reprise.dynamodb.internal.send.EffectSender;
import dev.reprise.dynamodb.internal.send.UncertainWrites;
import dev.reprise.dynamodb.internal.write.ConditionExpression;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.transaction.CancelledWrite;
import dev.reprise.dynamodb.transaction.EffectUnknownException;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.time.TickSource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Sends transactions, each in a separate request. */
final class TransactionSender extends EffectSender<WriteTransaction, TransactWriteItemsResponse> {

  /**
   * The service keeps a token for ten minutes after the first request with it ended. A minute is
   * left for the time that a request travels.
   */
  static final Duration TOKEN_LIFE = Duration.ofMinutes(9);

  private final String table;
  private final KeySchema schema;

  TransactionSender(
      TableClient client,
      String table,
      KeySchema schema,
      UsageMeter meter,
      UncertainWrites<WriteTransaction> uncertain,
      TickSource ticks) {
    super(client, meter, uncertain, ticks);
    this.table = table;
    this.schema = schema;
  }

  @Override
  protected @Nullable RuntimeException expired(List<WriteTransaction> items, long nowNanos) {
    OptionalLong since = uncertain.sinceNanos(items.get(0));
    if (since.isEmpty() || nowNanos - since.getAsLong() < TOKEN_LIFE.toNanos()) {
      return null;
    }
    return new EffectUnknownException(
        "the response of an attempt was lost more than "
            + TOKEN_LIFE.toMinutes()
            + " minutes ago; the attempt may have been carried out, and the service may no longer"
            + " know the token");
  }

  @Override
  protected Supplier<CompletableFuture<TransactWriteItemsResponse>> prepare(
      List<WriteTransaction> items) {
    WriteTransaction transaction = items.get(0);
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(transaction.map(this::toItem, item -> item))
            .clientRequestToken(transaction.token())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .overrideConfiguration(client.withoutOwnRetries())
            .build();
    return () -> client.transact(request);
  }

  private TransactWriteItem toItem(ItemWrite write) {
    return write.isDelete()
        ? TransactWriteItem.builder().delete(toDelete(write)).build()
        : TransactWriteItem.builder().put(toPut(write)).build();
  }

  private Put toPut(ItemWrite write) {
    Put.Builder put = Put.builder().tableName(table).item(write.attributes());
    if (write.condition().isPresent()) {
      ConditionExpression condition =
          ConditionExpression.of(write.condition().orElseThrow(), schema);
      put.conditionExpression(condition.expression())
          .expressionAttributeNames(condition.names())
          .expressionAttributeValues(condition.values())
          .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }
    return put.build();
  }

  private Delete toDelete(ItemWrite write) {
    Delete.Builder delete = Delete.builder().tableName(table).key(schema.keyOf(write.attributes()));
    if (write.condition().isPresent()) {
      ConditionExpression condition =
          ConditionExpression.of(write.condition().orElseThrow(), schema);
      delete
          .conditionExpression(condition.expression())
          .expressionAttributeNames(condition.names())
          .expressionAttributeValues(condition.values())
          .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }
    return delete.build();
  }

  @Override
  protected BatchReply<WriteTransaction> read(
      List<WriteTransaction> items, TransactWriteItemsResponse response) {
    OwnResponses.requireLabelled(response, response.hasConsumedCapacity());
    meter.consumed(response.consumedCapacity());
    return BatchReply.allDone();
  }

  @Override
  protected BatchReply<WriteTransaction> refused(List<WriteTransaction> items, Throwable failure)
      throws Throwable {
    if (failure instanceof TransactionCanceledException cancelled) {
      if (Cancellation.isPermanent(cancelled)) {
        List<CancelledWrite> writes = CancelledWrite.of(cancelled);
        return BatchReply.<WriteTransaction>allDone()
            .rejectingAt(
                0, "The transaction was cancelled by " + Cancellation.describe(writes), cancelled);
      }
    }
    throw failure;
  }
}
