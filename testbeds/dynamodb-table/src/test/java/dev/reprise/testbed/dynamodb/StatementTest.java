package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.assertInvalid;
import static dev.reprise.testbed.dynamodb.Sdk.assertRefused;
import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static dev.reprise.testbed.dynamodb.Sdk.n;
import static dev.reprise.testbed.dynamodb.Sdk.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** Tests PartiQL statements that name one item by its key. */
@Timeout(30)
class StatementTest {

  private static final String TABLE = "songs";
  private static final String BY_KEY = " WHERE id = 'a' AND stage = '1'";

  private final AtomicLong nanos = new AtomicLong();
  private DynamoDbTableServer server;
  private DynamoDbClient client;

  @BeforeEach
  void start() {
    server = DynamoDbTableServer.builder().writeUnits(4).readUnits(4).ticks(nanos::get).start();
    client = Sdk.client(server.endpoint());
    client.createTable(Sdk.table(TABLE, 1000, 1000).build());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void an_insert_accepts_literals_and_parameters_of_every_type() {
    AttributeValue binary = AttributeValue.fromB(SdkBytes.fromUtf8String("b"));

    assertThat(
            execute(
                "INSERT INTO \"songs\" VALUE {'id': 'it''s', 'stage': ?, 'n': -1.50, 'e': 2e3,"
                    + " 't': true, 'x': null, 'l': [1, ['a']], 'm': {'k': ?}, 's': <<'b', 'a'>>}"
                    + " -- a comment",
                s("1"),
                binary))
        .isEmpty();

    Map<String, AttributeValue> expected = new HashMap<>(key("it's", "1"));
    expected.put("n", n("-1.5"));
    expected.put("e", n("2000"));
    expected.put("t", AttributeValue.fromBool(true));
    expected.put("x", AttributeValue.fromNul(true));
    expected.put("l", AttributeValue.fromL(List.of(n("1"), AttributeValue.fromL(List.of(s("a"))))));
    expected.put("m", AttributeValue.fromM(Map.of("k", binary)));
    expected.put("s", AttributeValue.fromSs(List.of("a", "b")));
    assertThat(load("it's", "1")).isEqualTo(expected);
  }

  @Test
  void an_insert_accepts_a_whole_item_and_fails_if_the_item_exists() {
    AttributeValue whole = AttributeValue.fromM(item("a", "1", "x"));
    execute("insert into songs value ?", whole);

    assertThat(load("a", "1")).isEqualTo(item("a", "1", "x"));
    assertRefused(() -> execute("INSERT INTO songs VALUE ?", whole), "DuplicateItemException")
        .hasMessageContaining("Duplicate primary key exists in table");
  }

  @Test
  void an_update_sets_removes_counts_and_returns() {
    store(item("a", "1", "old"));

    assertThat(
            execute(
                "UPDATE \"songs\" SET body = ? SET plays = 1, tags = <<'x'>> REMOVE nothing"
                    + BY_KEY
                    + " AND body = 'old' RETURNING ALL OLD *",
                s("new")))
        .containsExactly(item("a", "1", "old"));
    assertThat(
            execute(
                "UPDATE songs SET plays = plays + 2 SET tags = set_add(tags, <<'y'>>) REMOVE body"
                    + BY_KEY
                    + " RETURNING MODIFIED NEW *"))
        .containsExactly(Map.of("plays", n("3"), "tags", AttributeValue.fromSs(List.of("x", "y"))));
  }

  @Test
  void an_update_needs_its_item_and_its_condition() {
    String update = "UPDATE songs SET body = 'x'" + BY_KEY;

    assertRefused(() -> execute(update), "ConditionalCheckFailedException")
        .hasMessageContaining("The conditional request failed");
    store(item("a", "1", "there"));
    assertRefused(
        () -> execute(update + " AND (begins_with(body, 'x') OR body IS MISSING)"),
        "ConditionalCheckFailedException");
    assertInvalid(
        () -> execute("UPDATE songs SET body = 'x' WHERE id = 'a'"),
        "Where clause does not contain a mandatory equality on all key attributes");
    assertInvalid(
        () -> execute("UPDATE songs SET stage = 'x'" + BY_KEY),
        "Cannot update attribute stage. This attribute is part of the key");
    assertThat(load("a", "1")).isEqualTo(item("a", "1", "there"));
  }

  @Test
  void a_delete_of_an_absent_item_succeeds_and_one_with_a_false_condition_fails() {
    execute("DELETE FROM songs" + BY_KEY + " AND body = 'x'");
    store(item("a", "1", "there"));

    assertRefused(
        () -> execute("DELETE FROM songs" + BY_KEY + " AND body = 'x'"),
        "ConditionalCheckFailedException");
    assertThat(execute("DELETE FROM songs" + BY_KEY + " RETURNING ALL OLD *"))
        .containsExactly(item("a", "1", "there"));
    assertThat(load("a", "1")).isEmpty();
  }

  @Test
  void a_select_reads_one_item_if_its_other_conditions_hold() {
    store(item("a", "1", "there"));

    assertThat(execute("SELECT * FROM \"songs\"" + BY_KEY))
        .containsExactly(item("a", "1", "there"));
    assertThat(execute("SELECT stage, body FROM songs WHERE ? = id AND stage = ?", s("a"), s("1")))
        .containsExactly(Map.of("stage", s("1"), "body", s("there")));
    assertThat(execute("SELECT * FROM songs" + BY_KEY + " AND body BETWEEN 'a' AND 'b'")).isEmpty();
    assertThat(execute("SELECT * FROM songs WHERE id = 'a' AND stage = '2'")).isEmpty();
    assertInvalid(
        () -> execute("SELECT * FROM songs WHERE id = 'a'"),
        "SELECT without the full primary key is not supported by this server");
  }

  @Test
  void a_statement_that_cannot_be_parsed_gets_the_error_of_the_service() {
    String malformed = "Statement wasn't well formed, can't be processed: ";
    assertInvalid(
        () -> execute("SELECT * FROM songs WHERE id = 'a' foo"),
        malformed + "Unexpected token after expression");
    assertInvalid(() -> execute("SELECT * FROM songs WHERE"), malformed + "Unexpected term");
    assertInvalid(
        () -> execute("DELETE FROM WHERE id = 'a'"),
        malformed + "Expected identifier for simple path");
    assertInvalid(
        () -> execute("SELECT * FROM songs t WHERE id = 'a'"), "Aliasing is not supported");
    assertInvalid(() -> execute("SELECT # FROM songs"), malformed);
    assertInvalid(
        () -> execute("SELECT * FROM songs WHERE id = ? AND stage = ?", s("a")),
        "Number of parameters in request and statement don't match.");
    assertInvalid(
        () -> execute("SELECT * FROM songs WHERE id = 1 AND stage = '1'"),
        "Key attribute's data type should match its data type in table's schema");
    assertInvalid(() -> execute("SELECT * FROM songs WHERE id IN ['a']"), "IN is not supported");
    assertRefused(() -> execute("SELECT * FROM nowhere" + BY_KEY), "ResourceNotFoundException");
  }

  @Test
  void each_statement_of_a_batch_returns_its_own_error() {
    store(item("a", "1", "there"));

    BatchExecuteStatementResponse answer =
        client.batchExecuteStatement(
            b ->
                b.statements(
                        statement("INSERT INTO songs VALUE {'id': 'a', 'stage': '2'}"),
                        statement("INSERT INTO songs VALUE {'id': 'a', 'stage': '1'}"),
                        statement("UPDATE songs SET body = 'x'" + BY_KEY + " AND body = 'y'")
                            .toBuilder()
                            .returnValuesOnConditionCheckFailure(
                                ReturnValuesOnConditionCheckFailure.ALL_OLD)
                            .build(),
                        statement("DELETE FROM nowhere" + BY_KEY),
                        statement("DELETE FROM"),
                        statement("DELETE FROM songs" + BY_KEY))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

    assertThat(codes(answer))
        .containsExactly(
            "",
            "DuplicateItem",
            "ConditionalCheckFailed",
            "ResourceNotFound",
            "ValidationError",
            "");
    assertThat(answer.responses().get(0).tableName()).isEqualTo(TABLE);
    assertThat(answer.responses().get(2).error().item()).isEqualTo(item("a", "1", "there"));
    assertThat(answer.consumedCapacity())
        .extracting(ConsumedCapacity::capacityUnits)
        .containsExactly(1.0, 1.0);
    assertThat(load("a", "1")).isEmpty();
    assertThat(load("a", "2")).isEqualTo(key("a", "2"));
    assertThat(server.counters().failedStatements()).isEqualTo(4);
  }

  @Test
  void a_batch_of_reads_returns_items_in_order_and_by_key_only() {
    store(item("a", "1", "there"));

    BatchExecuteStatementResponse answer =
        batch(
            "SELECT body FROM songs" + BY_KEY,
            "SELECT * FROM songs WHERE id = 'a' AND stage = '2'",
            "SELECT * FROM songs WHERE id = 'a'",
            "SELECT * FROM songs" + BY_KEY + " AND body = 'there'");

    assertThat(answer.responses().get(0).item()).isEqualTo(Map.of("body", s("there")));
    assertThat(answer.responses().get(1).hasItem()).isFalse();
    assertThat(answer.responses().subList(2, 4))
        .allSatisfy(
            response ->
                assertThat(response.error().message())
                    .isEqualTo(
                        "Select statements within BatchExecuteStatement must specify the primary"
                            + " key in the where clause."));
  }

  @Test
  void a_batch_has_1_to_25_statements_which_all_read_or_all_write() {
    String insert = "INSERT INTO songs VALUE {'id': 'a', 'stage': '1'}";

    assertInvalid(
        () -> batch(insert, "SELECT * FROM songs" + BY_KEY),
        "does not support both read and write operations in the same request");
    assertInvalid(
        () -> batch(Collections.nCopies(26, insert).toArray(String[]::new)),
        "Member must have length less than or equal to 25");
    assertInvalid(this::batch, "Member must have length greater than or equal to 1");
    assertThat(load("a", "1")).isEmpty();
  }

  @Test
  void statements_are_metered_one_by_one() {
    client.createTable(Sdk.onDemandTable("metered").build());
    String[] inserts = new String[6];
    Arrays.setAll(inserts, i -> "INSERT INTO metered VALUE {'id': 'a', 'stage': '" + i + "'}");

    assertThat(codes(batch(inserts)))
        .containsExactly("", "", "", "", "ThrottlingError", "ThrottlingError");
    assertRefused(() -> execute(inserts[5]), "ThrottlingException");
    assertThat(server.counters().itemsWritten()).isEqualTo(4);
    nanos.addAndGet(1_000_000_000);
    assertThat(codes(batch(inserts[4], inserts[5]))).containsExactly("", "");
  }

  private List<Map<String, AttributeValue>> execute(String text, AttributeValue... parameters) {
    return client
        .executeStatement(
            e -> e.statement(text).parameters(parameters.length == 0 ? null : List.of(parameters)))
        .items();
  }

  private BatchExecuteStatementResponse batch(String... statements) {
    return client.batchExecuteStatement(
        b -> b.statements(Arrays.stream(statements).map(StatementTest::statement).toList()));
  }

  private static BatchStatementRequest statement(String text) {
    return BatchStatementRequest.builder().statement(text).build();
  }

  private static List<String> codes(BatchExecuteStatementResponse answer) {
    return answer.responses().stream().map(StatementTest::code).toList();
  }

  private static String code(BatchStatementResponse response) {
    return response.error() == null ? "" : response.error().codeAsString();
  }

  private void store(Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(TABLE).item(item));
  }

  private Map<String, AttributeValue> load(String id, String stage) {
    return client.getItem(g -> g.tableName(TABLE).key(key(id, stage)).consistentRead(true)).item();
  }
}
