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
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** Tests single items: put, get, delete, and invalid requests. */
class ItemScenarios extends TableScenarioBase {

  ItemScenarios(URI endpoint) {
    super(endpoint);
  }

  @Test
  void values_of_every_type_are_returned_unchanged() {
    Map<String, AttributeValue> item = new HashMap<>(key("a", "1"));
    item.put("n", n("-12.5"));
    item.put("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1, 7})));
    item.put("flag", AttributeValue.fromBool(false));
    item.put("nothing", AttributeValue.fromNul(true));
    item.put("empty", s(""));
    item.put("ss", AttributeValue.fromSs(List.of("only")));
    item.put("ns", AttributeValue.fromNs(List.of("3")));
    item.put("bs", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("z"))));
    item.put(
        "list", AttributeValue.fromL(List.of(s("x"), n("1"), AttributeValue.fromL(List.of()))));
    item.put("map", AttributeValue.fromM(Map.of("ünï", s("€😀"))));

    store(item);

    assertThat(load(key("a", "1"))).isEqualTo(item);
  }

  @Test
  void numbers_are_returned_without_superfluous_zeros() {
    Map<String, AttributeValue> item = new HashMap<>(key("a", "1"));
    item.put("n", n("0012.3400"));
    item.put("large", n("1e20"));

    store(item);

    assertThat(load(key("a", "1")))
        .containsEntry("n", n("12.34"))
        .containsEntry("large", n("100000000000000000000"));
  }

  @Test
  void an_absent_item_returns_no_item() {
    assertThat(client.getItem(g -> g.tableName(table).key(key("a", "1"))).hasItem()).isFalse();
  }

  @Test
  void a_put_replaces_the_item_and_returns_the_old_one_if_asked() {
    store(item("a", "1", "old"));

    Map<String, AttributeValue> before =
        client
            .putItem(
                p ->
                    p.tableName(table)
                        .item(item("a", "1", "new"))
                        .returnValues(ReturnValue.ALL_OLD))
            .attributes();

    assertThat(before).isEqualTo(item("a", "1", "old"));
    assertThat(load(key("a", "1"))).isEqualTo(item("a", "1", "new"));
    assertInvalid(
        () ->
            client.putItem(
                p ->
                    p.tableName(table).item(item("a", "1", "x")).returnValues(ReturnValue.ALL_NEW)),
        "ReturnValues can only be ALL_OLD or NONE");
  }

  @Test
  void a_delete_removes_the_item_and_returns_it_if_asked() {
    store(item("a", "1", "old"));

    assertThat(
            client
                .deleteItem(
                    d -> d.tableName(table).key(key("a", "1")).returnValues(ReturnValue.ALL_OLD))
                .attributes())
        .isEqualTo(item("a", "1", "old"));
    assertThat(load(key("a", "1"))).isEmpty();
    client.deleteItem(d -> d.tableName(table).key(key("a", "1")));
  }

  @Test
  void a_write_happens_only_if_its_condition_holds() {
    putIf("first", "attribute_not_exists(id)");
    assertRefused(
            () -> putIf("second", "attribute_not_exists(id)"), "ConditionalCheckFailedException")
        .hasMessageContaining("The conditional request failed");
    putIf("third", "attribute_exists(id) AND (body = :old OR body > :old)", ":old", s("first"));
    assertRefused(
        () ->
            client.deleteItem(
                d ->
                    d.tableName(table)
                        .key(key("a", "1"))
                        .conditionExpression("NOT begins_with(#b, :t)")
                        .expressionAttributeNames(Map.of("#b", "body"))
                        .expressionAttributeValues(Map.of(":t", s("th")))),
        "ConditionalCheckFailedException");

    assertThat(load(key("a", "1"))).isEqualTo(item("a", "1", "third"));
  }

  private void putIf(String body, String condition) {
    client.putItem(
        p -> p.tableName(table).item(item("a", "1", body)).conditionExpression(condition));
  }

  private void putIf(String body, String condition, String name, AttributeValue value) {
    client.putItem(
        p ->
            p.tableName(table)
                .item(item("a", "1", body))
                .conditionExpression(condition)
                .expressionAttributeValues(Map.of(name, value)));
  }

  @Test
  void a_projection_returns_only_the_named_attributes() {
    store(item("a", "1", "x"));

    assertThat(
            client
                .getItem(
                    g ->
                        g.tableName(table)
                            .key(key("a", "1"))
                            .projectionExpression("#b, stage, nothing")
                            .expressionAttributeNames(Map.of("#b", "body")))
                .item())
        .isEqualTo(Map.of("stage", s("1"), "body", s("x")));
  }

  @Test
  void expressions_are_checked() {
    assertInvalid(
        () -> getWith("body, status", Map.of()),
        "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword:"
            + " status");
    assertInvalid(
        () -> getWith("body", Map.of("#unused", "body")),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}");
    assertInvalid(
        () -> getWith("#undefined", Map.of("#other", "body")),
        "An expression attribute name used in the document path is not defined; attribute name:"
            + " #undefined");
    assertInvalid(() -> getWith("body,", Map.of()), "Invalid ProjectionExpression: Syntax error");
    assertInvalid(() -> putIf("x", "body = :none"), "attribute value: :none");
  }

  private void getWith(String projection, Map<String, String> names) {
    client.getItem(
        g ->
            g.tableName(table)
                .key(key("a", "1"))
                .projectionExpression(projection)
                .expressionAttributeNames(names.isEmpty() ? null : names));
  }

  @Test
  void a_key_must_be_whole_and_of_the_right_type() {
    assertInvalid(
        () -> store(Map.of("id", s("a"))),
        "One or more parameter values were invalid: Missing the key stage in the item");
    assertInvalid(
        () -> store(Map.of("id", n("1"), "stage", s("1"))),
        "One or more parameter values were invalid: Type mismatch for key id expected: S actual: N");
    assertInvalid(() -> load(Map.of("id", s("a"))), KEY_MISMATCH);
    assertInvalid(() -> load(Map.of("id", s("a"), "stage", n("1"))), KEY_MISMATCH);
    assertInvalid(() -> load(item("a", "1", "too much")), KEY_MISMATCH);
  }

  @Test
  void a_key_must_not_be_empty_nor_too_long() {
    assertInvalid(
        () -> store(item("", "1", "x")),
        "The AttributeValue for a key attribute cannot contain an empty string value. Key: id");
    assertInvalid(
        () -> load(key("a", "")),
        "The AttributeValue for a key attribute cannot contain an empty string value. Key: stage");
    store(item("a".repeat(2048), "s".repeat(1024), "x"));
    assertInvalid(
        () -> store(item("a".repeat(2049), "1", "x")), "Size of hashkey has exceeded the maximum");
    assertInvalid(
        () -> store(item("a", "s".repeat(1025), "x")),
        "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
  }

  @Test
  void values_must_be_valid() {
    assertInvalid(() -> putValue(n("twelve")), "cannot be converted to a numeric value: twelve");
    assertInvalid(() -> putValue(n("1".repeat(39))), "more than 38 significant digits");
    assertInvalid(() -> putValue(n("1e126")), "Number overflow");
    assertInvalid(() -> putValue(n("1e-131")), "Number underflow");
    assertInvalid(
        () -> putValue(AttributeValue.builder().ss(List.of()).build()), "may not be empty");
    assertInvalid(() -> putValue(AttributeValue.fromSs(List.of("a", "a"))), "contains duplicates");
    assertInvalid(
        () -> putValue(AttributeValue.fromNs(List.of("1", "1.0"))),
        "Input collection contains duplicates");
    assertInvalid(
        () -> putValue(AttributeValue.builder().build()),
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    assertInvalid(
        () -> putValue(AttributeValue.builder().s("a").n("1").build()),
        "Supplied AttributeValue has more than one datatypes set");
    assertInvalid(
        () -> putValue(AttributeValue.fromNul(false)),
        "Null attribute value types must have the value of true");
  }

  private void putValue(AttributeValue value) {
    Map<String, AttributeValue> item = new HashMap<>(key("a", "1"));
    item.put("value", value);
    store(item);
  }

  @Test
  void an_item_may_have_at_most_400_kb() {
    int rest = "id".length() + "a".length() + "stage".length() + "1".length() + "body".length();

    store(item("a", "1", "x".repeat(400 * 1024 - rest)));
    assertInvalid(
        () -> store(item("a", "1", "x".repeat(400 * 1024 - rest + 1))),
        "Item size has exceeded the maximum allowed size");
  }

  @Test
  void consumed_capacity_depends_on_size_and_consistency() {
    Map<String, AttributeValue> item = item("a", "1", "x".repeat(5_000));

    assertThat(
            client
                .putItem(
                    p ->
                        p.tableName(table)
                            .item(item)
                            .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity())
        .satisfies(
            consumed -> {
              assertThat(consumed.tableName()).isEqualTo(table);
              assertThat(consumed.capacityUnits()).isEqualTo(5);
              assertThat(consumed.table().capacityUnits()).isEqualTo(5);
            });
    assertThat(readUnits(key("a", "1"), true)).isEqualTo(2);
    assertThat(readUnits(key("a", "1"), false)).isEqualTo(1);
    assertThat(readUnits(key("absent", "1"), false)).isEqualTo(0.5);
    assertThat(client.getItem(g -> g.tableName(table).key(key("a", "1"))).consumedCapacity())
        .isNull();
  }

  private double readUnits(Map<String, AttributeValue> key, boolean consistent) {
    return client
        .getItem(
            g ->
                g.tableName(table)
                    .key(key)
                    .consistentRead(consistent)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }
}
