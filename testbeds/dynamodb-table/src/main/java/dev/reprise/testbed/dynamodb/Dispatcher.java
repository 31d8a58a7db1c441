package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Finds the operation that a request names and carries it out. */
final class Dispatcher {

  private static final String PREFIX = "DynamoDB_20120810.";

  private static final Set<String> LONE_WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "ExecuteStatement");

  private final Map<String, Operation> operations;
  private final LongSupplier ticks;
  private final Tally tally;

  Dispatcher(TableOperations tableOperations, Tables tables, LongSupplier ticks, Tally tally) {
    Map<String, Operation> all = new HashMap<>(tableOperations.byName());
    all.putAll(new ItemOperations(tables, tally).byName());
    all.putAll(new PageOperations(tables, tally).byName());
    all.put("BatchWriteItem", new BatchWriteOperation(tables, tally));
    all.put("BatchGetItem", new BatchGetOperation(tables, tally));
    all.put("TransactWriteItems", new TransactWriteOperation(tables, tally, new RequestTokens()));
    all.put("TransactGetItems", new TransactGetOperation(tables, tally));
    all.putAll(new StatementOperations(tables, tally).byName());
    this.operations = Map.copyOf(all);
    this.ticks = ticks;
    this.tally = tally;
  }

  /** The operation that a target header names, which need not be one that exists. */
  static String operationIn(@Nullable String target) {
    if (target == null || !target.startsWith(PREFIX)) {
      throw ServiceError.unknownOperation("X-Amz-Target must begin with " + PREFIX);
    }
    return target.substring(PREFIX.length());
  }

  /** Carries out, or refuses, a call whose items another transaction holds. */
  ObjectNode conflict(String name, byte[] body, Fault.Conflict conflict) {
    if (LONE_WRITES.contains(name)) {
      throw ServiceError.transactionConflict();
    }
    if (name.equals("TransactWriteItems") || name.equals("TransactGetItems")) {
      Transaction.conflict(new Fields(name, Json.read(body)), conflict).verify();
    }
    return answer(name, body);
  }

  ObjectNode answer(String name, byte[] body) {
    Operation operation = operations.get(name);
    if (operation == null) {
      throw ServiceError.unknownOperation(name + " is not offered by this server");
    }
    long now = ticks.getAsLong();
    try {
      return operation.answer(new Fields(name, Json.read(body)), now);
    } catch (ServiceError error) {
      if (error.isThrottling()) {
        tally.throttled();
      }
      if (error.isCancellation()) {
        tally.canceled();
      }
      throw error;
    }
  }
}
