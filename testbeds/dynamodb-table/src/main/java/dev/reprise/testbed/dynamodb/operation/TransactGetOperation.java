package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.CapacityUnits;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.expression.ExpressionParser;
import dev.reprise.testbed.dynamodb.expression.Placeholders;
import dev.reprise.testbed.dynamodb.expression.Projection;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.protocol.CancellationReason;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads up to 100 items and 4 MB as they are at one time, in the order of the request. It costs two
 * units for each started 4 KB of each item, and two units for an absent item.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html">TransactGetItems</a>
 */
final class TransactGetOperation implements Operation {

  private static final String PROJECTION = "ProjectionExpression";
  private static final Set<String> PARAMETERS =
      Set.of(TransactionRules.ITEMS, ConsumedCapacityDetail.PARAMETER);
  private static final Set<String> GET_PARAMETERS =
      Set.of("TableName", "Key", PROJECTION, "ExpressionAttributeNames");

  private final Tables tables;
  private final LiveCounters counters;

  TransactGetOperation(Tables tables, LiveCounters counters) {
    this.tables = tables;
    this.counters = counters;
  }

  /** One item to read. */
  private record Get(Table table, ObjectNode key, Projection projection) {}

  @Override
  public ObjectNode answer(Fields request, long now) {
    request.accepting(PARAMETERS);
    Constraints constraints = new Constraints();
    ConsumedCapacityDetail.check(request, constraints);
    List<Get> gets = gets(TransactionRules.actions(request, constraints), constraints);
    List<Key> keys = keys(gets);
    List<Table> read = gets.stream().map(Get::table).toList();
    return Table.lockedAll(
        new HashSet<>(read), () -> read(gets, keys, ConsumedCapacityDetail.of(request), now));
  }

  private ObjectNode read(List<Get> gets, List<Key> keys, ConsumedCapacityDetail wish, long now) {
    TransactionRules.Bill bill = new TransactionRules.Bill();
    ObjectNode answer = Json.object();
    ArrayNode responses = answer.putArray("Responses");
    long bytes = 0;
    int found = 0;
    for (int i = 0; i < gets.size(); i++) {
      Get get = gets.get(i);
      Item item = get.table().find(keys.get(i));
      ObjectNode response = responses.addObject();
      if (item != null) {
        response.set("Item", get.projection().of(item.attributes()));
        found++;
      }
      int size = item == null ? 0 : item.size();
      bytes += size;
      bill.add(get.table(), CapacityUnits.halvesToRead(size, true));
    }
    TransactionRules.rejectTooLarge(bytes);
    Table lacking = bill.pay(false, now);
    if (lacking != null) {
      TransactionRules.throttled(lacking, gets.stream().map(Get::table).toList()).verify();
    }
    counters.read(found, bill.total());
    bill.addTo(answer, wish, false);
    return answer;
  }

  private List<Get> gets(List<Fields> actions, Constraints constraints) {
    List<Fields> sent = new ArrayList<>();
    for (Fields action : actions) {
      ObjectNode node = action.accepting(Set.of("Get")).map("Get");
      String path = "transactItems." + (sent.size() + 1) + ".member.get";
      constraints.notNull(path, node);
      Fields get = new Fields("Get", node == null ? Json.object() : node);
      get.accepting(GET_PARAMETERS);
      if (node != null) {
        constraints
            .tableName(path + ".tableName", get.text("TableName"))
            .notNull(path + ".key", get.map("Key"));
      }
      sent.add(get);
    }
    constraints.verify();
    List<Get> gets = new ArrayList<>();
    sent.forEach(get -> gets.add(get(get)));
    return gets;
  }

  private Get get(Fields sent) {
    Placeholders placeholders = Placeholders.of(sent, List.of(PROJECTION));
    ObjectNode key = sent.map("Key");
    ObjectNode stored = AttributeValues.normaliseAll(key == null ? Json.object() : key);
    Projection projection = ExpressionParser.projection(PROJECTION, sent, placeholders);
    placeholders.verifyUsed();
    Table table = tables.get(String.valueOf(sent.text("TableName")));
    projection.verifyScalarKeys(table.schema());
    return new Get(table, stored, projection);
  }

  private static List<Key> keys(List<Get> gets) {
    gets.forEach(get -> get.table().schema().rejectEmpty(get.key()));
    TransactionRules.Reasons reasons = new TransactionRules.Reasons(gets.size());
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < gets.size(); i++) {
      try {
        keys.add(gets.get(i).table().schema().ofKey(gets.get(i).key()));
      } catch (ServiceError wrongKey) {
        reasons.set(i, CancellationReason.of(wrongKey));
      }
    }
    reasons.verify();
    return keys;
  }
}
