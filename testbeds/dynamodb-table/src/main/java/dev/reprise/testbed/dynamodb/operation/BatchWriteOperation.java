package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.expression.Condition;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.ItemChange;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes up to 25 items. The whole call is checked before any item is written. Then each write is
 * carried out separately, in the given order, and writes without capacity are returned as they were
 * sent.
 */
final class BatchWriteOperation implements Operation {

  private static final int MOST_WRITES = 25;
  private static final Condition ALWAYS = new Condition.Always();
  private static final Set<String> PARAMETERS =
      Set.of(BatchRules.REQUEST_ITEMS, ConsumedCapacityDetail.PARAMETER);

  private final Tables tables;
  private final LiveCounters counters;

  BatchWriteOperation(Tables tables, LiveCounters counters) {
    this.tables = tables;
    this.counters = counters;
  }

  /**
   * One write as it was sent, with its attributes in stored form; a write without an item is a
   * delete.
   */
  private record Entry(JsonNode sent, ObjectNode attributes, @Nullable Item item) {

    ItemChange change() {
      return item == null ? ItemChange.DELETE : ItemChange.put(item);
    }
  }

  /** The writes of one table. */
  private record Part(Table table, List<Entry> entries, List<Key> keys) {}

  @Override
  public ObjectNode answer(Fields request, long now) {
    request.accepting(PARAMETERS);
    ObjectNode items = BatchRules.requestItems(request);
    checkCounts(items);
    List<List<Entry>> entries = new ArrayList<>();
    for (Map.Entry<String, JsonNode> table : items.properties()) {
      entries.add(entries(table.getValue()));
    }
    List<Part> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> table : items.properties()) {
      parts.add(part(tables.get(table.getKey()), entries.get(parts.size())));
    }
    return write(parts, ConsumedCapacityDetail.of(request), now);
  }

  private ObjectNode write(List<Part> parts, ConsumedCapacityDetail wish, long now) {
    ObjectNode unprocessed = Json.object();
    List<BatchRules.Share> shares = new ArrayList<>();
    int done = 0;
    int leftOver = 0;
    for (Part part : parts) {
      ArrayNode refused = Json.array();
      long halves = write(part, refused, now);
      done += part.entries().size() - refused.size();
      leftOver += refused.size();
      String table = part.table().description().name();
      shares.add(new BatchRules.Share(table, halves));
      if (!refused.isEmpty()) {
        unprocessed.set(table, refused);
      }
    }
    BatchRules.settle(counters, done, leftOver, parts.get(0).table().throttled());
    ObjectNode answer = Json.object().set("UnprocessedItems", unprocessed);
    BatchRules.addConsumed(answer, wish, shares);
    return answer;
  }

  private long write(Part part, ArrayNode refused, long now) {
    long halves = 0;
    for (int i = 0; i < part.entries().size(); i++) {
      Entry entry = part.entries().get(i);
      Table.Write write = new Table.Write(part.keys().get(i), entry.change(), ALWAYS);
      Optional<Table.Written> written = part.table().write(write, now);
      if (written.isPresent()) {
        counters.write(written.get());
        halves += written.get().halves();
      } else {
        refused.add(entry.sent());
      }
    }
    return halves;
  }

  private static void checkCounts(ObjectNode items) {
    Constraints constraints = new Constraints();
    int total = 0;
    for (Map.Entry<String, JsonNode> table : items.properties()) {
      int count = Fields.asList(table.getValue()).size();
      total += count;
      constraints.check(
          count >= 1 && count <= MOST_WRITES,
          "requestItems",
          "{" + table.getKey() + "=" + count + " requests}",
          "Map value must satisfy constraint: [Member must have length less than or equal to 25,"
              + " Member must have length greater than or equal to 1]");
    }
    constraints.verify();
    if (total > MOST_WRITES) {
      throw ServiceError.validation("Too many items requested for the BatchWriteItem call");
    }
  }

  private static List<Entry> entries(JsonNode requests) {
    List<Entry> entries = new ArrayList<>();
    for (JsonNode request : requests) {
      entries.add(entry(request));
    }
    return entries;
  }

  private static Entry entry(JsonNode sent) {
    Fields request = new Fields("WriteRequest", Fields.asMap(sent));
    request.accepting(Set.of("PutRequest", "DeleteRequest"));
    ObjectNode put = request.map("PutRequest");
    ObjectNode delete = request.map("DeleteRequest");
    if (put != null && delete == null) {
      ObjectNode stored = AttributeValues.normaliseAll(member("PutRequest", put, "Item"));
      return new Entry(sent, stored, Item.of(stored));
    }
    if (delete != null && put == null) {
      ObjectNode key = member("DeleteRequest", delete, "Key");
      return new Entry(sent, AttributeValues.normaliseAll(key), null);
    }
    throw ServiceError.validation(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
            + " supported datatypes");
  }

  private static ObjectNode member(String owner, ObjectNode node, String name) {
    ObjectNode attributes = new Fields(owner, node).accepting(Set.of(name)).map(name);
    if (attributes == null) {
      new Constraints().notNull("requestItems.member." + owner + "." + name, null).verify();
    }
    return attributes == null ? Json.object() : attributes;
  }

  private static Part part(Table table, List<Entry> entries) {
    List<Key> keys = new ArrayList<>();
    for (Entry entry : entries) {
      keys.add(keyOf(table.schema(), entry));
    }
    BatchRules.rejectDuplicates(keys);
    return new Part(table, entries, keys);
  }

  private static Key keyOf(KeySchema schema, Entry entry) {
    return entry.item() == null
        ? schema.ofKey(entry.attributes())
        : schema.ofBatchItem(entry.attributes());
  }
}
