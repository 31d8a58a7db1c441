package dev.reprise.testbed.dynamodb.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A typed view over one JSON structure of a request. A null member is the same as an absent one; a
 * member of the wrong type is a SerializationException, as in the service.
 */
public final class Fields {

  private final String owner;
  private final ObjectNode node;

  public Fields(String owner, ObjectNode node) {
    this.owner = owner;
    this.node = node;
  }

  public String owner() {
    return owner;
  }

  public ObjectNode node() {
    return node;
  }

  /** Rejects every member that this server would otherwise ignore. */
  public Fields accepting(Set<String> names) {
    for (Iterator<String> present = node.fieldNames(); present.hasNext(); ) {
      String name = present.next();
      if (!names.contains(name) && has(name)) {
        throw ServiceError.validation(
            "Parameter " + name + " of " + owner + " is not supported by this server");
      }
    }
    return this;
  }

  public boolean has(String name) {
    return node.hasNonNull(name);
  }

  public @Nullable String text(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return null;
    }
    if (!value.isTextual()) {
      throw cannotConvert(value, "String");
    }
    return value.textValue();
  }

  public boolean flag(String name, boolean absent) {
    JsonNode value = present(name);
    if (value == null) {
      return absent;
    }
    if (!value.isBoolean()) {
      throw cannotConvert(value, "Boolean");
    }
    return value.booleanValue();
  }

  public @Nullable Long number(String name) {
    JsonNode value = present(name);
    if (value == null) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw cannotConvert(value, "Long");
    }
    return value.longValue();
  }

  public @Nullable ObjectNode map(String name) {
    JsonNode value = present(name);
    return value == null ? null : asMap(value);
  }

  public @Nullable ArrayNode list(String name) {
    JsonNode value = present(name);
    return value == null ? null : asList(value);
  }

  public static ArrayNode asList(JsonNode value) {
    if (!(value instanceof ArrayNode list)) {
      throw ServiceError.serialization("Unexpected field type");
    }
    return list;
  }

  public static ObjectNode asMap(JsonNode value) {
    if (!(value instanceof ObjectNode map)) {
      throw ServiceError.serialization("Unexpected field type");
    }
    return map;
  }

  private @Nullable JsonNode present(String name) {
    JsonNode value = node.get(name);
    return value == null || value.isNull() ? null : value;
  }

  private static ServiceError cannotConvert(JsonNode value, String type) {
    if (value.isContainerNode()) {
      return ServiceError.serialization("Start of structure or map found where not expected");
    }
    return ServiceError.serialization(tokenName(value) + " cannot be converted to " + type);
  }

  private static String tokenName(JsonNode value) {
    if (value.isTextual()) {
      return "STRING_VALUE";
    }
    if (value.isBoolean()) {
      return value.booleanValue() ? "TRUE_VALUE" : "FALSE_VALUE";
    }
    return value.isIntegralNumber() ? "NUMBER_VALUE" : "DECIMAL_VALUE";
  }
}
