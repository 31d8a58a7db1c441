package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An operand of a condition: a value of the request, or a document path in the item. */
public sealed interface Operand {

  /** Returns the value in stored form; null if the item has no value at this place. */
  @Nullable JsonNode in(ObjectNode item);

  /** Returns the attribute that the operand reads, if any. */
  Stream<String> attributes();

  /** A value from the request. */
  record Literal(ObjectNode value) implements Operand {
    @Override
    public JsonNode in(ObjectNode item) {
      return value;
    }

    @Override
    public Stream<String> attributes() {
      return Stream.empty();
    }
  }

  /** A document path: an attribute, followed by names in maps and positions in lists. */
  record Path(List<Step> steps) implements Operand {

    @Override
    public @Nullable JsonNode in(ObjectNode item) {
      JsonNode value = item.get(steps.get(0).name());
      for (Step step : steps.subList(1, steps.size())) {
        value = value == null ? null : step.in(value);
      }
      return value;
    }

    @Override
    public Stream<String> attributes() {
      return Stream.of(attribute());
    }

    public String attribute() {
      return steps.get(0).name();
    }

    public boolean isNested() {
      return steps.size() > 1;
    }

    @Override
    public String toString() {
      return "[" + String.join(", ", steps.stream().map(Step::toString).toList()) + "]";
    }
  }

  /** One step of a path: a name, or a position if the name is empty. */
  record Step(String name, int position) implements Comparable<Step> {

    public static Step name(String name) {
      return new Step(name, -1);
    }

    public static Step position(int position) {
      return new Step("", position);
    }

    public boolean isPosition() {
      return position >= 0;
    }

    @Override
    public int compareTo(Step other) {
      int byName = name.compareTo(other.name);
      return byName != 0 ? byName : Integer.compare(position, other.position);
    }

    public @Nullable JsonNode in(JsonNode value) {
      JsonNode container = value.get(isPosition() ? "L" : "M");
      if (container == null) {
        return null;
      }
      return isPosition() ? container.get(position) : container.get(name);
    }

    @Override
    public String toString() {
      return isPosition() ? "[" + position + "]" : name;
    }
  }
}
