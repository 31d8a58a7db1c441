package dev.reprise.verification.benchmarks.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/**
 * The enhanced client's {@code batchWriteItem} with documents, 25 a call, and again with what
 * {@code unprocessedPutItemsForTable} tells, as its guide shows; the waits are the hand loop's,
 * since it has none. One thread.
 */
final class EnhancedClient implements Loader {

  private static final int CHUNK = 25;

  private final DynamoDbEnhancedClient client;
  private final DynamoDbTable<EnhancedDocument> table;

  EnhancedClient(DynamoDbClient plain) {
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
    return "enhanced client, 1 thread";
  }

  @Override
  public void load(List<Map<String, AttributeValue>> items) {
    for (int from = 0; from < items.size(); from += CHUNK) {
      List<EnhancedDocument> chunk = new ArrayList<>(CHUNK);
      for (Map<String, AttributeValue> item :
          items.subList(from, Math.min(from + CHUNK, items.size()))) {
        chunk.add(EnhancedDocument.fromAttributeValueMap(item));
      }
      write(chunk);
    }
  }

  private void write(List<EnhancedDocument> chunk) {
    List<EnhancedDocument> open = chunk;
    for (int attempt = 0; !open.isEmpty(); attempt++) {
      WriteBatch.Builder<EnhancedDocument> batch =
          WriteBatch.builder(EnhancedDocument.class).mappedTableResource(table);
      open.forEach(item -> batch.addPutItem(item));
      WriteBatch writes = batch.build();
      BatchWriteResult result = client.batchWriteItem(request -> request.writeBatches(writes));
      open = result.unprocessedPutItemsForTable(table);
      if (!open.isEmpty()) {
        HandLoop.sleep(attempt);
      }
    }
  }
}
