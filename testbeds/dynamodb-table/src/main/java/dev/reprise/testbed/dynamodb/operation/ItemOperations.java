package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.expression.ExpressionParser;
import dev.reprise.testbed.dynamodb.expression.Placeholders;
import dev.reprise.testbed.dynamodb.expression.Projection;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.operation.WriteRequest.Kind;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts, gets, updates and deletes single items. */
final class ItemOperations {

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
          ConsumedCapacityDetail.PARAMETER);

  private static final String ON_FAILURE = "ReturnValuesOnConditionCheckFailure";

  private final Tables tables;
  private final LiveCounters counters;

  ItemOperations(Tables tables, LiveCounters counters) {
    this.tables = tables;
    this.counters = counters;
  }

  Map<String, Operation> byName() {
    return Map.of(
        "GetItem",
        this::get,
        "PutItem",
        (request, now) -> write(Kind.PUT, request, now),
        "DeleteItem",
        (request, now) -> write(Kind.DELETE, request, now),
        "UpdateItem",
        (request, now) -> write(Kind.UPDATE, request, now));
  }

  private ObjectNode write(Kind kind, Fields request, long now) {
    check(kind, request);
    WriteRequest write = WriteRequest.read(kind, request, tables);
    Optional<Table.Written> written = write.table().write(write.write(), now);
    if (written.isEmpty()) {
      throw write.table().throttled();
    }
    Table.Written outcome = written.get();
    counters.write(outcome);
    if (!outcome.conditionHeld()) {
      throw ServiceError.conditionFailed(
          wantsOldOnFailure(request) ? attributesOf(outcome.before()) : null);
    }
    ObjectNode answer = Json.object();
    ObjectNode returned = returned(request.text("ReturnValues"), write.touched(), outcome);
    if (returned != null && !returned.isEmpty()) {
      answer.set("Attributes", returned);
    }
    ConsumedCapacityDetail.of(request).addTo(answer, tableName(request), outcome.halves());
    return answer;
  }

  /** The attributes that a write returns; null or empty for none. */
  static @Nullable ObjectNode returned(
      @Nullable String wish, Projection touched, Table.Written outcome) {
    if (wish == null || wish.equals("NONE")) {
      return null;
    }
    ObjectNode whole = attributesOf(wish.endsWith("OLD") ? outcome.before() : outcome.after());
    return whole == null || wish.startsWith("ALL") ? whole : touched.of(whole);
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
    counters.read(item == null ? 0 : 1, read.get().halves());
    ObjectNode answer = Json.object();
    if (item != null) {
      answer.set("Item", projection.of(item.attributes()));
    }
    ConsumedCapacityDetail.of(request).addTo(answer, tableName(request), read.get().halves());
    return answer;
  }

  private static void check(Kind kind, Fields request) {
    request.accepting(kind.parameters("ReturnValues", ConsumedCapacityDetail.PARAMETER));
    String returned = request.text("ReturnValues");
    verify(
        request,
        new Constraints()
            .notNull(kind.subject().toLowerCase(Locale.ROOT), request.map(kind.subject()))
            .oneOf("returnValues", returned, RETURNED)
            .oneOf(
                "returnValuesOnConditionCheckFailure",
                request.text(ON_FAILURE),
                List.of("ALL_OLD", "NONE")));
    if (kind != Kind.UPDATE && returned != null && !List.of("ALL_OLD", "NONE").contains(returned)) {
      throw ServiceError.validation("ReturnValues can only be ALL_OLD or NONE");
    }
  }

  private static void verify(Fields request, Constraints constraints) {
    ConsumedCapacityDetail.check(request, constraints);
    constraints.tableName("tableName", request.text("TableName")).verify();
  }

  private static String tableName(Fields request) {
    return String.valueOf(request.text("TableName"));
  }

  /** Returns whether the error of a failed condition returns the stored item. */
  static boolean wantsOldOnFailure(Fields request) {
    return "ALL_OLD".equals(request.text(ON_FAILURE));
  }

  static @Nullable ObjectNode attributesOf(@Nullable Item item) {
    return item == null ? null : item.attributes();
  }

  private static ObjectNode present(@Nullable ObjectNode attributes) {
    return attributes == null ? Json.object() : attributes;
  }
}
