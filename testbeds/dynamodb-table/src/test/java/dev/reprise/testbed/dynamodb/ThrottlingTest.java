package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.assertRefused;
import static dev.reprise.testbed.dynamodb.Sdk.delete;
import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static dev.reprise.testbed.dynamodb.Sdk.keys;
import static dev.reprise.testbed.dynamodb.Sdk.put;
import static dev.reprise.testbed.dynamodb.Sdk.puts;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Tests capacity with a clock that only the test advances. */
class ThrottlingTest {

  private static final String TABLE = "metered";
  private static final String OTHER = "other";

  private final AtomicLong nanos = new AtomicLong(-1_000);
  private DynamoDbTableServer server;
  private DynamoDbClient client;

  @BeforeEach
  void start() {
    server = DynamoDbTableServer.builder().writeUnits(10).readUnits(5).ticks(nanos::get).start();
    client = Sdk.client(server.endpoint());
    client.createTable(Sdk.table(TABLE, 10, 5).build());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void unprocessed_items_are_returned_unchanged() {
    List<WriteRequest> sent = puts(25);

    BatchWriteItemResponse answer = write(sent);

    assertThat(answer.unprocessedItems().get(TABLE)).isEqualTo(sent.subList(10, 25));
    assertThat(server.counters().itemsWritten()).isEqualTo(10);
    assertThat(server.counters().partialBatches()).isEqualTo(1);
    assertThat(server.counters().unprocessedItems()).isEqualTo(15);
    assertThat(server.counters().throttledRequests()).isZero();
  }

  @Test
  void a_batch_without_capacity_for_any_item_causes_an_exception() {
    write(puts(10));

    assertRefused(() -> write(puts(25)), "ProvisionedThroughputExceededException")
        .isInstanceOf(ProvisionedThroughputExceededException.class)
        .hasMessageContaining(
            "The level of configured provisioned throughput for the table was exceeded. Consider"
                + " increasing your provisioning level with the UpdateTable API.");
    assertThat(server.counters().throttledRequests()).isEqualTo(1);
    assertThat(server.counters().partialBatches()).isZero();
  }

  @Test
  void capacity_is_refilled_only_by_time() {
    write(puts(25));

    pass(Duration.ofMillis(300));

    assertThat(write(puts(25)).unprocessedItems().get(TABLE)).hasSize(22);
    pass(Duration.ofMinutes(5));
    assertThat(write(puts(25)).unprocessedItems().get(TABLE)).hasSize(15);
  }

  @Test
  void larger_items_cost_more_and_smaller_ones_after_them_still_fit() {
    List<WriteRequest> sent =
        List.of(
            put(item("a", "1", "x".repeat(7_000))),
            put(item("a", "2", "x".repeat(7_000))),
            put(item("a", "3", "x")));

    BatchWriteItemResponse answer = write(sent);

    assertThat(answer.unprocessedItems().get(TABLE)).containsExactly(sent.get(1));
    assertThat(server.counters().writeUnits()).isEqualTo(8);
  }

  @Test
  void an_overwrite_and_a_delete_cost_the_size_of_the_old_item() {
    write(List.of(put(item("a", "1", "x".repeat(2_500)))));
    pass(Duration.ofSeconds(1));

    assertThat(units(put(item("a", "1", "x")))).isEqualTo(3);
    write(List.of(put(item("a", "1", "x".repeat(1_500)))));
    assertThat(units(delete(key("a", "1")))).isEqualTo(2);
    assertThat(units(delete(key("a", "1")))).isEqualTo(1);
  }

  @Test
  void an_item_above_the_burst_is_written_with_a_full_bucket_and_leaves_a_debt() {
    WriteRequest huge = put(item("a", "1", "x".repeat(30_000)));
    write(puts(1));

    assertRefused(() -> write(List.of(huge)), "ProvisionedThroughputExceededException");
    pass(Duration.ofMillis(100));
    assertThat(write(List.of(huge)).unprocessedItems()).isEmpty();
    pass(Duration.ofSeconds(2));
    assertRefused(() -> write(puts(1)), "ProvisionedThroughputExceededException");
    pass(Duration.ofMillis(100));
    assertThat(write(puts(1)).unprocessedItems()).isEmpty();
  }

  @Test
  void unprocessed_keys_are_returned_with_their_settings() {
    write(puts(10));
    KeysAndAttributes wanted =
        KeysAndAttributes.builder()
            .keys(keys(8))
            .consistentRead(true)
            .projectionExpression("#s")
            .expressionAttributeNames(Map.of("#s", "stage"))
            .build();

    BatchGetItemResponse answer = client.batchGetItem(g -> g.requestItems(Map.of(TABLE, wanted)));

    assertThat(answer.responses().get(TABLE)).hasSize(5);
    assertThat(answer.unprocessedKeys())
        .isEqualTo(Map.of(TABLE, wanted.toBuilder().keys(wanted.keys().subList(5, 8)).build()));
    assertThat(server.counters().itemsRead()).isEqualTo(5);
    assertThat(server.counters().readUnits()).isEqualTo(5);
  }

  @Test
  void an_eventually_consistent_read_costs_half_and_an_absent_item_as_much() {
    assertThat(get(20).unprocessedKeys().get(TABLE).keys()).hasSize(10);
    assertThat(server.counters().itemsRead()).isZero();
    assertThat(server.counters().readUnits()).isEqualTo(5);
    assertRefused(() -> get(20), "ProvisionedThroughputExceededException");
  }

  @Test
  void single_operations_over_capacity_are_rejected_and_change_nothing() {
    write(puts(10));
    get(10);

    assertRefused(
        () -> client.putItem(p -> p.tableName(TABLE).item(item("new", "1", "x"))),
        "ProvisionedThroughputExceededException");
    assertRefused(
        () -> client.deleteItem(d -> d.tableName(TABLE).key(keys(1).get(0))),
        "ProvisionedThroughputExceededException");
    assertRefused(
        () -> client.getItem(g -> g.tableName(TABLE).key(keys(1).get(0))),
        "ProvisionedThroughputExceededException");
    assertRefused(
        () -> client.scan(s -> s.tableName(TABLE)), "ProvisionedThroughputExceededException");
    assertThat(server.counters().throttledRequests()).isEqualTo(4);
    pass(Duration.ofSeconds(1));
    assertThat(client.scan(s -> s.tableName(TABLE)).count()).isEqualTo(10);
  }

  @Test
  void a_failed_condition_costs_as_much_as_a_write() {
    client.putItem(p -> p.tableName(TABLE).item(item("a", "1", "x")));

    assertRefused(
        () ->
            client.putItem(
                p ->
                    p.tableName(TABLE)
                        .item(item("a", "1", "y"))
                        .conditionExpression("attribute_not_exists(id)")),
        "ConditionalCheckFailedException");
    assertThat(server.counters().writeUnits()).isEqualTo(2);
    assertThat(server.counters().itemsWritten()).isEqualTo(1);
  }

  @Test
  void each_table_has_its_own_capacity() {
    client.createTable(Sdk.table(OTHER, 3, 5).build());
    write(puts(10));

    BatchWriteItemResponse answer =
        client.batchWriteItem(w -> w.requestItems(Map.of(TABLE, puts(2), OTHER, puts(5))));

    assertThat(answer.unprocessedItems().get(TABLE)).hasSize(2);
    assertThat(answer.unprocessedItems().get(OTHER)).hasSize(2);
  }

  @Test
  void an_on_demand_table_has_the_servers_units_and_its_own_error_name() {
    client.createTable(Sdk.onDemandTable(OTHER).build());

    assertThat(
            client
                .batchWriteItem(w -> w.requestItems(Map.of(OTHER, puts(25))))
                .unprocessedItems()
                .get(OTHER))
        .hasSize(15);
    assertRefused(
        () -> client.batchWriteItem(w -> w.requestItems(Map.of(OTHER, puts(25)))),
        "ThrottlingException");
  }

  @Test
  void counters_of_a_period_are_the_difference_of_two_snapshots() {
    write(puts(5));
    ServerCounters before = server.counters();

    write(puts(25));

    ServerCounters stretch = server.counters().since(before);
    assertThat(stretch.requests())
        .containsEntry("BatchWriteItem", 1L)
        .containsEntry("CreateTable", 0L);
    assertThat(stretch.totalRequests()).isEqualTo(1);
    assertThat(stretch.itemsWritten()).isEqualTo(5);
    assertThat(stretch.unprocessedItems()).isEqualTo(20);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private BatchWriteItemResponse write(List<WriteRequest> requests) {
    return client.batchWriteItem(w -> w.requestItems(Map.of(TABLE, requests)));
  }

  private double units(WriteRequest request) {
    return client
        .batchWriteItem(
            w ->
                w.requestItems(Map.of(TABLE, List.of(request)))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .get(0)
        .capacityUnits();
  }

  private BatchGetItemResponse get(int count) {
    return client.batchGetItem(
        g -> g.requestItems(Map.of(TABLE, KeysAndAttributes.builder().keys(keys(count)).build())));
  }
}
