package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.expression.Condition;
import dev.reprise.testbed.dynamodb.expression.ExpressionParser;
import dev.reprise.testbed.dynamodb.expression.Placeholders;
import dev.reprise.testbed.dynamodb.expression.Projection;
import dev.reprise.testbed.dynamodb.expression.Update;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import dev.reprise.testbed.dynamodb.storage.ItemChange;
import dev.reprise.testbed.dynamodb.storage.Table;
import dev.reprise.testbed.dynamodb.storage.Tables;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One write of a request, alone or in a transaction, checked as far as possible without the items
 * of the table.
 *
 * @param table the table
 * @param subject the item to put, or the key of the item to change, in stored form
 * @param kind the kind of the write
 * @param change the effect of the write on the item
 * @param touched the places that an update changes
 * @param condition the condition of the write
 */
record WriteRequest(
    Table table,
    ObjectNode subject,
    Kind kind,
    ItemChange change,
    Projection touched,
    Condition condition) {

  private static final String CONDITION = "ConditionExpression";
  private static final String UPDATE = "UpdateExpression";

  /** The kind of a write, and the names of its parameters. */
  enum Kind {
    PUT("Put", "Item"),
    DELETE("Delete", "Key"),
    UPDATE("Update", "Key"),
    CHECK("ConditionCheck", "Key");

    private final String member;
    private final String subject;

    Kind(String member, String subject) {
      this.member = member;
      this.subject = subject;
    }

    /** Returns the name of the kind in a transaction. */
    String member() {
      return member;
    }

    /** Returns the parameter that names the item. */
    String subject() {
      return subject;
    }

    /** Returns the parameters of such a write, alone and in a transaction. */
    Set<String> parameters(String... more) {
      Set<String> names =
          new HashSet<>(
              Set.of(
                  "TableName",
                  subject,
                  CONDITION,
                  "ExpressionAttributeNames",
                  "ExpressionAttributeValues",
                  "ReturnValuesOnConditionCheckFailure"));
      if (this == UPDATE) {
        names.add(WriteRequest.UPDATE);
      }
      names.addAll(List.of(more));
      return names;
    }
  }

  /** Reads a request whose parameters are known to be present and of the right type. */
  static WriteRequest read(Kind kind, Fields request, Tables tables) {
    List<String> expressions =
        kind == Kind.UPDATE ? List.of(UPDATE, CONDITION) : List.of(CONDITION);
    Placeholders placeholders = Placeholders.of(request, expressions);
    ObjectNode given = request.map(kind.subject());
    ObjectNode subject = AttributeValues.normaliseAll(given == null ? Json.object() : given);
    Item item = kind == Kind.PUT ? Item.of(subject) : null;
    Update update =
        kind == Kind.UPDATE
            ? ExpressionParser.update(UPDATE, request, placeholders)
            : Update.NOTHING;
    Condition condition = ExpressionParser.condition(CONDITION, request, placeholders);
    placeholders.verifyUsed();
    Table table = tables.get(String.valueOf(request.text("TableName")));
    update.verifyNoKeys(table.schema());
    ItemChange change = change(kind, subject, item, update);
    return new WriteRequest(table, subject, kind, change, update.touched(), condition);
  }

  private static ItemChange change(
      Kind kind, ObjectNode subject, @Nullable Item item, Update update) {
    return switch (kind) {
      case PUT -> before -> item;
      case DELETE -> ItemChange.DELETE;
      case CHECK -> ItemChange.NONE;
      case UPDATE ->
          before -> Item.updated(update.applyTo(before == null ? subject : before.attributes()));
    };
  }

  /**
   * Returns the key of the item.
   *
   * @throws ServiceError if the key does not fit the table
   */
  Key key() {
    return kind == Kind.PUT ? table.schema().ofItem(subject) : table.schema().ofKey(subject);
  }

  Table.Write write() {
    return new Table.Write(key(), change, condition);
  }
}
