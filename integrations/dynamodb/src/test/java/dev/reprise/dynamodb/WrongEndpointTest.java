package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.FixedResponseServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tests that nothing counts as done which a server other than DynamoDB has answered with success.
 */
class WrongEndpointTest {

  private static final int ITEMS = 20_000;

  private static final RetryPolicy TWICE =
      RetryPolicy.builder()
          .maxAttempts(2)
          .withoutTimeLimit()
          .backoff(Backoff.fixed(Duration.ofMillis(1)))
          .build();

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"status\":\"ok\"}", "<html>welcome</html>"})
  void no_item_is_written_or_read(String body) {
    try (FixedResponseServer server = FixedResponseServer.start(200, body);
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      DynamoDbBatch batch =
          DynamoDbBatch.of(client, Sdk.TABLE).keySchema(KeySchema.of("id", "stage")).policy(TWICE);
      List<Map<String, AttributeValue>> keys =
          IntStream.range(0, ITEMS).mapToObj(Sdk::key).toList();

      BatchReport<?> put = batch.put(keys).batch();
      stops(put);
      assertThat(put.counts().notAttempted()).isEqualTo(ITEMS - put.counts().dead());
      BatchReport<?> read =
          batch.get(keys.iterator(), result -> assertThat(result).as("a result").isNull()).batch();
      stops(read);
      assertThat(read.sourceExhausted()).isFalse();
    }
  }

  private static void stops(BatchReport<?> report) {
    assertThat(report.stopReason()).as(report.toString()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.counts().done()).isZero();
    assertThat(report.counts().dead()).isBetween(1L, ITEMS / 2L);
    assertThat(report.stopFailure()).isPresent();
  }
}
