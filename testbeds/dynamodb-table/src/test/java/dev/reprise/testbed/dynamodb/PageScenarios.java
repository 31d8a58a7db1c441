package dev.reprise.testbed.dynamodb;

import static dev.reprise.testbed.dynamodb.Sdk.assertInvalid;
import static dev.reprise.testbed.dynamodb.Sdk.item;
import static dev.reprise.testbed.dynamodb.Sdk.key;
import static dev.reprise.testbed.dynamodb.Sdk.n;
import static dev.reprise.testbed.dynamodb.Sdk.puts;
import static dev.reprise.testbed.dynamodb.Sdk.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Tests queries and scans, which return pages. */
class PageScenarios extends TableScenarioBase {

  PageScenarios(URI endpoint) {
    super(endpoint);
  }

  @Test
  void a_query_returns_one_partition_in_order() {
    store(item("other", "a", "x"));
    write(puts(4));

    assertThat(stages(query("id = :id", Map.of(), q -> {})))
        .containsExactly("00000", "00001", "00002", "00003");
    assertThat(stages(query("id = :id", Map.of(), q -> q.scanIndexForward(false))))
        .containsExactly("00003", "00002", "00001", "00000");
    assertThat(
            client
                .query(
                    q ->
                        q.tableName(table)
                            .keyConditionExpression("id = :id")
                            .expressionAttributeValues(Map.of(":id", s("absent"))))
                .count())
        .isZero();
  }

  @Test
  void a_query_can_restrict_the_sort_key() {
    for (String stage : List.of("a", "ab", "b", "ba", "c")) {
      store(item("many", stage, "x"));
    }

    assertThat(stages("id = :id AND stage = :v", "b")).containsExactly("b");
    assertThat(stages("id = :id AND stage < :v", "b")).containsExactly("a", "ab");
    assertThat(stages("id = :id AND stage <= :v", "b")).containsExactly("a", "ab", "b");
    assertThat(stages("id = :id AND stage > :v", "b")).containsExactly("ba", "c");
    assertThat(stages("stage >= :v AND id = :id", "b")).containsExactly("b", "ba", "c");
    assertThat(stages("id = :id AND begins_with(stage, :v)", "a")).containsExactly("a", "ab");
    assertThat(
            stages(
                query(
                    "id = :id AND stage BETWEEN :low AND :high",
                    Map.of(":low", s("ab"), ":high", s("ba")),
                    q -> {})))
        .containsExactly("ab", "b", "ba");
  }

  @Test
  void numbers_are_sorted_by_value_and_binaries_by_unsigned_bytes() {
    String numbered = "numbered-" + UUID.randomUUID();
    client.createTable(
        CreateTableRequest.builder()
            .tableName(numbered)
            .attributeDefinitions(
                Sdk.define("id", ScalarAttributeType.N), Sdk.define("at", ScalarAttributeType.N))
            .keySchema(Sdk.key("id", KeyType.HASH), Sdk.key("at", KeyType.RANGE))
            .provisionedThroughput(Sdk.throughput(1000, 1000))
            .build());
    awaitActive(numbered);
    for (String at : List.of("10", "9", "-1", "0.5", "1e2")) {
      client.putItem(p -> p.tableName(numbered).item(Map.of("id", n("1.0"), "at", n(at))));
    }

    List<String> found =
        client
            .query(
                q ->
                    q.tableName(numbered)
                        .keyConditionExpression("id = :one")
                        .expressionAttributeValues(Map.of(":one", n("1"))))
            .items()
            .stream()
            .map(i -> i.get("at").n())
            .toList();

    assertThat(found).containsExactly("-1", "0.5", "9", "10", "100");
    client.deleteTable(d -> d.tableName(numbered));
  }

  @Test
  void a_query_returns_pages_in_both_directions() {
    write(puts(7));

    for (boolean forward : new boolean[] {true, false}) {
      List<String> found = new ArrayList<>();
      Map<String, AttributeValue> start = null;
      int pages = 0;
      do {
        Map<String, AttributeValue> from = start;
        QueryResponse page =
            query(
                "id = :id",
                Map.of(),
                q -> q.limit(3).scanIndexForward(forward).exclusiveStartKey(from));
        found.addAll(stages(page));
        start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
        pages++;
      } while (start != null);

      assertThat(pages).isEqualTo(3);
      assertThat(found)
          .hasSize(7)
          .isSortedAccordingTo(forward ? String::compareTo : (a, b) -> b.compareTo(a));
    }
  }

  @Test
  void a_count_has_no_items() {
    write(puts(7));

    QueryResponse counted = query("id = :id", Map.of(), q -> q.select(Select.COUNT));
    assertThat(counted.count()).isEqualTo(7);
    assertThat(counted.scannedCount()).isEqualTo(7);
    assertThat(counted.hasItems()).isFalse();
    ScanResponse scanned = client.scan(q -> q.tableName(table).select(Select.COUNT).limit(5));
    assertThat(scanned.count()).isEqualTo(5);
    assertThat(scanned.hasItems()).isFalse();
    assertThat(scanned.hasLastEvaluatedKey()).isTrue();
  }

  @Test
  void a_filter_applies_after_the_page_was_read() {
    write(puts(5));
    store(item("many", "z", "other"));

    QueryResponse filtered =
        query(
            "id = :id",
            Map.of(":x", s("other")),
            q -> q.filterExpression("body = :x").projectionExpression("stage"));

    assertThat(filtered.items()).containsExactly(Map.of("stage", s("z")));
    assertThat(filtered.count()).isEqualTo(1);
    assertThat(filtered.scannedCount()).isEqualTo(6);
    assertInvalid(
        () -> query("id = :id", Map.of(":x", s("y")), q -> q.filterExpression("stage = :x")),
        "Filter Expression can only contain non-primary key attributes: Primary key attribute:"
            + " stage");
  }

  @Test
  void a_query_needs_an_equality_on_the_partition_key() {
    assertInvalid(
        () -> client.query(q -> q.tableName(table)),
        "Either the KeyConditions or KeyConditionExpression parameter must be specified");
    assertInvalid(() -> stages("id < :id", null), "Query key condition not supported");
    assertInvalid(
        () -> stages("stage = :id", null), "Query condition missed key schema element: id");
    assertInvalid(
        () -> stages("id = :id AND body = :v", "x"),
        "Query condition missed key schema element: stage");
    assertInvalid(
        () -> stages("id = :id OR stage = :v", "x"),
        "Invalid operator used in KeyConditionExpression: OR");
    assertInvalid(
        () -> query("id = :id AND stage = :v", Map.of(":v", n("1")), q -> {}),
        "Condition parameter type does not match schema type");
    assertInvalid(
        () -> query("id = :id", Map.of(), q -> q.exclusiveStartKey(key("elsewhere", "1"))),
        "The provided starting key is outside query boundaries based on provided conditions");
    assertInvalid(
        () -> query("id = :id", Map.of(), q -> q.indexName("by-body")),
        "The table does not have the specified index: by-body");
    assertInvalid(() -> query("id = :id", Map.of(), q -> q.limit(0)), "greater than or equal to 1");
  }

  @Test
  void a_scan_returns_every_item_exactly_once_page_by_page() {
    List<Map<String, AttributeValue>> keys = spread(60);

    List<Map<String, AttributeValue>> found = scanAll(q -> q.limit(7));

    assertThat(found).containsExactlyInAnyOrderElementsOf(keys);
  }

  @Test
  void the_segments_of_a_scan_partition_the_table() {
    List<Map<String, AttributeValue>> keys = spread(60);
    List<Map<String, AttributeValue>> found = new ArrayList<>();

    for (int segment = 0; segment < 4; segment++) {
      int number = segment;
      List<Map<String, AttributeValue>> part =
          scanAll(q -> q.limit(5).segment(number).totalSegments(4));
      assertThat(part).isNotEmpty();
      found.addAll(part);
    }

    assertThat(found).containsExactlyInAnyOrderElementsOf(keys);
    assertInvalid(
        () -> client.scan(q -> q.tableName(table).segment(4).totalSegments(4)),
        "The Segment parameter is zero-based and must be less than parameter TotalSegments");
    assertInvalid(
        () -> client.scan(q -> q.tableName(table).totalSegments(4)),
        "The Segment parameter is required");
  }

  @Test
  void a_page_ends_at_one_megabyte() {
    String body = "x".repeat(300_000);
    for (int i = 0; i < 8; i++) {
      store(item("large", Sdk.stage(i), body));
    }

    ScanResponse first = client.scan(q -> q.tableName(table));

    assertThat(first.count()).isBetween(3, 4);
    assertThat(first.hasLastEvaluatedKey()).isTrue();
    assertThat(scanAll(q -> {})).hasSize(8);
  }

  private List<Map<String, AttributeValue>> spread(int count) {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, AttributeValue> key = key("id-" + i, "1");
      store(key);
      keys.add(key);
    }
    return keys;
  }

  private List<Map<String, AttributeValue>> scanAll(Consumer<ScanRequest.Builder> settings) {
    ScanRequest.Builder request = ScanRequest.builder().tableName(table);
    settings.accept(request);
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      ScanResponse page = client.scan(request.exclusiveStartKey(start).build());
      found.addAll(page.items());
      start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    } while (start != null);
    return found;
  }

  private List<String> stages(String condition, String value) {
    return stages(query(condition, value == null ? Map.of() : Map.of(":v", s(value)), q -> {}));
  }

  private static List<String> stages(QueryResponse page) {
    return page.items().stream().map(i -> i.get("stage").s()).toList();
  }

  private QueryResponse query(
      String condition, Map<String, AttributeValue> values, Consumer<QueryRequest.Builder> more) {
    Map<String, AttributeValue> all = new HashMap<>(values);
    all.put(":id", s("many"));
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(table)
            .keyConditionExpression(condition)
            .expressionAttributeValues(all);
    more.accept(request);
    return client.query(request.build());
  }
}
