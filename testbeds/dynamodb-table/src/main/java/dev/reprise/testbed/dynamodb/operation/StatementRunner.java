package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.expression.Condition;
import dev.reprise.testbed.dynamodb.expression.Operand;
import dev.reprise.testbed.dynamodb.expression.Projection;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.statement.Statement;
import dev.reprise.testbed.dynamodb.storage.ItemChange;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Carries out one parsed statement, which costs as much as the operation of the same effect. */
final class StatementRunner {

  private final Tables tables;
  private final LiveCounters counters;

  StatementRunner(Tables tables, LiveCounters counters) {
    this.tables = tables;
    this.counters = counters;
  }

  /** The options of the request. */
  record Options(boolean consistent, boolean returnsOld, boolean batch) {}

  /** The item that a statement returns, if any, and its cost. */
  record Result(@Nullable ObjectNode item, long halves) {}

  /**
   * Carries out a statement.
   *
   * @throws ServiceError if the service would return an error
   */
  Result run(Statement statement, Options options, long now) {
    Table table = tables.get(statement.table());
    if (statement instanceof Statement.Insert insert) {
      return insert(insert, table, options, now);
    }
    if (statement instanceof Statement.Change change) {
      return change(change, table, options, now);
    }
    if (statement instanceof Statement.Delete delete) {
      return delete(delete, table, options, now);
    }
    return select((Statement.Select) statement, table, options, now);
  }

  private Result insert(Statement.Insert insert, Table table, Options options, long now) {
    Key key = table.schema().ofItem(insert.item());
    Condition absent = new Condition.Exists(path(table.schema().partition().name()), false);
    Table.Write write = new Table.Write(key, ItemChange.put(Item.of(insert.item())), absent);
    return new Result(
        null, written(table, write, now, before -> ServiceError.duplicateItem(), options).halves());
  }

  private Result change(Statement.Change change, Table table, Options options, long now) {
    Statement.Where where = Statement.Where.of(change.where(), table.schema());
    change.update().verifyNoKeys(table.schema());
    Key key = key(table, where.requiredKey());
    Condition present =
        new Condition.And(
            new Condition.Exists(path(table.schema().partition().name()), true), where.rest());
    Table.Write write =
        new Table.Write(
            key,
            before ->
                Item.updated(
                    change.update().applyTo(before == null ? Json.object() : before.attributes())),
            present);
    Table.Written outcome = written(table, write, now, ServiceError::conditionFailed, options);
    return new Result(
        ItemOperations.returned(change.returning(), change.update().touched(), outcome),
        outcome.halves());
  }

  private Result delete(Statement.Delete delete, Table table, Options options, long now) {
    if (delete.returning() != null && !delete.returning().equals("ALL_OLD")) {
      throw ServiceError.validation("RETURNING clause with DELETE can only be ALL OLD *");
    }
    Statement.Where where = Statement.Where.of(delete.where(), table.schema());
    Key key = key(table, where.requiredKey());
    Condition ifThere =
        new Condition.Or(
            new Condition.Exists(path(table.schema().partition().name()), false), where.rest());
    Table.Write write = new Table.Write(key, ItemChange.DELETE, ifThere);
    Table.Written outcome = written(table, write, now, ServiceError::conditionFailed, options);
    return new Result(
        ItemOperations.returned(delete.returning(), Projection.everything(), outcome),
        outcome.halves());
  }

  private Table.Written written(
      Table table, Table.Write write, long now, Failure failure, Options options) {
    Optional<Table.Written> written = table.write(write, now);
    if (written.isEmpty()) {
      throw table.throttled();
    }
    Table.Written outcome = written.get();
    counters.write(outcome);
    if (!outcome.conditionHeld()) {
      throw failure.of(options.returnsOld() ? ItemOperations.attributesOf(outcome.before()) : null);
    }
    return outcome;
  }

  /**
   * The error for a condition that does not hold for the stored item, with the item if requested.
   */
  @FunctionalInterface
  private interface Failure {
    ServiceError of(@Nullable ObjectNode before);
  }

  private Result select(Statement.Select select, Table table, Options options, long now) {
    Statement.Where where = Statement.Where.of(select.where(), table.schema());
    if (options.batch() && (where.key() == null || !where.restIsEmpty())) {
      throw ServiceError.validation(
          "Select statements within BatchExecuteStatement must specify the primary key in the where"
              + " clause.");
    }
    if (where.key() == null) {
      throw ServiceError.validation(
          "SELECT without the full primary key is not supported by this server");
    }
    select.projection().verifyScalarKeys(table.schema());
    Key key = key(table, where.key());
    Optional<Table.Read> read = table.read(key, options.consistent(), Long.MAX_VALUE, now);
    if (read.isEmpty()) {
      throw table.throttled();
    }
    Item item = read.get().item();
    long halves = read.get().halves();
    if (item == null || !where.rest().holdsFor(item)) {
      counters.read(0, halves);
      return new Result(null, halves);
    }
    counters.read(1, halves);
    return new Result(select.projection().of(item.attributes()), halves);
  }

  private static Key key(Table table, ObjectNode key) {
    table.schema().rejectEmpty(key);
    if (!table.schema().fits(key)) {
      throw ServiceError.validation(
          "Key attribute's data type should match its data type in table's schema");
    }
    return table.schema().ofKey(key);
  }

  private static Operand.Path path(String attribute) {
    return new Operand.Path(List.of(Operand.Step.name(attribute)));
  }
}
