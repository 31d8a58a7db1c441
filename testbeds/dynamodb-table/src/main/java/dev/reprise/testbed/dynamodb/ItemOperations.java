package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts, gets and deletes single items. */
final class ItemOperations {

  private static final List<String> CONDITION = List.of("ConditionExpression");
  private static final List<String> PROJECTION = List.of("ProjectionExpression");
  private static final List<String> RETURNED =
      List.of("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW");
  private static final Set<String> GET_PARAMETERS =
      Set.of(
          "TableName",
          "Key",
          "ConsistentRead",
          "ProjectionExpression",
          "ExpressionAttributeNames",
          Consumption.PARAMETER);
  private static final Set<String> PUT_PARAMETERS = writeParameters("Item");
  private static final Set<String> DELETE_PARAMETERS = writeParameters("Key");

  private final Tables tables;
  private final Tally tally;

  ItemOperations(Tables tables, Tally tally) {
    this.tables = tables;
    this.tally = tally;
  }

  Map<String, Operation> byName() {
    return Map.of("PutItem", this::put, "GetItem", this::get, "DeleteItem", this::delete);
  }

  private ObjectNode put(Fields request, long now) {
    ObjectNode attributes = checked(request, "Item", PUT_PARAMETERS);
    Placeholders placeholders = Placeholders.of(request, CONDITION);
    Item item = Item.of(attributes);
    Condition condition = condition(request, placeholders);
    Table table = tables.get(tableName(request));
    return write(
        request,
        table,
        new Table.Write(table.schema().ofItem(item.attributes()), item, condition),
        now);
  }

  private ObjectNode delete(Fields request, long now) {
    ObjectNode attributes = checked(request, "Key", DELETE_PARAMETERS);
    Placeholders placeholders = Placeholders.of(request, CONDITION);
    ObjectNode key = AttributeValues.normaliseAll(attributes);
    Condition condition = condition(request, placeholders);
    Table table = tables.get(tableName(request));
    return write(request, table, new Table.Write(table.schema().ofKey(key), null, condition), now);
  }

  private ObjectNode write(Fields request, Table table, Table.Write write, long now) {
    Optional<Table.Written> written = table.write(write, now);
    if (written.isEmpty()) {
      throw table.throttled();
    }
    Table.Written outcome = written.get();
    tally.write(outcome);
    Item before = outcome.before();
    if (!outcome.conditionHeld()) {
      throw ServiceError.conditionFailed(
          wantsOld(request, "ReturnValuesOnConditionCheckFailure") ? attributesOf(before) : null);
    }
    ObjectNode answer = Json.object();
    if (before != null && wantsOld(request, "ReturnValues")) {
      answer.set("Attributes", before.attributes());
    }
    Consumption.of(request).addTo(answer, tableName(request), outcome.halves());
    return answer;
  }

  private ObjectNode get(Fields request, long now) {
    request.accepting(GET_PARAMETERS);
    ObjectNode attributes = request.map("Key");
    verify(request, new Constraints().notNull("key", attributes));
    Placeholders placeholders = Placeholders.of(request, PROJECTION);
    ObjectNode key = AttributeValues.normaliseAll(present(attributes));
    Projection projection =
        ExpressionParser.projection("ProjectionExpression", request, placeholders);
    placeholders.verifyUsed();
    Table table = tables.get(tableName(request));
    projection.verifyScalarKeys(table.schema());
    boolean consistent = request.flag("ConsistentRead", false);
    Optional<Table.Read> read =
        table.read(table.schema().ofKey(key), consistent, Long.MAX_VALUE, now);
    if (read.isEmpty()) {
      throw table.throttled();
    }
    Item item = read.get().item();
    tally.read(item == null ? 0 : 1, read.get().halves());
    ObjectNode answer = Json.object();
    if (item != null) {
      answer.set("Item", projection.of(item.attributes()));
    }
    Consumption.of(request).addTo(answer, tableName(request), read.get().halves());
    return answer;
  }

  private static ObjectNode checked(Fields request, String member, Set<String> parameters) {
    request.accepting(parameters);
    ObjectNode attributes = request.map(member);
    String path = member.equals("Item") ? "item" : "key";
    verify(
        request,
        new Constraints()
            .notNull(path, attributes)
            .oneOf("returnValues", request.text("ReturnValues"), RETURNED)
            .oneOf(
                "returnValuesOnConditionCheckFailure",
                request.text("ReturnValuesOnConditionCheckFailure"),
                List.of("ALL_OLD", "NONE")));
    String returned = request.text("ReturnValues");
    if (returned != null && !List.of("ALL_OLD", "NONE").contains(returned)) {
      throw ServiceError.validation("ReturnValues can only be ALL_OLD or NONE");
    }
    return present(attributes);
  }

  private static void verify(Fields request, Constraints constraints) {
    Consumption.check(request, constraints);
    constraints.tableName("tableName", request.text("TableName")).verify();
  }

  private static Condition condition(Fields request, Placeholders placeholders) {
    Condition condition = ExpressionParser.condition("ConditionExpression", request, placeholders);
    placeholders.verifyUsed();
    return condition;
  }

  private static String tableName(Fields request) {
    return String.valueOf(request.text("TableName"));
  }

  private static boolean wantsOld(Fields request, String parameter) {
    return "ALL_OLD".equals(request.text(parameter));
  }

  private static @Nullable ObjectNode attributesOf(@Nullable Item item) {
    return item == null ? null : item.attributes();
  }

  private static ObjectNode present(@Nullable ObjectNode attributes) {
    return attributes == null ? Json.object() : attributes;
  }

  private static Set<String> writeParameters(String subject) {
    return Set.of(
        "TableName",
        subject,
        "ConditionExpression",
        "ExpressionAttributeNames",
        "ExpressionAttributeValues",
        "ReturnValues",
        "ReturnValuesOnConditionCheckFailure",
        "ReturnItemCollectionMetrics",
        Consumption.PARAMETER);
  }
}
