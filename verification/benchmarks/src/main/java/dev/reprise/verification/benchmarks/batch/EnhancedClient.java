package dev.reprise.verification.benchmarks.batch;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteResult;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/**
 * The enhanced client's {@code batchWriteItem} with documents, 25 a call. The items of {@code
 * unprocessedPutItemsForTable} are sent again, as its guide shows. It has no waits, so those of the
 * hand-written loop are used. One thread, or several that each take the next 25 items.
 */
final class EnhancedClient implements Loader {

  private final DynamoDbEnhancedClient client;
  private final DynamoDbTable<EnhancedDocument> table;
  private final int threads;
  private final ExecutorService pool;

  EnhancedClient(DynamoDbClient plain, int threads, ExecutorService pool) {
    this.threads = threads;
    this.pool = pool;
    client = DynamoDbEnhancedClient.builder().dynamoDbClient(plain).build();
    table =
        client.table(
            TABLE,
            TableSchema.documentSchemaBuilder()
                .addIndexPartitionKey(TableMetadata.primaryIndexName(), "id", AttributeValueType.S)
                .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
                .build());
  }

  @Override
  public String name() {
    return "enhanced client, " + (threads == 1 ? "1 thread" : threads + " threads");
  }

  @Override
  public void load(List<Map<String, AttributeValue>> items) {
    Workers.share(
        items,
        threads,
        pool,
        chunk -> write(chunk.stream().map(EnhancedDocument::fromAttributeValueMap).toList()));
  }

  private void write(List<EnhancedDocument> chunk) {
    List<EnhancedDocument> open = chunk;
    for (int attempt = 0; !open.isEmpty(); attempt++) {
      WriteBatch.Builder<EnhancedDocument> batch =
          WriteBatch.builder(EnhancedDocument.class).mappedTableResource(table);
      open.forEach(item -> batch.addPutItem(item));
      open = send(batch.build(), open);
      if (!open.isEmpty()) {
        HandWrittenLoop.sleep(attempt);
      }
    }
  }

  private List<EnhancedDocument> send(WriteBatch batch, List<EnhancedDocument> open) {
    try {
      BatchWriteResult result = client.batchWriteItem(request -> request.writeBatches(batch));
      return result.unprocessedPutItemsForTable(table);
    } catch (ProvisionedThroughputExceededException refused) {
      return open;
    }
  }
}
