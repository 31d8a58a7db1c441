package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.assertInvalid;
import static dev.reprise.testbed.dynamodb.Sdk.assertRefused;
import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static dev.reprise.testbed.dynamodb.Sdk.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tests creating, describing, listing and deleting tables. */
class TableScenarios extends TableScenarioBase {

  TableScenarios(URI endpoint) {
    super(endpoint);
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
  void a_table_needs_a_capacity_and_a_valid_key() {
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
}
