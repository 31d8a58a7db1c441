package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parsed update expression. All values are computed from the item before the update. Removals are
 * applied last, and removals of list elements from the end of the list, so that positions refer to
 * the list before the update.
 */
public record Update(List<Action> actions, Projection touched) {

  /**
   * The update without actions: it creates an item that has only its key, or leaves an item
   * unchanged.
   */
  public static final Update NOTHING = new Update(List.of(), Projection.everything());

  /** An action on one document path. */
  public sealed interface Action {
    Operand.Path path();
  }

  /** Assigns a value. */
  public record Assign(Operand.Path path, UpdateValue value) implements Action {}

  /**
   * Adds a number, or the elements of a set, to the value at a path; sets the value if there is
   * none.
   */
  public record Add(Operand.Path path, JsonNode value) implements Action {}

  /** Removes elements from a set, and the set itself when it is empty. */
  public record Subtract(Operand.Path path, JsonNode value) implements Action {}

  /** Removes the value at a path, if there is one. */
  public record Remove(Operand.Path path) implements Action {}

  /** Returns the update with these actions, no two of which may change the same place. */
  public static Update of(List<Action> actions) {
    return new Update(
        List.copyOf(actions), Projection.of(actions.stream().map(Action::path).toList()));
  }

  /** Rejects a change of the key. */
  public void verifyNoKeys(KeySchema schema) {
    for (Action action : actions) {
      String attribute = action.path().attribute();
      if (schema.isKey(attribute)) {
        throw ServiceError.invalidParameter(
            "Cannot update attribute " + attribute + ". This attribute is part of the key");
      }
    }
  }

  /** Returns the updated item; for an absent item, the argument is the key alone. */
  public ObjectNode applyTo(ObjectNode item) {
    ObjectNode changed = item.deepCopy();
    List<Remove> removals = new ArrayList<>();
    for (Action action : actions) {
      if (action instanceof Assign assign) {
        put(changed, assign.path(), assign.value().in(item));
      } else if (action instanceof Add add) {
        put(changed, add.path(), sum(add.path().in(item), add.value()));
      } else if (action instanceof Subtract subtract) {
        subtract(changed, subtract);
      } else if (action instanceof Remove remove) {
        removals.add(remove);
      }
    }
    removals.sort(Comparator.comparingInt(removal -> -last(removal.path()).position()));
    removals.forEach(removal -> remove(changed, removal.path()));
    return changed;
  }

  private static JsonNode sum(@Nullable JsonNode there, JsonNode value) {
    if (there == null) {
      return value;
    }
    return value.has("N")
        ? UpdateValue.sum(there, value, false)
        : UpdateValue.change(there, value, false);
  }

  private static void subtract(ObjectNode item, Subtract subtract) {
    JsonNode there = subtract.path().in(item);
    if (there == null) {
      return;
    }
    ObjectNode rest = UpdateValue.change(there, subtract.value(), true);
    if (rest.get(AttributeValues.typeOf(rest)).isEmpty()) {
      remove(item, subtract.path());
    } else {
      put(item, subtract.path(), rest);
    }
  }

  private static void put(ObjectNode item, Operand.Path path, JsonNode value) {
    JsonNode parent = parent(item, path);
    Operand.Step step = last(path);
    if (parent instanceof ArrayNode list && step.isPosition()) {
      if (step.position() < list.size()) {
        list.set(step.position(), value);
      } else {
        list.add(value);
      }
    } else if (parent instanceof ObjectNode map && !step.isPosition()) {
      map.set(step.name(), value);
    } else {
      throw invalidPath();
    }
  }

  private static void remove(ObjectNode item, Operand.Path path) {
    JsonNode parent = parent(item, path);
    Operand.Step step = last(path);
    if (parent instanceof ArrayNode list && step.isPosition()) {
      list.remove(step.position());
    } else if (parent instanceof ObjectNode map && !step.isPosition()) {
      map.remove(step.name());
    } else {
      throw invalidPath();
    }
  }

  /**
   * Returns the map or list that contains the end of the path; the item itself for an attribute.
   */
  private static @Nullable JsonNode parent(ObjectNode item, Operand.Path path) {
    if (!path.isNested()) {
      return item;
    }
    JsonNode value = new Operand.Path(path.steps().subList(0, path.steps().size() - 1)).in(item);
    return value == null ? null : value.get(last(path).isPosition() ? "L" : "M");
  }

  private static Operand.Step last(Operand.Path path) {
    return path.steps().get(path.steps().size() - 1);
  }

  private static ServiceError invalidPath() {
    return ServiceError.validation(
        "The document path provided in the update expression is invalid for update");
  }
}
