package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** Creates, describes, deletes and lists tables. A table is active, or deleted, at once. */
public final class TableOperations {

  private static final Set<String> NAME_ONLY = Set.of("TableName");
  private static final int MOST_LISTED = 100;

  private final Tables tables;
  private final CreateTableRequest requests;
  private final Duration burst;

  public TableOperations(Tables tables, CreateTableRequest requests, Duration burst) {
    this.tables = tables;
    this.requests = requests;
    this.burst = burst;
  }

  Map<String, Operation> byName() {
    return Map.of(
        "CreateTable", this::create,
        "DescribeTable", this::describe,
        "DeleteTable", this::delete,
        "ListTables", this::list);
  }

  private ObjectNode create(Fields request, long now) {
    Table table = new Table(requests.read(request), burst, now);
    tables.add(table);
    return described("TableDescription", table, "ACTIVE");
  }

  private ObjectNode describe(Fields request, long now) {
    return described("Table", tables.describe(nameIn(request)), "ACTIVE");
  }

  private ObjectNode delete(Fields request, long now) {
    return described("TableDescription", tables.remove(nameIn(request)), "DELETING");
  }

  private ObjectNode list(Fields request, long now) {
    request.accepting(Set.of("ExclusiveStartTableName", "Limit"));
    String after = request.text("ExclusiveStartTableName");
    Long wanted = request.number("Limit");
    Constraints constraints = new Constraints();
    if (after != null) {
      constraints.tableName("exclusiveStartTableName", after);
    }
    constraints.atLeast("limit", wanted, 1).atMost("limit", wanted, MOST_LISTED).verify();
    Iterator<String> names =
        (after == null ? tables.all() : tables.all().tailMap(after, false)).keySet().iterator();
    long limit = wanted == null ? MOST_LISTED : wanted;
    ObjectNode answer = Json.object();
    ArrayNode listed = answer.putArray("TableNames");
    while (names.hasNext() && listed.size() < limit) {
      listed.add(names.next());
    }
    if (names.hasNext()) {
      answer.set("LastEvaluatedTableName", listed.get(listed.size() - 1));
    }
    return answer;
  }

  private static String nameIn(Fields request) {
    return Constraints.requiredTableName(request.accepting(NAME_ONLY).text("TableName"));
  }

  private static ObjectNode described(String member, Table table, String status) {
    return Json.object().set(member, table.description().toJson(status, table.itemCount()));
  }
}
