package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.capacity.ConsumedCapacityDetail;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.protocol.CancellationReason;
import dev.reprise.testbed.dynamodb.protocol.Constraints;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The rules of both transaction operations. */
final class TransactionRules {

  static final String ITEMS = "TransactItems";
  static final long MOST_BYTES = 4L * 1024 * 1024;

  private static final int MOST_ACTIONS = 100;

  private TransactionRules() {}

  /** Returns the actions of a request, of which there must be 1 to 100. */
  static List<Fields> actions(Fields request, Constraints constraints) {
    ArrayNode items = request.list(ITEMS);
    constraints.notNull("transactItems", items);
    if (items == null) {
      return List.of();
    }
    constraints.atLeast("transactItems", items, items.size(), 1);
    constraints.atMost("transactItems", items, items.size(), MOST_ACTIONS);
    List<Fields> actions = new ArrayList<>();
    items.forEach(item -> actions.add(new Fields("TransactItem", Fields.asMap(item))));
    return actions;
  }

  /** An item of an action. */
  record Target(Table table, Key key) {}

  static void rejectDuplicates(Collection<Target> targets) {
    Set<Target> distinct = new HashSet<>(targets);
    if (distinct.size() < targets.size()) {
      throw ServiceError.validation(
          "Transaction request cannot include multiple operations on one item");
    }
  }

  /** The service documents the limit; the message is this server's. */
  static void rejectTooLarge(long bytes) {
    if (bytes > MOST_BYTES) {
      throw ServiceError.validation(
          "The aggregate size of the items in the transaction cannot exceed 4 MB");
    }
  }

  /** The cancellation reason of each action, in their order. */
  static final class Reasons {

    private final CancellationReason[] reasons;

    Reasons(int actions) {
      reasons = new CancellationReason[actions];
      Arrays.fill(reasons, CancellationReason.NONE);
    }

    void set(int action, CancellationReason reason) {
      reasons[action] = reason;
    }

    /** Cancels the transaction if any action has a reason. */
    void verify() {
      List<CancellationReason> all = List.of(reasons);
      if (Collections.frequency(all, CancellationReason.NONE) < reasons.length) {
        throw ServiceError.transactionCanceled(all);
      }
    }
  }

  /** Returns the reasons of a transaction whose actions have a scripted conflict. */
  static Reasons conflict(Fields request, IntPredicate conflicts) {
    ArrayNode items = request.list(ITEMS);
    Reasons reasons = new Reasons(items == null ? 0 : items.size());
    for (int i = 0; i < reasons.reasons.length; i++) {
      if (conflicts.test(i)) {
        reasons.set(i, CancellationReason.CONFLICT);
      }
    }
    return reasons;
  }

  /** The cost of a transaction, by table. */
  static final class Bill {

    private final Map<Table, Long> halves = new LinkedHashMap<>();

    /** Adds the cost of a single operation; in a transaction it costs twice as much. */
    void add(Table table, long single) {
      halves.merge(table, 2 * single, Long::sum);
    }

    long total() {
      return halves.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Consumes the whole cost or nothing; returns the table that lacks the capacity, if one does.
     */
    @Nullable Table pay(boolean write, long now) {
      List<Map.Entry<Table, Long>> paid = new ArrayList<>();
      for (Map.Entry<Table, Long> each : halves.entrySet()) {
        Table table = each.getKey();
        long cost = each.getValue();
        if (!(write ? table.tryTakeWrites(cost, now) : table.tryTakeReads(cost, now))) {
          paid.forEach(
              one -> one.getKey().giveBack(write ? one.getValue() : 0, write ? 0 : one.getValue()));
          return table;
        }
        paid.add(each);
      }
      return null;
    }

    void addTo(ObjectNode answer, ConsumedCapacityDetail wish, boolean write) {
      if (wish == ConsumedCapacityDetail.NONE) {
        return;
      }
      ArrayNode consumed = answer.putArray("ConsumedCapacity");
      halves.forEach(
          (table, cost) ->
              consumed.add(wish.ofTransaction(table.description().name(), cost, write)));
    }
  }

  /** Returns the reasons of a transaction for which this table has no capacity. */
  static Reasons throttled(Table lacking, List<Table> tables) {
    Reasons reasons = new Reasons(tables.size());
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i).equals(lacking)) {
        reasons.set(i, CancellationReason.of(lacking.throttled()));
      }
    }
    return reasons;
  }
}
