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
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * What every server of the protocol does alike, asked through the AWS SDK: tables and single items.
 * Capacity is ample here, so that a server which does not throttle passes as well.
 */
abstract class TableServerContract {

  private static final String KEY_MISMATCH = "The provided key element does not match the schema";

  DynamoDbClient client;
  String table;

  abstract URI endpoint();

  @BeforeEach
  void createTable() {
    client = Sdk.client(endpoint());
    table = "contract-" + UUID.randomUUID();
    client.createTable(Sdk.table(table, 1_000_000, 1_000_000).build());
    awaitActive(table);
  }

  @AfterEach
  void deleteTable() {
    client.deleteTable(d -> d.tableName(table));
    client.close();
  }

  /** Asks until the table is active; a server may take a moment to create it. */
  final void awaitActive(String name) {
    TableStatus status = TableStatus.CREATING;
    for (int asked = 0; asked < 10_000 && status != TableStatus.ACTIVE; asked++) {
      status = client.describeTable(d -> d.tableName(name)).table().tableStatus();
    }
    assertThat(status).isEqualTo(TableStatus.ACTIVE);
  }

  final void store(Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(table).item(item));
  }

  final Map<String, AttributeValue> load(Map<String, AttributeValue> key) {
    return client.getItem(g -> g.tableName(table).key(key).consistentRead(true)).item();
  }

  @Test
  void a_table_is_described_as_it_was_created() {
    TableDescription described = client.describeTable(d -> d.tableName(table)).table();

    assertThat(described.tableName()).isEqualTo(table);
    assertThat(described.keySchema())
        .containsExactly(Sdk.key("id", KeyType.HASH), Sdk.key("stage", KeyType.RANGE));
    assertThat(described.attributeDefinitions())
        .containsExactlyInAnyOrder(
            Sdk.define("id", ScalarAttributeType.S), Sdk.define("stage", ScalarAttributeType.S));
    assertThat(described.provisionedThroughput().writeCapacityUnits()).isEqualTo(1_000_000);
    assertThat(described.provisionedThroughput().readCapacityUnits()).isEqualTo(1_000_000);
    assertThat(described.creationDateTime()).isNotNull();
    assertThat(described.tableArn()).endsWith(":table/" + table);
  }

  @Test
  void tables_are_listed_by_name_and_in_pages() {
    assertThat(client.listTables().tableNames()).contains(table);
    assertThat(client.listTables(l -> l.limit(1)).tableNames()).hasSize(1);
    assertThat(client.listTablesPaginator(l -> l.limit(1)).tableNames()).contains(table);
    assertThat(client.listTables(l -> l.exclusiveStartTableName(table)).tableNames())
        .doesNotContain(table);
    assertInvalid(() -> client.listTables(l -> l.limit(101)), "less than or equal to 100");
  }

  @Test
  void a_table_cannot_be_created_twice() {
    assertRefused(
            () -> client.createTable(Sdk.table(table, 1, 1).build()), "ResourceInUseException")
        .isInstanceOf(ResourceInUseException.class);
  }

  @Test
  void a_deleted_table_is_gone() {
    String name = "short-lived-" + UUID.randomUUID();
    client.createTable(Sdk.table(name, 1, 1).build());
    awaitActive(name);

    client.deleteTable(d -> d.tableName(name));

    assertRefused(
            () -> client.putItem(p -> p.tableName(name).item(item("a", "1", "x"))),
            "ResourceNotFoundException")
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @Test
  void table_names_follow_the_rules() {
    assertInvalid(
        () -> client.createTable(Sdk.table("ab", 1, 1).build()),
        "TableName must be at least 3 characters long and at most 255 characters long");
    assertInvalid(
        () -> client.createTable(Sdk.table("a".repeat(256), 1, 1).build()),
        "TableName must be at least 3 characters long and at most 255 characters long");
    assertInvalid(
        () -> client.createTable(Sdk.table("what?", 1, 1).build()),
        "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
    assertInvalid(
        () -> client.putItem(p -> p.tableName("ab").item(item("a", "1", "x"))),
        "Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length greater"
            + " than or equal to 3");
  }

  @Test
  void a_table_needs_a_capacity_and_a_sound_key() {
    assertInvalid(
        () -> client.createTable(Sdk.table("unmetered").build()),
        "ReadCapacityUnits and WriteCapacityUnits must both be specified");
    assertInvalid(
        () ->
            client.createTable(
                Sdk.onDemandTable("both").provisionedThroughput(Sdk.throughput(1, 1)).build()),
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified");
    assertInvalid(
        () -> client.createTable(Sdk.table("zero", 0, 1).build()),
        "Member must have value greater than or equal to 1");
    assertInvalid(
        () ->
            client.createTable(
                Sdk.table("undefined", 1, 1)
                    .keySchema(Sdk.key("id", KeyType.HASH), Sdk.key("other", KeyType.RANGE))
                    .build()),
        "Some index key attributes are not defined in AttributeDefinitions");
    assertInvalid(
        () ->
            client.createTable(
                Sdk.table("reversed", 1, 1)
                    .keySchema(Sdk.key("id", KeyType.RANGE), Sdk.key("stage", KeyType.HASH))
                    .build()),
        "The first KeySchemaElement is not a HASH key type");
    assertInvalid(
        () ->
            client.createTable(
                Sdk.table("surplus", 1, 1).keySchema(Sdk.key("id", KeyType.HASH)).build()),
        "Number of attributes in KeySchema does not exactly match");
  }

  @Test
  void every_operation_needs_its_table() {
    String missing = "Requested resource not found";
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> client.describeTable(d -> d.tableName("nowhere")),
            () -> client.deleteTable(d -> d.tableName("nowhere")),
            () -> client.putItem(p -> p.tableName("nowhere").item(item("a", "1", "x"))),
            () -> client.getItem(g -> g.tableName("nowhere").key(key("a", "1"))),
            () -> client.deleteItem(d -> d.tableName("nowhere").key(key("a", "1"))),
            () -> client.scan(q -> q.tableName("nowhere")),
            () ->
                client.query(
                    q ->
                        q.tableName("nowhere")
                            .keyConditionExpression("id = :a")
                            .expressionAttributeValues(Map.of(":a", s("a")))))) {
      assertRefused(call, "ResourceNotFoundException").hasMessageContaining(missing);
    }
  }

  @Test
  void values_of_every_type_come_back() {
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
  void numbers_come_back_without_superfluous_zeros() {
    Map<String, AttributeValue> item = new HashMap<>(key("a", "1"));
    item.put("n", n("0012.3400"));
    item.put("large", n("1e20"));

    store(item);

    assertThat(load(key("a", "1")))
        .containsEntry("n", n("12.34"))
        .containsEntry("large", n("100000000000000000000"));
  }

  @Test
  void an_absent_item_is_no_item() {
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
  void a_projection_returns_only_what_it_names() {
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
  void an_item_may_have_400_kb_and_not_a_byte_more() {
    int rest = "id".length() + "a".length() + "stage".length() + "1".length() + "body".length();

    store(item("a", "1", "x".repeat(400 * 1024 - rest)));
    assertInvalid(
        () -> store(item("a", "1", "x".repeat(400 * 1024 - rest + 1))),
        "Item size has exceeded the maximum allowed size");
  }

  @Test
  void consumed_capacity_follows_size_and_consistency() {
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
