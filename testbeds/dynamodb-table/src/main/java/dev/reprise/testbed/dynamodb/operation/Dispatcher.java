package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Finds the operation that a request names and carries it out. */
public final class Dispatcher {

  private static final String PREFIX = "DynamoDB_20120810.";

  private static final Set<String> LONE_WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "ExecuteStatement");

  private final Map<String, Operation> operations;
  private final LongSupplier ticks;
  private final LiveCounters counters;

  public Dispatcher(
      TableOperations tableOperations, Tables tables, LongSupplier ticks, LiveCounters counters) {
    Map<String, Operation> all = new HashMap<>(tableOperations.byName());
    all.putAll(new ItemOperations(tables, counters).byName());
    all.putAll(new PageOperations(tables, counters).byName());
    all.put("BatchWriteItem", new BatchWriteOperation(tables, counters));
    all.put("BatchGetItem", new BatchGetOperation(tables, counters));
    all.put(
        "TransactWriteItems", new TransactWriteOperation(tables, counters, new RequestTokens()));
    all.put("TransactGetItems", new TransactGetOperation(tables, counters));
    all.putAll(new StatementOperations(tables, counters).byName());
    this.operations = Map.copyOf(all);
    this.ticks = ticks;
    this.counters = counters;
  }

  /** Returns the operation that a target header names; the operation may not exist. */
  public static String operationIn(@Nullable String target) {
    if (target == null || !target.startsWith(PREFIX)) {
      throw ServiceError.unknownOperation("X-Amz-Target must begin with " + PREFIX);
    }
    return target.substring(PREFIX.length());
  }

  /**
   * Carries out a call that has a conflict with another transaction, or rejects it.
   *
   * @param conflicts whether the action of a transaction at this position has the conflict
   */
  public ObjectNode conflict(String name, byte[] body, IntPredicate conflicts) {
    if (LONE_WRITES.contains(name)) {
      throw ServiceError.transactionConflict();
    }
    if (name.equals("TransactWriteItems") || name.equals("TransactGetItems")) {
      TransactionRules.conflict(new Fields(name, Json.read(body)), conflicts).verify();
    }
    return answer(name, body);
  }

  public ObjectNode answer(String name, byte[] body) {
    Operation operation = operations.get(name);
    if (operation == null) {
      throw ServiceError.unknownOperation(name + " is not offered by this server");
    }
    long now = ticks.getAsLong();
    try {
      return operation.answer(new Fields(name, Json.read(body)), now);
    } catch (ServiceError error) {
      if (error.isThrottling()) {
        counters.throttled();
      }
      if (error.isCancellation()) {
        counters.canceled();
      }
      throw error;
    }
  }
}
