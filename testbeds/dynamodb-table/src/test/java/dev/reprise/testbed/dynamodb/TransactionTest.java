package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.assertInvalid;
import static dev.reprise.testbed.dynamodb.Sdk.assertRefused;
import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static dev.reprise.testbed.dynamodb.Sdk.n;
import static dev.reprise.testbed.dynamodb.Sdk.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Tests transactions with a clock that only the test advances. */
@Timeout(30)
class TransactionTest {

  private static final String TABLE = "accounts";
  private static final String OTHER = "others";

  private final AtomicLong nanos = new AtomicLong();
  private DynamoDbTableServer server;
  private DynamoDbClient client;

  @BeforeEach
  void start() {
    server = DynamoDbTableServer.builder().writeUnits(20).readUnits(10).ticks(nanos::get).start();
    client = Sdk.client(server.endpoint());
    client.createTable(Sdk.table(TABLE, 1000, 1000).build());
    client.createTable(Sdk.table(OTHER, 20, 10).build());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void all_four_kinds_of_action_are_applied_together() {
    store(item("a", "delete", "x"));
    store(item("a", "check", "x"));

    TransactWriteItemsResponse answer =
        client.transactWriteItems(
            t ->
                t.transactItems(
                        put(TABLE, item("a", "put", "x")),
                        update("a", "update", "SET body = :v"),
                        delete("a", "delete"),
                        check("a", "check", "attribute_exists(id)"),
                        put(OTHER, item("a", "put", "x")))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

    assertThat(load("a", "put")).isEqualTo(item("a", "put", "x"));
    assertThat(load("a", "update")).isEqualTo(item("a", "update", "v"));
    assertThat(load("a", "delete")).isEmpty();
    assertThat(answer.consumedCapacity())
        .satisfiesExactly(
            first -> assertThat(first.capacityUnits()).isEqualTo(8),
            second -> assertThat(second.writeCapacityUnits()).isEqualTo(2));
    assertThat(server.counters().writeUnits()).isEqualTo(12);
    assertThat(server.counters().itemsWritten()).isEqualTo(6);
  }

  @Test
  void one_false_condition_cancels_all_actions_with_a_reason() {
    store(item("a", "2", "there"));

    TransactionCanceledException canceled =
        canceled(
            () ->
                transact(
                    put(TABLE, item("a", "1", "x")),
                    TransactWriteItem.builder()
                        .put(
                            p ->
                                p.tableName(TABLE)
                                    .item(item("a", "2", "x"))
                                    .conditionExpression("attribute_not_exists(id)")
                                    .returnValuesOnConditionCheckFailure(
                                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
                        .build(),
                    check("a", "3", "attribute_exists(id)")));

    assertThat(canceled.getMessage())
        .contains(
            "Transaction cancelled, please refer cancellation reasons for specific reasons [None,"
                + " ConditionalCheckFailed, ConditionalCheckFailed]");
    assertThat(canceled.cancellationReasons())
        .containsExactly(
            CancellationReason.builder().code("None").build(),
            CancellationReason.builder()
                .code("ConditionalCheckFailed")
                .message("The conditional request failed")
                .item(item("a", "2", "there"))
                .build(),
            CancellationReason.builder()
                .code("ConditionalCheckFailed")
                .message("The conditional request failed")
                .build());
    assertThat(load("a", "1")).isEmpty();
    assertThat(server.counters().canceledTransactions()).isEqualTo(1);
    assertThat(server.counters().writeUnits()).isEqualTo(1 + 6);
  }

  @Test
  void errors_that_depend_on_the_item_cancel_and_others_are_validation_errors() {
    store(item("a", "1", "text"));

    assertThat(reasons(() -> transact(update("a", "1", "ADD body :v"))))
        .containsExactly(
            "ValidationError An operand in the update expression has an incorrect" + " data type");
    assertThat(reasons(() -> transact(put(TABLE, Map.of("id", n("1"), "stage", s("1"))))))
        .containsExactly(
            "ValidationError One or more parameter values were invalid: Type mismatch for key id"
                + " expected: S actual: N");
    assertThat(
            reasons(() -> transact(put(TABLE, item("b", "1", "x")), delete(Map.of("id", s("a"))))))
        .containsExactly(
            "None null", "ValidationError The provided key element does not match the schema");
    assertInvalid(() -> transact(delete("", "1")), "cannot contain an empty string value. Key: id");
    assertInvalid(
        () -> transact(put(TABLE, item("a", "1", "x".repeat(409_600)))),
        "Item size has exceeded the maximum allowed size");
    assertThat(load("a", "1")).isEqualTo(item("a", "1", "text"));
    assertThat(load("b", "1")).isEmpty();
  }

  @Test
  void a_request_is_checked_as_a_whole() {
    assertInvalid(this::transact, "Member must have length greater than or equal to 1");
    assertInvalid(
        () ->
            client.transactWriteItems(
                t ->
                    t.transactItems(
                        IntStream.range(0, 101)
                            .mapToObj(i -> put(TABLE, item("a", Sdk.stage(i), "x")))
                            .toList())),
        "Member must have length less than or equal to 100");
    assertInvalid(
        () -> transact(put(TABLE, item("a", "1", "x")), delete("a", "1")),
        "Transaction request cannot include multiple operations on one item");
    assertInvalid(
        () -> transact(TransactWriteItem.builder().build()),
        "TransactItems can only contain one of Check, Put, Update or Delete");
    assertInvalid(() -> transact(put("ab", item("a", "1", "x"))), "transactItems.1.member.put");
    assertInvalid(() -> transact(update("a", "1", "nonsense")), "Invalid UpdateExpression");
    assertRefused(() -> transact(put("nowhere", item("a", "1", "x"))), "ResourceNotFoundException")
        .hasMessageContaining("Requested resource not found");
    assertInvalid(
        () ->
            client.transactWriteItems(
                t ->
                    t.transactItems(put(TABLE, item("a", "1", "x")))
                        .clientRequestToken("x".repeat(37))),
        "Member must have length less than or equal to 36");
  }

  @Test
  void a_transaction_holds_4_mb() {
    List<TransactWriteItem> large = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      large.add(put("wide", item("a", Sdk.stage(i), "x".repeat(400_000))));
    }
    client.createTable(Sdk.table("wide", 100_000, 100_000).build());

    assertInvalid(
        () -> client.transactWriteItems(t -> t.transactItems(large)),
        "The aggregate size of the items in the transaction cannot exceed 4 MB");
    client.transactWriteItems(t -> t.transactItems(large.subList(0, 10)));
    client.putItem(p -> p.tableName("wide").item(large.get(10).put().item()));

    assertInvalid(
        () ->
            client.transactGetItems(
                t ->
                    t.transactItems(
                        IntStream.range(0, 11)
                            .mapToObj(i -> get("wide", key("a", Sdk.stage(i))))
                            .toList())),
        "The aggregate size of the items in the transaction cannot exceed 4 MB");
  }

  @Test
  void a_token_stands_for_one_transaction_for_ten_minutes() {
    double written = withToken("token", "SET #c = if_not_exists(#c, :zero) + :one");
    nanos.addAndGet(Duration.ofMinutes(9).toNanos());

    assertThat(withToken("token", "SET #c = if_not_exists(#c, :zero) + :one")).isEqualTo(written);
    assertThat(load("a", "1")).containsEntry("count", n("1"));
    assertThat(server.counters().replayedTransactions()).isEqualTo(1);
    assertThat(server.counters().readUnits()).isEqualTo(2 + 0.5);
    assertThatThrownBy(() -> withToken("token", "SET #c = :one + :zero"))
        .isInstanceOf(IdempotentParameterMismatchException.class);
    withToken("another", "SET #c = if_not_exists(#c, :zero) + :one");
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    withToken("token", "SET #c = if_not_exists(#c, :zero) + :one");
    assertThat(load("a", "1")).containsEntry("count", n("3"));
  }

  private double withToken(String token, String expression) {
    return client
        .transactWriteItems(
            t ->
                t.clientRequestToken(token)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .transactItems(
                        TransactWriteItem.builder()
                            .update(
                                u ->
                                    u.tableName(TABLE)
                                        .key(key("a", "1"))
                                        .updateExpression(expression)
                                        .expressionAttributeNames(Map.of("#c", "count"))
                                        .expressionAttributeValues(
                                            Map.of(":zero", n("0"), ":one", n("1"))))
                            .build()))
        .consumedCapacity()
        .get(0)
        .capacityUnits();
  }

  @Test
  void a_cancelled_transaction_releases_its_token() {
    TransactWriteItem check = check("a", "1", "attribute_exists(id)");
    canceled(() -> client.transactWriteItems(t -> t.clientRequestToken("t").transactItems(check)));
    store(item("a", "1", "x"));

    client.transactWriteItems(t -> t.clientRequestToken("t").transactItems(check));

    assertThat(server.counters().replayedTransactions()).isZero();
  }

  @Test
  void a_repeated_request_after_a_lost_response_does_not_write_twice() {
    server.failNext("TransactWriteItems", 1, Fault.dropAfterProcessing());
    assertThatThrownBy(() -> withToken("t", "SET #c = if_not_exists(#c, :zero) + :one"))
        .isInstanceOf(SdkClientException.class);

    withToken("t", "SET #c = if_not_exists(#c, :zero) + :one");

    assertThat(load("a", "1")).containsEntry("count", n("1"));
  }

  @Test
  void a_transaction_is_throttled_as_a_whole_and_consumes_no_capacity() {
    TransactWriteItem[] actions = new TransactWriteItem[12];
    for (int i = 0; i < 11; i++) {
      actions[i] = put(OTHER, item("a", Sdk.stage(i), "x"));
    }
    actions[11] = put(TABLE, item("a", "1", "x"));
    client.putItem(p -> p.tableName(OTHER).item(item("b", "1", "x")));

    TransactionCanceledException canceled = canceled(() -> transact(actions));

    assertThat(canceled.cancellationReasons().subList(0, 11))
        .allSatisfy(
            reason -> {
              assertThat(reason.code()).isEqualTo("ProvisionedThroughputExceeded");
              assertThat(reason.message())
                  .startsWith("The level of configured provisioned throughput for the table was");
            });
    assertThat(canceled.cancellationReasons().get(11).code()).isEqualTo("None");
    assertThat(load("a", "1")).isEmpty();
    assertThat(server.counters().writeUnits()).isEqualTo(1);
    canceled(() -> transact(actions[11], put(OTHER, item("z", "1", "x".repeat(9_500)))));
    assertThat(server.counters().writeUnits()).isEqualTo(1);
    nanos.addAndGet(Duration.ofMillis(50).toNanos());
    transact(Arrays.copyOf(actions, 10));
  }

  @Test
  void an_on_demand_table_throttles_under_its_own_code() {
    client.createTable(Sdk.onDemandTable("metered").build());
    transact(put("metered", item("a", "1", "x".repeat(9_000))));

    assertThat(reasons(() -> transact(put("metered", item("a", "1", "x")))))
        .singleElement()
        .asString()
        .startsWith("ThrottlingError Throughput exceeds the current capacity of your table");
  }

  @Test
  void a_conflict_can_be_scripted() {
    server.failNext(1, Fault.transactionConflict(1));
    assertThat(
            reasons(
                () -> transact(put(TABLE, item("a", "1", "x")), put(OTHER, item("a", "1", "")))))
        .containsExactly("None null", "TransactionConflict Transaction is ongoing for the item");
    server.failNext(1, Fault.transactionConflict());
    assertThat(
            reasons(() -> client.transactGetItems(t -> t.transactItems(get(TABLE, key("a", "1"))))))
        .containsExactly("TransactionConflict Transaction is ongoing for the item");
    server.failNext(2, Fault.transactionConflict());

    assertThatThrownBy(() -> store(item("a", "1", "x")))
        .isInstanceOf(TransactionConflictException.class)
        .hasMessageContaining("Transaction is ongoing for the item");
    assertThat(load("a", "1")).isEmpty();
    assertThat(server.counters().faultsInjected()).isEqualTo(4);
  }

  @Test
  void items_are_read_in_the_order_of_the_request() {
    store(item("a", "1", "first"));
    client.putItem(p -> p.tableName(OTHER).item(item("a", "2", "second")));

    TransactGetItemsResponse answer =
        client.transactGetItems(
            t ->
                t.transactItems(
                        get(OTHER, key("a", "2")),
                        get(TABLE, key("a", "absent")),
                        TransactGetItem.builder()
                            .get(
                                g ->
                                    g.tableName(TABLE)
                                        .key(key("a", "1"))
                                        .projectionExpression("#b")
                                        .expressionAttributeNames(Map.of("#b", "body")))
                            .build())
                    .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));

    assertThat(answer.responses())
        .extracting(ItemResponse::item)
        .containsExactly(item("a", "2", "second"), Map.of(), Map.of("body", s("first")));
    assertThat(answer.consumedCapacity())
        .satisfiesExactly(
            other -> assertThat(other.readCapacityUnits()).isEqualTo(2),
            table -> assertThat(table.table().readCapacityUnits()).isEqualTo(4));
    assertThat(server.counters().itemsRead()).isEqualTo(2);
    assertThat(
            reasons(
                () ->
                    client.transactGetItems(
                        t -> t.transactItems(get(TABLE, Map.of("id", s("a")))))))
        .containsExactly("ValidationError The provided key element does not match the schema");
  }

  @Test
  void reads_without_capacity_are_cancelled_together() {
    List<TransactGetItem> gets =
        IntStream.range(0, 6).mapToObj(i -> get(OTHER, key("a", Sdk.stage(i)))).toList();
    client.transactGetItems(t -> t.transactItems(gets.subList(0, 3)));

    assertThat(reasons(() -> client.transactGetItems(t -> t.transactItems(gets.subList(3, 6)))))
        .hasSize(3)
        .allSatisfy(reason -> assertThat(reason).startsWith("ProvisionedThroughputExceeded "));
  }

  private void store(Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(TABLE).item(item));
  }

  private Map<String, AttributeValue> load(String id, String stage) {
    return client.getItem(g -> g.tableName(TABLE).key(key(id, stage))).item();
  }

  private void transact(TransactWriteItem... actions) {
    client.transactWriteItems(t -> t.transactItems(actions));
  }

  private static TransactionCanceledException canceled(ThrowingCallable call) {
    TransactionCanceledException canceled =
        catchThrowableOfType(TransactionCanceledException.class, call);
    assertThat(canceled).isNotNull();
    return canceled;
  }

  private static List<String> reasons(ThrowingCallable call) {
    return canceled(call).cancellationReasons().stream()
        .map(reason -> reason.code() + " " + reason.message())
        .toList();
  }

  private static TransactWriteItem put(String table, Map<String, AttributeValue> item) {
    return TransactWriteItem.builder().put(p -> p.tableName(table).item(item)).build();
  }

  private static TransactWriteItem delete(String id, String stage) {
    return delete(key(id, stage));
  }

  private static TransactWriteItem delete(Map<String, AttributeValue> key) {
    return TransactWriteItem.builder().delete(d -> d.tableName(TABLE).key(key)).build();
  }

  private static TransactWriteItem update(String id, String stage, String expression) {
    return TransactWriteItem.builder()
        .update(
            u ->
                u.tableName(TABLE)
                    .key(key(id, stage))
                    .updateExpression(expression)
                    .expressionAttributeValues(
                        Map.of(":v", expression.startsWith("ADD") ? n("1") : s("v"))))
        .build();
  }

  private static TransactWriteItem check(String id, String stage, String condition) {
    return TransactWriteItem.builder()
        .conditionCheck(c -> c.tableName(TABLE).key(key(id, stage)).conditionExpression(condition))
        .build();
  }

  private static TransactGetItem get(String table, Map<String, AttributeValue> key) {
    return TransactGetItem.builder().get(g -> g.tableName(table).key(key)).build();
  }
}
