package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.WriteReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** An item that the client cannot write. */
class UnwrittenItemTest {

  /** Fails as a client does that cannot write the item "bad". */
  private static final class Strict implements DynamoDbClient {

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      if (request.toString().contains("bad")) {
        throw SdkClientException.create(
            "Unable to marshall request to JSON: Unmatched surrogate pair");
      }
      return BatchWriteItemResponse.builder().unprocessedItems(Map.of()).build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  @Test
  void is_dead_alone() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      items.add(Map.of("id", AttributeValue.fromS(i == 13 ? "bad" : "item " + i)));
    }

    WriteReport report =
        DynamoDbBatch.of(new Strict(), "items").keySchema(KeySchema.of("id")).put(items);

    assertThat(report.counts().done()).isEqualTo(24);
    assertThat(report.deadLetters())
        .singleElement()
        .satisfies(
            dead -> {
              assertThat(dead.position()).isEqualTo(13);
              assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
            });
  }
}
