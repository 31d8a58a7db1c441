package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.item;
import static dev.reprise.dynamodb.Sdk.keys;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Requests and responses at the limit of 16 MB. */
class LargeItemsTest {

  @Test
  @Tag("proof")
  void requests_are_at_most_16_mb_and_full_responses_are_completed() {
    try (DynamoDbTableServer server = DynamoDbTableServer.builder().start();
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      Sdk.createTable(client, 1_000_000, 1_000_000);
      DynamoDbBatch batch = DynamoDbBatch.of(client, Sdk.TABLE).policy(ServerContract.SOON);
      String escaped = "\u0001".repeat(390 * 1024);
      List<Map<String, AttributeValue>> items =
          IntStream.range(0, 50).mapToObj(i -> item(i, escaped)).toList();

      WriteReport written = batch.put(items);

      assertThat(written.allDone()).as("%s", written).isTrue();
      assertThat(written.usage().requests()).isBetween(8L, 10L);
      ReadReport read = batch.get(keys(50));
      assertThat(read.found()).isEqualTo(50);
      assertThat(read.batch().counts().partialCalls()).isEqualTo(1);
    }
  }
}
