package dev.reprise.testbed.dynamodb.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks attribute values and converts them to the form in which they are stored: numbers without
 * superfluous zeros, sets in ascending order. Two stored values are equal if their trees are equal.
 */
public final class AttributeValues {

  private static final int MAX_DEPTH = 32;
  private static final Set<String> TYPES =
      Set.of("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M");

  private AttributeValues() {}

  /**
   * Returns the attributes of an item or a key, checked and in stored form; the argument is
   * unchanged.
   */
  public static ObjectNode normaliseAll(ObjectNode attributes) {
    return normaliseAll(attributes, 0);
  }

  public static ObjectNode normalise(JsonNode value) {
    return normalise(value, 0);
  }

  /** Returns the type of a value in stored form. */
  public static String typeOf(JsonNode value) {
    return value.fieldNames().next();
  }

  public static boolean isSet(String type) {
    return type.length() == 2 && type.charAt(1) == 'S';
  }

  private static ObjectNode normaliseAll(ObjectNode attributes, int depth) {
    ObjectNode stored = Json.object();
    for (Map.Entry<String, JsonNode> attribute : attributes.properties()) {
      if (!attribute.getValue().isNull()) {
        stored.set(attribute.getKey(), normalise(attribute.getValue(), depth));
      }
    }
    return stored;
  }

  private static ObjectNode normalise(JsonNode value, int depth) {
    if (depth > MAX_DEPTH) {
      throw ServiceError.invalidParameter("Nesting Levels have exceeded supported limits");
    }
    String type = onlyType(Fields.asMap(value));
    Fields fields = new Fields("AttributeValue", Fields.asMap(value));
    ObjectNode stored = Json.object();
    switch (type) {
      case "S" -> stored.put(type, fields.text(type));
      case "N" -> stored.put(type, Numbers.normalise(String.valueOf(fields.text(type))));
      case "B" -> stored.put(type, binary(value.get(type)));
      case "BOOL" -> stored.put(type, fields.flag(type, false));
      case "NULL" -> stored.put(type, nullMarker(fields));
      case "L" -> stored.set(type, list(value.get(type), depth));
      case "M" -> stored.set(type, normaliseAll(Fields.asMap(value.get(type)), depth + 1));
      default -> stored.set(type, set(type, value.get(type)));
    }
    return stored;
  }

  private static String onlyType(ObjectNode value) {
    if (value.size() == 1) {
      Map.Entry<String, JsonNode> only = value.properties().iterator().next();
      if (TYPES.contains(only.getKey()) && !only.getValue().isNull()) {
        return only.getKey();
      }
    }
    List<String> types = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (TYPES.contains(member.getKey()) && !member.getValue().isNull()) {
        types.add(member.getKey());
      }
    }
    if (types.isEmpty()) {
      throw ServiceError.validation(
          "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    }
    if (types.size() > 1) {
      throw ServiceError.validation(
          "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
              + " supported datatypes");
    }
    return types.get(0);
  }

  private static boolean nullMarker(Fields fields) {
    if (!fields.flag("NULL", false)) {
      throw ServiceError.invalidParameter("Null attribute value types must have the value of true");
    }
    return true;
  }

  private static ArrayNode list(JsonNode elements, int depth) {
    ArrayNode stored = Json.array();
    for (JsonNode element : Fields.asList(elements)) {
      stored.add(normalise(element, depth + 1));
    }
    return stored;
  }

  private static ArrayNode set(String type, JsonNode elements) {
    List<String> given = new ArrayList<>();
    for (JsonNode element : Fields.asList(elements)) {
      given.add(setElement(type, element));
    }
    if (given.isEmpty()) {
      throw ServiceError.invalidParameter(
          switch (type) {
            case "SS" -> "An string set  may not be empty";
            case "NS" -> "An number set  may not be empty";
            default -> "Binary sets should not be empty";
          });
    }
    TreeSet<Scalar> sorted = new TreeSet<>();
    String elementType = type.substring(0, 1);
    given.forEach(element -> sorted.add(Scalar.of(elementType, element)));
    if (sorted.size() < given.size()) {
      throw duplicateElements(type, given);
    }
    ArrayNode stored = Json.array();
    sorted.forEach(element -> stored.add(element.text()));
    return stored;
  }

  private static String setElement(String type, JsonNode element) {
    if (type.equals("BS")) {
      return binary(element);
    }
    if (!element.isTextual()) {
      throw ServiceError.serialization("Unexpected field type");
    }
    return type.equals("NS") ? Numbers.normalise(element.textValue()) : element.textValue();
  }

  private static ServiceError duplicateElements(String type, List<String> elements) {
    return switch (type) {
      case "NS" -> ServiceError.validation("Input collection contains duplicates");
      case "SS" ->
          ServiceError.invalidParameter("Input collection " + elements + " contains duplicates.");
      default ->
          ServiceError.invalidParameter(
              "Input collection " + elements + "of type BS contains duplicates.");
    };
  }

  private static String binary(JsonNode value) {
    if (!value.isTextual()) {
      throw ServiceError.serialization("only base-64-encoded strings are convertible to bytes");
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(value.textValue());
      return Base64.getEncoder().encodeToString(bytes);
    } catch (IllegalArgumentException e) {
      throw ServiceError.serialization("Invalid Base64 value: " + e.getMessage());
    }
  }
}
