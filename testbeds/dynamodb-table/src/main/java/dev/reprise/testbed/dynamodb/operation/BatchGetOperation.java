package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.expression.ExpressionParser;
import dev.reprise.testbed.dynamodb.expression.Placeholders;
import dev.reprise.testbed.dynamodb.expression.Projection;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads up to 100 items and 16 MB. Items are returned in the order of the table, not of the
 * request. Keys for which there is no capacity or no space are returned with the settings that were
 * sent for their table.
 */
final class BatchGetOperation implements Operation {

  private static final int MOST_KEYS = 100;
  private static final long MOST_BYTES = 16L * 1024 * 1024;
  private static final String KEYS = "Keys";
  private static final String PROJECTION = "ProjectionExpression";
  private static final Set<String> PARAMETERS =
      Set.of(BatchRules.REQUEST_ITEMS, ConsumedCapacityDetail.PARAMETER);
  private static final Set<String> TABLE_PARAMETERS =
      Set.of(KEYS, "ConsistentRead", PROJECTION, "ExpressionAttributeNames");

  private final Tables tables;
  private final LiveCounters counters;

  BatchGetOperation(Tables tables, LiveCounters counters) {
    this.tables = tables;
    this.counters = counters;
  }

  /** The keys requested from one table: the request as sent, and its keys in stored form. */
  private record Wanted(String name, Fields sent, List<ObjectNode> keys, Projection projection) {}

  /** The keys requested from one table, after the table was found. */
  private record Part(Wanted wanted, Table table, List<Key> keys) {

    JsonNode sentKey(int index) {
      return wanted.sent().node().get(KEYS).get(index);
    }

    boolean consistent() {
      return wanted.sent().flag("ConsistentRead", false);
    }
  }

  @Override
  public ObjectNode answer(Fields request, long now) {
    request.accepting(PARAMETERS);
    ObjectNode items = BatchRules.requestItems(request);
    checkCounts(items);
    List<Wanted> wanted = new ArrayList<>();
    for (Map.Entry<String, JsonNode> table : items.properties()) {
      wanted.add(wanted(table.getKey(), table.getValue()));
    }
    List<Part> parts = wanted.stream().map(this::part).toList();
    Call call = new Call(now);
    parts.forEach(call::read);
    return call.answer(ConsumedCapacityDetail.of(request), parts.get(0).table());
  }

  private Part part(Wanted wanted) {
    Table table = tables.get(wanted.name());
    wanted.projection().verifyScalarKeys(table.schema());
    List<Key> keys = wanted.keys().stream().map(table.schema()::ofKey).toList();
    BatchRules.rejectDuplicates(keys);
    return new Part(wanted, table, keys);
  }

  private static Wanted wanted(String table, JsonNode value) {
    Fields sent = new Fields("KeysAndAttributes", Fields.asMap(value));
    sent.accepting(TABLE_PARAMETERS);
    Placeholders placeholders = Placeholders.of(sent, List.of(PROJECTION));
    Projection projection = ExpressionParser.projection(PROJECTION, sent, placeholders);
    placeholders.verifyUsed();
    List<ObjectNode> keys = new ArrayList<>();
    for (JsonNode key : Fields.asList(value.get(KEYS))) {
      keys.add(AttributeValues.normaliseAll(Fields.asMap(key)));
    }
    return new Wanted(table, sent, keys, projection);
  }

  private static void checkCounts(ObjectNode items) {
    Constraints constraints = new Constraints();
    int total = 0;
    for (Map.Entry<String, JsonNode> table : items.properties()) {
      String path = "requestItems." + table.getKey() + ".member.keys";
      Fields fields = new Fields("KeysAndAttributes", Fields.asMap(table.getValue()));
      ArrayNode keys = fields.list(KEYS);
      constraints.notNull(path, keys);
      if (keys != null) {
        constraints.atLeast(path, keys, keys.size(), 1).atMost(path, keys, keys.size(), MOST_KEYS);
        total += keys.size();
      }
    }
    constraints.verify();
    if (total > MOST_KEYS) {
      throw ServiceError.validation("Too many items requested for the BatchGetItem call");
    }
  }

  /** The state of one call: the items that were read, and the remaining space of the response. */
  private final class Call {

    private final long now;
    private final ObjectNode responses = Json.object();
    private final ObjectNode unprocessed = Json.object();
    private final List<BatchRules.Share> shares = new ArrayList<>();
    private long room = MOST_BYTES;
    private int done;
    private int leftOver;

    Call(long now) {
      this.now = now;
    }

    void read(Part part) {
      Map<Key, Item> found = new TreeMap<>();
      ArrayNode refused = Json.array();
      long halves = 0;
      for (int i = 0; i < part.keys().size(); i++) {
        Key key = part.keys().get(i);
        Optional<Table.Read> read = part.table().read(key, part.consistent(), room, now);
        if (read.isEmpty()) {
          refused.add(part.sentKey(i));
          continue;
        }
        halves += read.get().halves();
        Item item = read.get().item();
        if (item != null) {
          found.put(key, item);
          room -= item.size();
        }
      }
      counters.read(found.size(), halves);
      record(part, found.values(), refused, halves);
    }

    private void record(Part part, Iterable<Item> found, ArrayNode refused, long halves) {
      String name = part.wanted().name();
      ArrayNode answers = responses.putArray(name);
      found.forEach(item -> answers.add(part.wanted().projection().of(item.attributes())));
      shares.add(new BatchRules.Share(name, halves));
      done += part.keys().size() - refused.size();
      leftOver += refused.size();
      if (!refused.isEmpty()) {
        ObjectNode again = part.wanted().sent().node().deepCopy();
        unprocessed.set(name, again.set(KEYS, refused));
      }
    }

    ObjectNode answer(ConsumedCapacityDetail wish, Table first) {
      BatchRules.settle(counters, done, leftOver, first.throttled());
      ObjectNode answer = Json.object();
      answer.set("Responses", responses);
      answer.set("UnprocessedKeys", unprocessed);
      BatchRules.addConsumed(answer, wish, shares);
      return answer;
    }
  }
}
