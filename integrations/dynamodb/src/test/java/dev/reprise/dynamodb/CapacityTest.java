package dev.reprise.dynamodb;

import static dev.reprise.dynamodb.Sdk.TABLE;
import static dev.reprise.dynamodb.Sdk.items;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.batch.Pace;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.table.TableDetails;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class CapacityTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final DynamoDbTableServer server =
      DynamoDbTableServer.builder().ticks(() -> time.ticks().nanos()).start();
  private final DynamoDbClient client = Sdk.blocking(server.endpoint()).build();

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private DynamoDbBatch batch() {
    return DynamoDbBatch.of(client, TABLE)
        .retry(
            Retry.of(ServerContract.SOON)
                .withBudget(RetryBudget.unlimited())
                .withEnvironment(time));
  }

  private WriteReport put(DynamoDbBatch batch, List<Map<String, AttributeValue>> items) {
    return time.await(batch.writeAsync(items.stream().map(ItemWrite::put).iterator())).join();
  }

  @Test
  void table_is_described_once_for_key_schema_and_capacity() {
    Sdk.createTable(client, 400, 100);
    DynamoDbBatch batch = batch();

    TableDetails facts = batch.describe();

    assertThat(facts.keySchema())
        .isEqualTo(KeySchema.of(client.describeTable(d -> d.tableName(TABLE)).table()));
    assertThat(facts.onDemand()).isFalse();
    assertThat(facts.writeUnits()).hasValue(400);
    assertThat(facts.readUnits()).hasValue(100);
    put(batch.capacityShare(0.5), items(5));
    put(batch, items(5));
    assertThat(batch.describe()).isSameAs(facts);
    assertThat(server.counters().requests("DescribeTable")).isEqualTo(2);
  }

  @Test
  void share_of_the_write_units_is_applied_if_the_schema_was_set() {
    Sdk.createTable(client, 400, 100);
    DynamoDbBatch batch = batch().keySchema(KeySchema.of("id", "stage")).capacityShare(0.25);
    List<Map<String, AttributeValue>> items = items(500);

    WriteReport report = put(batch, items);

    assertThat(report.allDone()).as("%s", report).isTrue();
    assertThat(report.counts().throttledCalls()).isZero();
    assertThat(time.elapsed()).isBetween(Duration.ofMillis(4_700), Duration.ofMillis(5_300));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 5_000, 30_000})
  void fixed_pace_of_reads_is_kept_in_read_units_for_items_of_any_size(int size) {
    Sdk.createTable(client, 1_000_000, 1_000_000);
    String body = "x".repeat(size);
    put(
        batch().pace(Pace.unlimited()),
        IntStream.range(0, 600).mapToObj(i -> Sdk.item(i, body)).toList());
    double rate = 50.0 * (size / 8_192 + 1);
    Duration before = time.elapsed();

    ReadReport report =
        time.await(batch().parallelism(4).pace(Pace.fixed(rate)).getAsync(Sdk.keys(600))).join();

    double seconds = time.elapsed().minus(before).toNanos() / 1e9;
    assertThat(report.found()).isEqualTo(600);
    assertThat(report.usage().capacityUnits() / seconds).isBetween(0.9 * rate, 1.1 * rate);
  }

  static List<Pace> pacesOf50UnitsPerSecond() {
    return List.of(
        Pace.fixed(50),
        Pace.adaptive().atMost(50),
        Pace.shared(Pace.fixed(50)),
        Pace.shared(Pace.adaptive().atMost(50)));
  }

  @ParameterizedTest
  @MethodSource("pacesOf50UnitsPerSecond")
  void every_limited_pace_of_reads_is_in_read_units(Pace pace) {
    Sdk.createTable(client, 1_000_000, 1_000_000);
    put(batch().pace(Pace.unlimited()), items(600));
    Duration before = time.elapsed();

    ReadReport report =
        time.await(batch().parallelism(4).pace(pace).getAsync(Sdk.keys(600))).join();

    double seconds = time.elapsed().minus(before).toNanos() / 1e9;
    assertThat(report.found()).isEqualTo(600);
    assertThat(report.usage().capacityUnits() / seconds).isBetween(0.9 * 50, 1.1 * 50);
  }

  @Test
  void a_run_stops_with_the_reason_if_the_capacity_for_a_share_is_unknown() {
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .attributeDefinitions(
                    a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH))
                .billingMode(BillingMode.PAY_PER_REQUEST));

    WriteReport report = put(batch().capacityShare(1), items(30));

    assertThat(report.counts().dead()).isEqualTo(1);
    assertThat(report.batch().sourceExhausted()).isFalse();
    assertThat(report.batch().stopFailure().orElseThrow())
        .isSameAs(report.deadLetters().get(0).error());
    assertThat(report.deadLetters().get(0).message())
        .contains("capacityShare must be of a table that has provisioned capacity or a limit")
        .contains("orders is on demand without one");
    assertThat(server.counters().requests("BatchWriteItem")).isZero();
    assertThat(put(batch().capacityShare(1).pace(Pace.unlimited()), items(5)).allDone()).isTrue();
    assertThat(batch().describe().onDemand()).isTrue();
    assertThat(batch().describe().writeUnits()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_run_stops_with_the_reason_if_the_table_cannot_be_described(boolean throttled) {
    Sdk.createTable(client, 1_000_000, 1_000_000);
    server.failNext(
        "DescribeTable", 1_000, throttled ? Fault.throttling() : Fault.serviceUnavailable());

    for (DynamoDbBatch undescribed : List.of(batch(), batch().capacityShare(0.5))) {
      WriteReport report = put(undescribed, items(30));

      assertThat(report.counts().dead()).as("%s", report).isEqualTo(1);
      assertThat(report.batch().sourceExhausted()).isFalse();
      assertThat(report.batch().stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
      assertThat(report.batch().stopFailure()).containsInstanceOf(DynamoDbException.class);
      ReadReport read = time.await(undescribed.getAsync(Sdk.keys(30))).join();
      assertThat(read.batch().counts().notAttempted()).as("%s", read).isEqualTo(29);
      assertThat(read.batch().stopFailure()).containsInstanceOf(DynamoDbException.class);
    }
    assertThat(server.counters().requests("BatchWriteItem")).isZero();
  }

  @Test
  void describing_an_unknown_table_throws_the_reason() {
    assertThatThrownBy(() -> DynamoDbBatch.of(client, "nowhere").describe())
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 1.01, Double.NaN})
  void share_is_more_than_0_and_at_most_1(double share) {
    assertThatThrownBy(() -> batch().capacityShare(share))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("capacityShare must be more than 0 and at most 1, but was " + share);
  }

  @Test
  void a_negative_linger_is_named_with_its_unit() {
    assertThatThrownBy(() -> batch().linger(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("linger must be at least 0, but was -1 ms");
  }
}
