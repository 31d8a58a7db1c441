package dev.reprise.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.aws.request.ForeignResponseException;
import dev.reprise.backoff.Backoff;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.scan.ScanReport;
import dev.reprise.dynamodb.scan.TableScan;
import dev.reprise.dynamodb.statement.PartiqlStatement;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.transaction.WriteTransaction;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteCondition;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.dynamodb.FixedResponseServer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
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
      DynamoDbBatch batch = batch(client);
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

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"status\":\"ok\"}", "<html>welcome</html>"})
  void no_conditional_write_is_done(String body) {
    try (FixedResponseServer server = FixedResponseServer.start(200, body);
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      stops(batch(client).write(many(WrongEndpointTest::create)).batch());
      stops(batch(client).write(many(WrongEndpointTest::remove)).batch());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"status\":\"ok\"}", "<html>welcome</html>"})
  void no_transaction_is_done(String body) {
    try (FixedResponseServer server = FixedResponseServer.start(200, body);
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      stops(batch(client).transact(many(i -> WriteTransaction.of(List.of(create(i))))).batch());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"status\":\"ok\"}", "<html>welcome</html>"})
  void no_statement_is_executed(String body) {
    try (FixedResponseServer server = FixedResponseServer.start(200, body);
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      stops(
          batch(client)
              .execute(many(i -> PartiqlStatement.of("DELETE FROM orders WHERE id='" + i + "'")))
              .batch());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"status\":\"ok\"}"})
  void no_table_is_described(String body) {
    try (FixedResponseServer server = FixedResponseServer.start(200, body);
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      assertThatThrownBy(() -> DynamoDbBatch.of(client, Sdk.TABLE).policy(TWICE).describe())
          .isInstanceOf(ForeignResponseException.class);
    }
  }

  private static DynamoDbBatch batch(DynamoDbClient client) {
    return DynamoDbBatch.of(client, Sdk.TABLE).keySchema(KeySchema.of("id", "stage")).policy(TWICE);
  }

  private static <I> Iterator<I> many(IntFunction<I> item) {
    return IntStream.range(0, ITEMS).mapToObj(item).iterator();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"status\":\"ok\"}", "<html>welcome</html>"})
  void no_segment_is_scanned(String body) {
    try (FixedResponseServer server = FixedResponseServer.start(200, body);
        DynamoDbClient client = Sdk.blocking(server.endpoint()).build()) {
      ScanReport report = TableScan.of(client, Sdk.TABLE).policy(TWICE).segments(2).run(item -> {});

      assertThat(report.complete()).isFalse();
      assertThat(report.failed()).hasSize(2);
    }
  }

  private static ItemWrite create(int number) {
    return ItemWrite.put(Sdk.item(number, "new")).ifAbsent();
  }

  private static ItemWrite remove(int number) {
    return ItemWrite.delete(Sdk.key(number)).onlyIf(WriteCondition.of("attribute_exists(body)"));
  }

  private static void stops(BatchReport<?> report) {
    assertThat(report.stopReason()).as(report.toString()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(report.counts().done()).isZero();
    assertThat(report.counts().dead()).isBetween(1L, ITEMS / 2L);
    assertThat(report.stopFailure()).isPresent();
  }
}
