package dev.reprise.testbed.dynamodb.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import org.jspecify.annotations.Nullable;

/** Names and types of a table's partition key and of its sort key, if it has one. */
public record KeySchema(Attribute partition, @Nullable Attribute sort) {

  private static final int MAX_PARTITION_BYTES = 2048;
  private static final int MAX_SORT_BYTES = 1024;

  /** One key attribute; the type is S, N or B. */
  public record Attribute(String name, String type) {}

  /** Returns the key of a whole item in stored form. */
  public Key ofItem(ObjectNode item) {
    return new Key(
        limited(partition, ofItem(item, partition), MAX_PARTITION_BYTES),
        sort == null ? Key.NO_SORT : limited(sort, ofItem(item, sort), MAX_SORT_BYTES));
  }

  /**
   * Returns the key of attributes in stored form, which must be the key attributes and no others.
   */
  public Key ofKey(ObjectNode key) {
    if (key.size() != (sort == null ? 1 : 2)) {
      throw ServiceError.keyMismatch();
    }
    return new Key(
        limited(partition, ofKey(key, partition), MAX_PARTITION_BYTES),
        sort == null ? Key.NO_SORT : limited(sort, ofKey(key, sort), MAX_SORT_BYTES));
  }

  /** Returns whether all key attributes are present and have the right type. */
  public boolean fits(ObjectNode attributes) {
    return fits(attributes, partition) && (sort == null || fits(attributes, sort));
  }

  /**
   * Returns the key of an item of a batch, for which the service has one message for every
   * mismatch.
   */
  public Key ofBatchItem(ObjectNode item) {
    if (!fits(item)) {
      throw ServiceError.keyMismatch();
    }
    return ofItem(item);
  }

  public boolean isKey(String attribute) {
    return partition.name().equals(attribute) || (sort != null && sort.name().equals(attribute));
  }

  /** Returns the key attributes of an item that is in the table. */
  public ObjectNode keyOf(ObjectNode item) {
    ObjectNode key = Json.object();
    key.set(partition.name(), item.get(partition.name()));
    if (sort != null) {
      key.set(sort.name(), item.get(sort.name()));
    }
    return key;
  }

  public ArrayNode toJson() {
    ArrayNode elements = Json.array();
    elements.addObject().put("AttributeName", partition.name()).put("KeyType", "HASH");
    if (sort != null) {
      elements.addObject().put("AttributeName", sort.name()).put("KeyType", "RANGE");
    }
    return elements;
  }

  public ArrayNode definitions() {
    ArrayNode definitions = Json.array();
    define(definitions, partition);
    if (sort != null) {
      define(definitions, sort);
    }
    return definitions;
  }

  private static void define(ArrayNode definitions, Attribute attribute) {
    definitions
        .addObject()
        .put("AttributeName", attribute.name())
        .put("AttributeType", attribute.type());
  }

  private static Scalar ofItem(ObjectNode item, Attribute attribute) {
    JsonNode value = item.get(attribute.name());
    if (value == null) {
      throw ServiceError.invalidParameter("Missing the key " + attribute.name() + " in the item");
    }
    if (!value.has(attribute.type())) {
      throw ServiceError.invalidParameter(
          "Type mismatch for key "
              + attribute.name()
              + " expected: "
              + attribute.type()
              + " actual: "
              + AttributeValues.typeOf(value));
    }
    return Scalar.of(value);
  }

  private static Scalar ofKey(ObjectNode key, Attribute attribute) {
    if (!fits(key, attribute)) {
      throw ServiceError.keyMismatch();
    }
    return Scalar.of(key.get(attribute.name()));
  }

  private static boolean fits(ObjectNode attributes, Attribute attribute) {
    JsonNode value = attributes.get(attribute.name());
    return value != null && value.has(attribute.type());
  }

  private Scalar limited(Attribute attribute, Scalar value, int most) {
    if (value.length() > most) {
      throw ServiceError.invalidParameter(
          attribute.equals(partition)
              ? "Size of hashkey has exceeded the maximum size limit of2048 bytes"
              : "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
    }
    rejectEmpty(attribute, value);
    return value;
  }

  /**
   * Rejects an empty string or binary as a key attribute, even if the attributes have other errors.
   */
  public void rejectEmpty(ObjectNode attributes) {
    rejectEmpty(partition, attributes.get(partition.name()));
    if (sort != null) {
      rejectEmpty(sort, attributes.get(sort.name()));
    }
  }

  private static void rejectEmpty(Attribute attribute, @Nullable JsonNode value) {
    if (value != null && value.has(attribute.type())) {
      rejectEmpty(attribute, Scalar.of(value));
    }
  }

  private static void rejectEmpty(Attribute attribute, Scalar value) {
    if (value.length() == 0 && !value.type().equals("N")) {
      throw ServiceError.validation(
          "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
              + " contain an empty "
              + (value.type().equals("S") ? "string" : "binary")
              + " value. Key: "
              + attribute.name());
    }
  }
}
