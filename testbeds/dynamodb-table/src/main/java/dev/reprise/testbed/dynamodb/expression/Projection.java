package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an item that a response contains: a tree of document paths. Nested parts are
 * returned inside the maps and lists that contain them; the selected elements of a list are moved
 * together.
 */
public final class Projection {

  private static final Projection EVERYTHING = new Projection(Map.of());

  private final Map<String, Node> attributes;

  private Projection(Map<String, Node> attributes) {
    this.attributes = attributes;
  }

  public static Projection everything() {
    return EVERYTHING;
  }

  /** Returns the projection on these paths, none of which may be inside another. */
  public static Projection of(List<Operand.Path> paths) {
    Map<String, Node> attributes = new HashMap<>();
    for (Operand.Path path : paths) {
      Node node = attributes.computeIfAbsent(path.attribute(), name -> new Node());
      for (Operand.Step step : path.steps().subList(1, path.steps().size())) {
        rejectOverlap(node.end, path);
        node = node.children.computeIfAbsent(step, ignored -> new Node());
      }
      rejectOverlap(node.first(), path);
      node.end = path;
    }
    return new Projection(attributes);
  }

  /** Rejects paths that go into a key attribute, which is always a scalar. */
  public void verifyScalarKeys(KeySchema schema) {
    attributes.forEach(
        (name, node) -> {
          if (schema.isKey(name) && node.end == null) {
            throw ServiceError.validation(
                "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
                    + " allowed: Key: "
                    + name);
          }
        });
  }

  public ObjectNode of(ObjectNode item) {
    if (attributes.isEmpty()) {
      return item;
    }
    ObjectNode kept = Json.object();
    for (Map.Entry<String, JsonNode> attribute : item.properties()) {
      Node node = attributes.get(attribute.getKey());
      JsonNode value = node == null ? null : node.of(attribute.getValue());
      if (value != null) {
        kept.set(attribute.getKey(), value);
      }
    }
    return kept;
  }

  private static void rejectOverlap(Operand.@Nullable Path other, Operand.Path path) {
    if (other != null) {
      throw new ExpressionException(
          "Two document paths overlap with each other; must remove or rewrite one of these paths;"
              + " path one: "
              + other
              + ", path two: "
              + path);
    }
  }

  /** A node of the tree: a step of a path, or its end. */
  private static final class Node {

    private final Map<Operand.Step, Node> children = new TreeMap<>();
    private Operand.@Nullable Path end;

    /** Returns a path that ends at this node or below it. */
    Operand.@Nullable Path first() {
      if (end != null) {
        return end;
      }
      return children.isEmpty() ? null : children.values().iterator().next().first();
    }

    @Nullable JsonNode of(JsonNode value) {
      if (end != null) {
        return value;
      }
      ObjectNode map = Json.object();
      ArrayNode list = Json.array();
      children.forEach(
          (step, child) -> {
            JsonNode within = step.in(value);
            JsonNode kept = within == null ? null : child.of(within);
            if (kept != null && step.isPosition()) {
              list.add(kept);
            } else if (kept != null) {
              map.set(step.name(), kept);
            }
          });
      if (!list.isEmpty()) {
        return Json.object().set("L", list);
      }
      return map.isEmpty() ? null : Json.object().set("M", map);
    }
  }
}
