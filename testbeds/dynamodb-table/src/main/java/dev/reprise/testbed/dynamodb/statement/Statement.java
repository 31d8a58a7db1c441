package dev.reprise.testbed.dynamodb.statement;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.expression.Comparison;
import dev.reprise.testbed.dynamodb.expression.Condition;
import dev.reprise.testbed.dynamodb.expression.Operand;
import dev.reprise.testbed.dynamodb.expression.Projection;
import dev.reprise.testbed.dynamodb.expression.Update;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed PartiQL statement. */
public sealed interface Statement {

  String table();

  /** Returns whether it reads; a batch has only reads or only writes. */
  default boolean reads() {
    return this instanceof Select;
  }

  /** {@code INSERT INTO table VALUE {…}}. */
  record Insert(String table, ObjectNode item) implements Statement {}

  /** {@code UPDATE table SET … REMOVE … WHERE … RETURNING …}. */
  record Change(String table, Update update, Condition where, @Nullable String returning)
      implements Statement {}

  /** {@code DELETE FROM table WHERE … RETURNING ALL OLD *}. */
  record Delete(String table, Condition where, @Nullable String returning) implements Statement {}

  /** {@code SELECT … FROM table WHERE …}. */
  record Select(String table, Projection projection, Condition where) implements Statement {}

  /**
   * A condition split into the key, if it has one value for each key attribute, and the other
   * parts.
   */
  record Where(@Nullable ObjectNode key, Condition rest, boolean restIsEmpty) {

    public static Where of(Condition where, KeySchema schema) {
      ObjectNode key = Json.object();
      List<Condition> others = new ArrayList<>();
      for (Condition part : where.conjuncts()) {
        if (!takes(part, schema, key) && !(part instanceof Condition.Always)) {
          others.add(part);
        }
      }
      Condition rest = others.stream().reduce(Condition.And::new).orElse(new Condition.Always());
      boolean whole = key.size() == (schema.sort() == null ? 1 : 2);
      return new Where(whole ? key : null, rest, others.isEmpty());
    }

    private static boolean takes(Condition part, KeySchema schema, ObjectNode key) {
      if (!(part instanceof Condition.Compare compare)
          || compare.comparison() != Comparison.EQUAL) {
        return false;
      }
      boolean mirrored = compare.left() instanceof Operand.Literal;
      Operand place = mirrored ? compare.right() : compare.left();
      Operand value = mirrored ? compare.left() : compare.right();
      if (!(place instanceof Operand.Path path)
          || path.isNested()
          || !schema.isKey(path.attribute())
          || !(value instanceof Operand.Literal literal)) {
        return false;
      }
      if (key.has(path.attribute())) {
        throw ServiceError.validation("Multiple conditions on same key in where clause");
      }
      key.set(path.attribute(), literal.value());
      return true;
    }

    /** The key, which an update and a delete must name. */
    public ObjectNode requiredKey() {
      if (key == null) {
        throw ServiceError.validation(
            "Where clause does not contain a mandatory equality on all key attributes");
      }
      return key;
    }
  }
}
