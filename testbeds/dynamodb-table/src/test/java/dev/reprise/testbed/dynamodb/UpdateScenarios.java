package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.assertInvalid;
import static dev.reprise.testbed.dynamodb.Sdk.assertRefused;
import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static dev.reprise.testbed.dynamodb.Sdk.n;
import static dev.reprise.testbed.dynamodb.Sdk.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Tests updates of single items. */
class UpdateScenarios extends TableScenarioBase {

  private static final Map<String, AttributeValue> KEY = key("a", "1");

  UpdateScenarios(URI endpoint) {
    super(endpoint);
  }

  @Test
  void an_update_changes_only_the_named_attributes() {
    store(
        with(
            "body", s("old"),
            "count", n("5"),
            "gone", s("x"),
            "tags", AttributeValue.fromSs(List.of("a", "b")),
            "list", AttributeValue.fromL(List.of(s("0"), s("1"), s("2"))),
            "map", AttributeValue.fromM(Map.of("inner", n("1")))));

    update(
        "SET body = :b, #l[0] = :b, #m.added = if_not_exists(nothing, :one), twice = body"
            + " REMOVE gone, #l[1] ADD #c :one, more :one DELETE tags :tags",
        Map.of("#c", "count", "#l", "list", "#m", "map"),
        Map.of(":b", s("new"), ":one", n("1"), ":tags", AttributeValue.fromSs(List.of("b"))));

    assertThat(load(KEY))
        .isEqualTo(
            with(
                "body", s("new"),
                "twice", s("old"),
                "count", n("6"),
                "more", n("1"),
                "tags", AttributeValue.fromSs(List.of("a")),
                "list", AttributeValue.fromL(List.of(s("new"), s("2"))),
                "map", AttributeValue.fromM(Map.of("inner", n("1"), "added", n("1")))));
  }

  @Test
  void an_update_creates_an_absent_item() {
    update("SET body = :b", Map.of(), Map.of(":b", s("x")));
    client.updateItem(u -> u.tableName(table).key(key("a", "2")));

    assertThat(load(KEY)).isEqualTo(item("a", "1", "x"));
    assertThat(load(key("a", "2"))).isEqualTo(key("a", "2"));
  }

  @Test
  void an_update_counts_and_appends() {
    store(with("plays", n("1.5"), "diary", AttributeValue.fromL(List.of(s("a")))));

    update(
        "SET plays = plays - :x, diary = list_append(diary, :l)",
        Map.of("#n", "plays"),
        Map.of(":x", n("0.5"), ":l", AttributeValue.fromL(List.of(s("b")))),
        "#n = :x OR #n > :x");

    assertThat(load(KEY))
        .isEqualTo(with("plays", n("1"), "diary", AttributeValue.fromL(List.of(s("a"), s("b")))));
  }

  @Test
  void an_update_returns_the_requested_attributes() {
    store(item("a", "1", "old"));
    Map<String, AttributeValue> added = Map.of("body", s("new"), "more", s("new"));

    assertThat(returned(ReturnValue.UPDATED_OLD)).isEqualTo(Map.of("body", s("old")));
    store(item("a", "1", "old"));
    assertThat(returned(ReturnValue.ALL_OLD)).isEqualTo(item("a", "1", "old"));
    assertThat(returned(ReturnValue.UPDATED_NEW)).isEqualTo(added);
    assertThat(returned(ReturnValue.ALL_NEW)).containsAllEntriesOf(added).containsAllEntriesOf(KEY);
    assertThat(returned(ReturnValue.NONE)).isEmpty();
  }

  private Map<String, AttributeValue> returned(ReturnValue wish) {
    return client
        .updateItem(
            u ->
                u.tableName(table)
                    .key(KEY)
                    .updateExpression("SET body = :b, more = :b")
                    .expressionAttributeValues(Map.of(":b", s("new")))
                    .returnValues(wish))
        .attributes();
  }

  @Test
  void an_update_happens_only_if_its_condition_holds() {
    assertRefused(
            () ->
                update("SET body = :b", Map.of(), Map.of(":b", s("x")), "attribute_exists(stage)"),
            "ConditionalCheckFailedException")
        .hasMessageContaining("The conditional request failed");
    assertThat(load(KEY)).isEmpty();
  }

  @Test
  void an_update_that_is_invalid_for_the_item_changes_nothing() {
    store(item("a", "1", "text"));
    Map<String, AttributeValue> one = Map.of(":x", n("1"));

    assertInvalid(
        () -> update("SET c = body + :x", Map.of(), one),
        "An operand in the update expression has an incorrect data type");
    assertInvalid(
        () -> update("ADD body :x", Map.of(), one),
        "An operand in the update expression has an incorrect data type");
    assertInvalid(
        () -> update("SET body = nothing", Map.of(), Map.of()),
        "The provided expression refers to an attribute that does not exist in the item");
    assertInvalid(
        () -> update("SET body.part = :x", Map.of(), one),
        "The document path provided in the update expression is invalid for update");
    assertInvalid(
        () -> update("SET body = :x", Map.of(), Map.of(":x", s("x".repeat(409_600)))),
        "Item size to update has exceeded the maximum allowed size");
    assertThat(load(KEY)).isEqualTo(item("a", "1", "text"));
  }

  @Test
  void an_update_expression_is_checked() {
    Map<String, AttributeValue> one = Map.of(":x", n("1"));

    assertInvalid(
        () -> update("SET stage = :x", Map.of(), one),
        "Cannot update attribute stage. This attribute is part of the key");
    assertInvalid(
        () -> update("SET a = :x SET b = :x", Map.of(), one),
        "The \"SET\" section can only be used once in an update expression;");
    assertInvalid(
        () -> update("SET a = :x REMOVE a.b", Map.of(), one),
        "Two document paths overlap with each other; must remove or rewrite one of these paths;"
            + " path one: [a], path two: [a, b]");
    assertInvalid(() -> update("ASSIGN a = :x", Map.of(), one), "Syntax error");
    assertInvalid(() -> update("SET a = :none", Map.of(), one), "attribute value: :none");
    assertInvalid(
        () -> update("SET a = :x", Map.of(), Map.of(":x", n("1"), ":y", n("2"))),
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:y}");
    assertInvalid(
        () -> update("SET a = sum(:x, :x)", Map.of(), one), "Invalid function name; function: sum");
    assertInvalid(
        () -> update("DELETE a :x", Map.of(), one),
        "Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER");
    assertInvalid(
        () -> client.updateItem(u -> u.tableName(table).key(Map.of("id", s("a")))),
        "The provided key element does not match the schema");
  }

  @Test
  void an_update_costs_the_larger_of_both_sizes() {
    store(item("a", "1", "x".repeat(2_500)));

    assertThat(
            client
                .updateItem(
                    u ->
                        u.tableName(table)
                            .key(KEY)
                            .updateExpression("REMOVE body")
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity()
                .capacityUnits())
        .isEqualTo(3);
  }

  private void update(
      String expression, Map<String, String> names, Map<String, AttributeValue> values) {
    update(expression, names, values, null);
  }

  private UpdateItemResponse update(
      String expression,
      Map<String, String> names,
      Map<String, AttributeValue> values,
      String condition) {
    UpdateItemRequest.Builder request =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(KEY)
            .updateExpression(expression)
            .conditionExpression(condition);
    if (!names.isEmpty()) {
      request.expressionAttributeNames(names);
    }
    if (!values.isEmpty()) {
      request.expressionAttributeValues(values);
    }
    return client.updateItem(request.build());
  }

  private static Map<String, AttributeValue> with(Object... namesAndValues) {
    Map<String, AttributeValue> item = new HashMap<>(KEY);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      item.put((String) namesAndValues[i], (AttributeValue) namesAndValues[i + 1]);
    }
    return item;
  }
}
