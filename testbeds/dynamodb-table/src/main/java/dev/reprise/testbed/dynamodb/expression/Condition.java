package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.Item;
import dev.reprise.testbed.dynamodb.item.Scalar;
import dev.reprise.testbed.dynamodb.protocol.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A parsed condition. A comparison with an absent value, or with a value of a different type, does
 * not hold.
 */
public sealed interface Condition {

  /** Returns whether the condition holds for these attributes; empty if there is no item. */
  boolean holds(ObjectNode item);

  /** Returns whether the condition holds for an item; null if there is none. */
  default boolean holdsFor(@Nullable Item item) {
    return holds(item == null ? Json.object() : item.attributes());
  }

  /** Returns the attributes that the condition reads, with repetitions. */
  Stream<String> attributes();

  /** No condition: always holds. */
  record Always() implements Condition {
    @Override
    public boolean holdsFor(@Nullable Item item) {
      return true;
    }

    @Override
    public boolean holds(ObjectNode item) {
      return true;
    }

    @Override
    public Stream<String> attributes() {
      return Stream.empty();
    }
  }

  /** Both conditions hold. */
  record And(Condition left, Condition right) implements Condition {
    @Override
    public boolean holds(ObjectNode item) {
      return left.holds(item) && right.holds(item);
    }

    @Override
    public Stream<String> attributes() {
      return Stream.concat(left.attributes(), right.attributes());
    }
  }

  /** At least one of the conditions holds. */
  record Or(Condition left, Condition right) implements Condition {
    @Override
    public boolean holds(ObjectNode item) {
      return left.holds(item) || right.holds(item);
    }

    @Override
    public Stream<String> attributes() {
      return Stream.concat(left.attributes(), right.attributes());
    }
  }

  /** The condition does not hold. */
  record Not(Condition condition) implements Condition {
    @Override
    public boolean holds(ObjectNode item) {
      return !condition.holds(item);
    }

    @Override
    public Stream<String> attributes() {
      return condition.attributes();
    }
  }

  /** The operands are in this order. */
  record Compare(Operand left, Comparison comparison, Operand right) implements Condition {
    @Override
    public boolean holds(ObjectNode item) {
      return comparison.holds(left.in(item), right.in(item));
    }

    @Override
    public Stream<String> attributes() {
      return Stream.of(left, right).flatMap(Operand::attributes);
    }
  }

  /** The value is between two others, inclusive. */
  record Between(Operand value, Operand low, Operand high) implements Condition {
    @Override
    public boolean holds(ObjectNode item) {
      JsonNode found = value.in(item);
      return Comparison.AT_LEAST.holds(found, low.in(item))
          && Comparison.AT_MOST.holds(found, high.in(item));
    }

    @Override
    public Stream<String> attributes() {
      return Stream.of(value, low, high).flatMap(Operand::attributes);
    }
  }

  /** The string or binary begins with another one. */
  record BeginsWith(Operand value, Operand prefix) implements Condition {
    @Override
    public boolean holds(ObjectNode item) {
      Scalar found = scalar(value.in(item));
      Scalar start = scalar(prefix.in(item));
      return found != null && start != null && found.startsWith(start);
    }

    @Override
    public Stream<String> attributes() {
      return Stream.of(value, prefix).flatMap(Operand::attributes);
    }
  }

  /** The item has a value at this path, or has none. */
  record Exists(Operand.Path path, boolean expected) implements Condition {
    @Override
    public boolean holds(ObjectNode item) {
      return (path.in(item) != null) == expected;
    }

    @Override
    public Stream<String> attributes() {
      return path.attributes();
    }
  }

  /** Returns the conditions that are joined by AND, in the order in which they are written. */
  default List<Condition> conjuncts() {
    if (!(this instanceof And and)) {
      return List.of(this);
    }
    List<Condition> parts = new ArrayList<>(and.left().conjuncts());
    parts.addAll(and.right().conjuncts());
    return parts;
  }

  private static @Nullable Scalar scalar(@Nullable JsonNode value) {
    return value != null && Scalar.isScalar(value) ? Scalar.of(value) : null;
  }
}
