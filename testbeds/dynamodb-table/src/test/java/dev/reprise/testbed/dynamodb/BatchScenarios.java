package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.assertInvalid;
import static dev.reprise.testbed.dynamodb.Sdk.assertRefused;
import static dev.reprise.testbed.dynamodb.Sdk.delete;
import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static dev.reprise.testbed.dynamodb.Sdk.keys;
import static dev.reprise.testbed.dynamodb.Sdk.n;
import static dev.reprise.testbed.dynamodb.Sdk.put;
import static dev.reprise.testbed.dynamodb.Sdk.puts;
import static dev.reprise.testbed.dynamodb.Sdk.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Tests several items in one call. */
class BatchScenarios extends TableScenarioBase {

  private static final String DUPLICATES = "Provided list of item keys contains duplicates";

  BatchScenarios(URI endpoint) {
    super(endpoint);
  }

  @Test
  void a_batch_puts_and_deletes() {
    store(item("gone", "1", "x"));
    List<WriteRequest> requests = puts(24);
    requests.add(delete(key("gone", "1")));

    BatchWriteItemResponse answer = write(requests);

    assertThat(answer.unprocessedItems()).isEmpty();
    assertThat(client.scan(q -> q.tableName(table)).count()).isEqualTo(24);
    assertThat(load(key("gone", "1"))).isEmpty();
  }

  @Test
  void the_response_to_a_complete_batch_has_an_empty_map_of_unprocessed_items() {
    assertThat(write(puts(1)).hasUnprocessedItems()).isTrue();
    assertThat(read(KeysAndAttributes.builder().keys(keys(1)).build()).hasUnprocessedKeys())
        .isTrue();
  }

  @Test
  void a_batch_may_go_to_several_tables() {
    String other = "other-" + UUID.randomUUID();
    client.createTable(Sdk.table(other, 1000, 1000).build());
    awaitActive(other);

    client.batchWriteItem(w -> w.requestItems(Map.of(table, puts(2), other, puts(3))));

    BatchGetItemResponse answer =
        client.batchGetItem(
            g ->
                g.requestItems(
                    Map.of(
                        table, KeysAndAttributes.builder().keys(keys(5)).build(),
                        other, KeysAndAttributes.builder().keys(keys(5)).build())));
    assertThat(answer.responses().get(table)).hasSize(2);
    assertThat(answer.responses().get(other)).hasSize(3);
    client.deleteTable(d -> d.tableName(other));
  }

  @Test
  void a_batch_has_1_to_25_writes() {
    assertInvalid(() -> write(puts(26)), "Member must have length less than or equal to 25");
    assertInvalid(() -> write(List.of()), "Member must have length greater than or equal to 1");
    assertInvalid(
        () -> client.batchWriteItem(w -> w.requestItems(Map.of())),
        "Member must have length greater than or equal to 1");
    assertThat(client.scan(q -> q.tableName(table)).count()).isZero();
  }

  @Test
  void a_batch_has_1_to_100_keys() {
    write(puts(25));

    BatchGetItemResponse answer = read(KeysAndAttributes.builder().keys(keys(100)).build());

    assertThat(answer.responses().get(table)).hasSize(25);
    assertThat(answer.unprocessedKeys()).isEmpty();
    assertInvalid(
        () -> read(KeysAndAttributes.builder().keys(keys(101)).build()),
        "Member must have length less than or equal to 100");
    assertInvalid(
        () -> read(KeysAndAttributes.builder().keys(List.of()).build()),
        "Member must have length greater than or equal to 1");
  }

  @Test
  void a_key_may_occur_only_once() {
    WriteRequest put = put(item("a", "1", "x"));
    assertInvalid(() -> write(List.of(put, put)), DUPLICATES);
    assertInvalid(() -> write(List.of(put, put(item("a", "1", "other")))), DUPLICATES);
    assertInvalid(() -> write(List.of(put, delete(key("a", "1")))), DUPLICATES);
    assertInvalid(
        () -> read(KeysAndAttributes.builder().keys(key("a", "1"), key("a", "1")).build()),
        DUPLICATES);
    assertThat(client.scan(q -> q.tableName(table)).count()).isZero();
  }

  @Test
  void one_item_that_is_too_large_rejects_the_whole_batch() {
    assertInvalid(
        () -> write(List.of(put(item("a", "1", "x")), put(item("a", "2", "x".repeat(409_600))))),
        "Item size has exceeded the maximum allowed size");
    assertThat(client.scan(q -> q.tableName(table)).count()).isZero();
  }

  @Test
  void one_unknown_table_rejects_the_whole_batch() {
    assertRefused(
            () ->
                client.batchWriteItem(
                    w -> w.requestItems(Map.of(table, puts(1), "nowhere", puts(1)))),
            "ResourceNotFoundException")
        .hasMessageContaining("Requested resource not found");
    assertRefused(
        () ->
            client.batchGetItem(
                g ->
                    g.requestItems(
                        Map.of("nowhere", KeysAndAttributes.builder().keys(keys(1)).build()))),
        "ResourceNotFoundException");
    assertThat(client.scan(q -> q.tableName(table)).count()).isZero();
  }

  @Test
  void one_invalid_key_rejects_the_whole_batch() {
    WriteRequest good = put(item("a", "1", "x"));
    for (WriteRequest bad :
        List.of(
            put(Map.of("id", s("a"))),
            put(Map.of("id", n("1"), "stage", s("1"))),
            delete(Map.of("id", s("a"))),
            delete(item("a", "1", "too much")))) {
      assertInvalid(() -> write(List.of(good, bad)), KEY_MISMATCH);
    }
    assertInvalid(
        () -> read(KeysAndAttributes.builder().keys(Map.of("id", s("a"))).build()), KEY_MISMATCH);
    assertInvalid(
        () -> write(List.of(good, put(item("", "1", "x")))),
        "cannot contain an empty string value");
    assertThat(client.scan(q -> q.tableName(table)).count()).isZero();
  }

  @Test
  void a_write_is_a_put_or_a_delete() {
    assertInvalid(
        () -> write(List.of(WriteRequest.builder().build())),
        "Supplied AttributeValue has more than one datatypes set");
  }

  @Test
  void a_batch_get_projects_and_omits_absent_items() {
    write(puts(3));

    BatchGetItemResponse answer =
        read(
            KeysAndAttributes.builder()
                .keys(keys(5))
                .consistentRead(true)
                .projectionExpression("#s")
                .expressionAttributeNames(Map.of("#s", "stage"))
                .build());

    assertThat(answer.responses().get(table))
        .containsExactlyInAnyOrder(
            Map.of("stage", s("00000")), Map.of("stage", s("00001")), Map.of("stage", s("00002")));
    assertThat(read(KeysAndAttributes.builder().keys(key("absent", "1")).build()).responses())
        .isEqualTo(Map.of(table, List.of()));
  }

  @Test
  void a_large_response_is_split_into_several() {
    String body = "x".repeat(390_000);
    List<Map<String, AttributeValue>> wanted = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      store(item("large", Sdk.stage(i), body));
      wanted.add(key("large", Sdk.stage(i)));
    }
    List<AttributeValue> found = new ArrayList<>();
    KeysAndAttributes rest = KeysAndAttributes.builder().keys(wanted).consistentRead(true).build();
    int calls = 0;
    while (rest != null) {
      BatchGetItemResponse answer = read(rest);
      answer.responses().get(table).forEach(item -> found.add(item.get("stage")));
      rest = answer.unprocessedKeys().get(table);
      calls++;
    }

    assertThat(calls).isGreaterThan(1);
    assertThat(found).hasSize(50).doesNotHaveDuplicates();
  }

  @Test
  void consumed_capacity_adds_up_over_the_batch() {
    List<WriteRequest> requests = puts(3);
    requests.add(put(item("b", "1", "x".repeat(3_000))));

    assertThat(
            client
                .batchWriteItem(
                    w ->
                        w.requestItems(Map.of(table, requests))
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity())
        .singleElement()
        .satisfies(consumed -> assertThat(consumed.capacityUnits()).isEqualTo(6))
        .satisfies(consumed -> assertThat(consumed.tableName()).isEqualTo(table));
    assertThat(
            client
                .batchGetItem(
                    g ->
                        g.requestItems(
                                Map.of(table, KeysAndAttributes.builder().keys(keys(4)).build()))
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity())
        .singleElement()
        .satisfies(consumed -> assertThat(consumed.capacityUnits()).isEqualTo(2));
  }
}
