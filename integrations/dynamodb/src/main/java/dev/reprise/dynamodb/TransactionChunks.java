package dev.reprise.dynamodb;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.time.TickSource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Sends transactions, each alone. */
final class TransactionChunks extends Chunks<WriteTransaction, TransactWriteItemsResponse> {

  /**
   * The service keeps a token for ten minutes from the end of the first request that had it. A
   * request may be on its way for some time.
   */
  static final Duration TOKEN_LIFE = Duration.ofMinutes(9);

  private final TableClient client;
  private final String table;
  private final KeySchema schema;
  private final Meter meter;
  private final Doubts<WriteTransaction> doubts;
  private final TickSource ticks;

  TransactionChunks(
      TableClient client,
      String table,
      KeySchema schema,
      Meter meter,
      Doubts<WriteTransaction> doubts,
      TickSource ticks) {
    this.client = client;
    this.table = table;
    this.schema = schema;
    this.meter = meter;
    this.doubts = doubts;
    this.ticks = ticks;
  }

  @Override
  CompletableFuture<TransactWriteItemsResponse> request(List<WriteTransaction> items) {
    WriteTransaction transaction = items.get(0);
    long now = ticks.nanos();
    OptionalLong since = doubts.sinceNanos(transaction);
    if (since.isPresent() && now - since.getAsLong() >= TOKEN_LIFE.toNanos()) {
      return CompletableFuture.failedFuture(
          new EffectUnknownException(
              "an attempt may have been carried out whose answer was lost more than "
                  + TOKEN_LIFE.toMinutes()
                  + " minutes ago; the service may not know the token any more"));
    }
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(transaction.parts().stream().map(this::toItem).toList())
            .clientRequestToken(transaction.token())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .overrideConfiguration(client.withoutOwnRetries())
            .build();
    meter.request();
    doubts.sent(transaction, now);
    return client.transact(request);
  }

  private TransactWriteItem toItem(Object part) {
    return part instanceof ItemWrite write ? toItem(write) : (TransactWriteItem) part;
  }

  private TransactWriteItem toItem(ItemWrite write) {
    return write.isDelete()
        ? TransactWriteItem.builder().delete(toDelete(write)).build()
        : TransactWriteItem.builder().put(toPut(write)).build();
  }

  private Put toPut(ItemWrite write) {
    Put.Builder put = Put.builder().tableName(table).item(write.attributes());
    write
        .condition()
        .ifPresent(
            condition ->
                put.conditionExpression(condition.toSend())
                    .expressionAttributeNames(ConditionalWrites.orNull(condition.namesFor(schema)))
                    .expressionAttributeValues(ConditionalWrites.orNull(condition.values()))
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD));
    return put.build();
  }

  private Delete toDelete(ItemWrite write) {
    Delete.Builder delete = Delete.builder().tableName(table).key(schema.keyOf(write.attributes()));
    write
        .condition()
        .ifPresent(
            condition ->
                delete
                    .conditionExpression(condition.toSend())
                    .expressionAttributeNames(ConditionalWrites.orNull(condition.namesFor(schema)))
                    .expressionAttributeValues(ConditionalWrites.orNull(condition.values()))
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD));
    return delete.build();
  }

  @Override
  BatchReply<WriteTransaction> read(
      List<WriteTransaction> items, TransactWriteItemsResponse response) {
    meter.consumed(response.consumedCapacity());
    return BatchReply.allDone();
  }

  @Override
  BatchReply<WriteTransaction> throttled(List<WriteTransaction> items, Throwable failure) {
    doubts.answered(items.get(0));
    return super.throttled(items, failure);
  }

  @Override
  BatchReply<WriteTransaction> failed(List<WriteTransaction> items, Throwable failure)
      throws Throwable {
    if (AwsFailures.isWithoutEffect(failure)) {
      doubts.answered(items.get(0));
    }
    if (failure instanceof TransactionCanceledException cancelled) {
      List<CancelledWrite> writes = CancelledWrite.of(cancelled);
      if (CancelledWrite.isFinal(writes)) {
        return BatchReply.<WriteTransaction>allDone()
            .rejectingAt(
                0, "The transaction was cancelled by " + CancelledWrite.words(writes), cancelled);
      }
    }
    throw failure;
  }
}
