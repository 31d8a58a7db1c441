package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules of both batch operations. */
final class BatchRules {

  static final String REQUEST_ITEMS = "RequestItems";

  private BatchRules() {}

  /**
   * Returns the parameters of each table of a batch, which must name at least one table and only
   * valid names.
   */
  static ObjectNode requestItems(Fields request) {
    ObjectNode items = request.map(REQUEST_ITEMS);
    Constraints constraints = new Constraints().notNull("requestItems", items);
    ConsumedCapacityDetail.check(request, constraints);
    if (items == null) {
      constraints.verify();
      return Json.object();
    }
    constraints.atLeast("requestItems", items, items.size(), 1);
    items.fieldNames().forEachRemaining(name -> constraints.tableName("requestItems.key", name));
    constraints.verify();
    return items;
  }

  static void rejectDuplicates(Collection<Key> keys) {
    Set<Key> distinct = new HashSet<>(keys);
    if (distinct.size() < keys.size()) {
      throw ServiceError.validation("Provided list of item keys contains duplicates");
    }
  }

  /**
   * Counts a batch with these numbers of processed and unprocessed items.
   *
   * @throws ServiceError the throttling error, if no item was processed
   */
  static void settle(LiveCounters counters, int done, int leftOver, ServiceError throttled) {
    if (done == 0 && leftOver > 0) {
      throw throttled;
    }
    if (leftOver > 0) {
      counters.partialBatch(leftOver);
    }
  }

  /** Adds the consumed capacity of each table, if the client requested it. */
  static void addConsumed(ObjectNode answer, ConsumedCapacityDetail wish, List<Share> shares) {
    if (wish == ConsumedCapacityDetail.NONE) {
      return;
    }
    ArrayNode consumed = answer.putArray("ConsumedCapacity");
    List<Share> billed = new ArrayList<>(shares);
    billed.removeIf(share -> share.halves() == 0);
    billed.forEach(share -> consumed.add(wish.of(share.table(), share.halves())));
  }

  /** The capacity that a batch consumed in one table. */
  record Share(String table, long halves) {}
}
