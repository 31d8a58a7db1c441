package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules that both batch operations share. */
final class Batches {

  static final String REQUEST_ITEMS = "RequestItems";

  private Batches() {}

  /** The per-table part of a batch, which must name at least one table and only possible names. */
  static ObjectNode requestItems(Fields request) {
    ObjectNode items = request.map(REQUEST_ITEMS);
    Constraints constraints = new Constraints().notNull("requestItems", items);
    Consumption.check(request, constraints);
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
   * Counts a batch of which so many items were carried out and so many were not.
   *
   * @throws ServiceError the throttling error, if nothing at all was carried out
   */
  static void settle(Tally tally, int done, int leftOver, ServiceError throttled) {
    if (done == 0 && leftOver > 0) {
      throw throttled;
    }
    if (leftOver > 0) {
      tally.partialBatch(leftOver);
    }
  }

  /** The capacity of each table, where the client asked for it. */
  static void addConsumed(ObjectNode answer, Consumption wish, List<Share> shares) {
    if (wish == Consumption.NONE) {
      return;
    }
    ArrayNode consumed = answer.putArray("ConsumedCapacity");
    List<Share> billed = new ArrayList<>(shares);
    billed.removeIf(share -> share.halves() == 0);
    billed.forEach(share -> consumed.add(wish.of(share.table(), share.halves())));
  }

  /** What a batch consumed of one table. */
  record Share(String table, long halves) {}
}
