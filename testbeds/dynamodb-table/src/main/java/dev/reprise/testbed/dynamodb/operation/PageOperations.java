package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.expression.Condition;
import dev.reprise.testbed.dynamodb.expression.ExpressionParser;
import dev.reprise.testbed.dynamodb.expression.KeyCondition;
import dev.reprise.testbed.dynamodb.expression.Placeholders;
import dev.reprise.testbed.dynamodb.expression.Projection;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.PageRequest;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Query and Scan: pages of at most 1 MB, each with the key at which the next one starts. */
final class PageOperations {

  private static final String KEY_CONDITION = "KeyConditionExpression";
  private static final String FILTER = "FilterExpression";
  private static final String PROJECTION = "ProjectionExpression";
  private static final String START = "ExclusiveStartKey";
  private static final List<String> SELECTS = List.of("COUNT", "ALL_ATTRIBUTES");
  private static final Set<String> COMMON =
      Set.of(
          "TableName",
          "IndexName",
          "Select",
          "Limit",
          "ConsistentRead",
          START,
          FILTER,
          PROJECTION,
          "ExpressionAttributeNames",
          "ExpressionAttributeValues",
          ConsumedCapacityDetail.PARAMETER);
  private static final Set<String> QUERY_PARAMETERS = with(KEY_CONDITION, "ScanIndexForward");
  private static final Set<String> SCAN_PARAMETERS = with("Segment", "TotalSegments");

  private final Tables tables;
  private final LiveCounters counters;

  PageOperations(Tables tables, LiveCounters counters) {
    this.tables = tables;
    this.counters = counters;
  }

  Map<String, Operation> byName() {
    return Map.of("Query", this::query, "Scan", this::scan);
  }

  private ObjectNode query(Fields request, long now) {
    check(request, QUERY_PARAMETERS);
    if (!request.has(KEY_CONDITION)) {
      throw ServiceError.validation(
          "Either the KeyConditions or KeyConditionExpression parameter must be specified in the"
              + " request.");
    }
    Placeholders placeholders =
        Placeholders.of(request, List.of(PROJECTION, FILTER, KEY_CONDITION));
    Condition keys = ExpressionParser.condition(KEY_CONDITION, request, placeholders);
    Reading reading = reading(request, placeholders);
    Table table = table(request);
    rejectKeysInFilter(reading.filter(), table.schema());
    KeyCondition condition = KeyCondition.of(keys, table.schema());
    Key start = startKey(request, table);
    verifyWithin(condition, start);
    return page(
        reading,
        table,
        new PageRequest(
            condition.partition(),
            condition::matches,
            request.flag("ScanIndexForward", true),
            start,
            limit(request),
            request.flag("ConsistentRead", false)),
        now);
  }

  private static void verifyWithin(KeyCondition condition, @Nullable Key start) {
    if (start != null && !condition.matches(start)) {
      throw ServiceError.validation(
          start.partition().equals(condition.partition())
              ? "The provided starting key does not match the range key predicate"
              : "The provided starting key is outside query boundaries based on provided"
                  + " conditions");
    }
  }

  private ObjectNode scan(Fields request, long now) {
    check(request, SCAN_PARAMETERS);
    ScanSegment segment = ScanSegment.of(request);
    Placeholders placeholders = Placeholders.of(request, List.of(PROJECTION, FILTER));
    Reading reading = reading(request, placeholders);
    Table table = table(request);
    Key start = startKey(request, table);
    segment.verifyHolds(start);
    return page(
        reading,
        table,
        new PageRequest(
            null,
            segment::holds,
            true,
            start,
            limit(request),
            request.flag("ConsistentRead", false)),
        now);
  }

  /** The filter and the projection of a page. */
  private record Reading(Fields request, Condition filter, Projection projection) {}

  private static Reading reading(Fields request, Placeholders placeholders) {
    Condition filter = ExpressionParser.condition(FILTER, request, placeholders);
    Projection projection = ExpressionParser.projection(PROJECTION, request, placeholders);
    placeholders.verifyUsed();
    return new Reading(request, filter, projection);
  }

  private ObjectNode page(Reading reading, Table table, PageRequest wanted, long now) {
    reading.projection().verifyScalarKeys(table.schema());
    Optional<Table.Page> read = table.page(wanted, now);
    if (read.isEmpty()) {
      throw table.throttled();
    }
    Table.Page page = read.get();
    List<ObjectNode> kept = new ArrayList<>();
    for (Item item : page.items()) {
      ObjectNode attributes = item.attributes();
      if (reading.filter().holds(attributes)) {
        kept.add(attributes);
      }
    }
    counters.read(kept.size(), page.halves());
    ObjectNode answer = Json.object();
    answer.put("Count", kept.size()).put("ScannedCount", page.items().size());
    if (!"COUNT".equals(reading.request().text("Select"))) {
      ArrayNode items = answer.putArray("Items");
      kept.forEach(item -> items.add(reading.projection().of(item)));
    }
    if (page.last() != null) {
      answer.set("LastEvaluatedKey", table.schema().keyOf(page.last().attributes()));
    }
    ConsumedCapacityDetail.of(reading.request())
        .addTo(answer, table.description().name(), page.halves());
    return answer;
  }

  private static void check(Fields request, Set<String> parameters) {
    request.accepting(parameters);
    Constraints constraints = new Constraints();
    ConsumedCapacityDetail.check(request, constraints);
    constraints
        .tableName("tableName", request.text("TableName"))
        .oneOf("select", request.text("Select"), SELECTS)
        .atLeast("limit", request.number("Limit"), 1);
    ScanSegment.check(request, constraints);
    constraints.verify();
    checkSelect(request, request.text("Select"));
  }

  private static void checkSelect(Fields request, @Nullable String select) {
    if (request.has(PROJECTION) && select != null) {
      throw ServiceError.invalidParameter(
          "Cannot specify the ProjectionExpression when choosing to get "
              + (select.equals("COUNT") ? "only the Count" : select));
    }
  }

  private Table table(Fields request) {
    Table table = tables.get(String.valueOf(request.text("TableName")));
    String index = request.text("IndexName");
    if (index != null) {
      throw ServiceError.validation("The table does not have the specified index: " + index);
    }
    return table;
  }

  private static @Nullable Key startKey(Fields request, Table table) {
    ObjectNode start = request.map(START);
    if (start == null) {
      return null;
    }
    try {
      return table.schema().ofKey(AttributeValues.normaliseAll(start));
    } catch (ServiceError e) {
      throw ServiceError.validation("The provided starting key is invalid: " + e.getMessage());
    }
  }

  private static long limit(Fields request) {
    Long limit = request.number("Limit");
    return limit == null ? Long.MAX_VALUE : limit;
  }

  private static void rejectKeysInFilter(Condition filter, KeySchema schema) {
    filter
        .attributes()
        .filter(schema::isKey)
        .findFirst()
        .ifPresent(
            attribute -> {
              throw ServiceError.validation(
                  "Filter Expression can only contain non-primary key attributes: Primary key"
                      + " attribute: "
                      + attribute);
            });
  }

  private static Set<String> with(String... names) {
    Set<String> all = new HashSet<>(COMMON);
    all.addAll(List.of(names));
    return Set.copyOf(all);
  }
}
