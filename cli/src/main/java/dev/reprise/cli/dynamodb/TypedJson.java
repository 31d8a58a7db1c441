package dev.reprise.cli.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items in DynamoDB JSON, where each value is an object that names its type. */
final class TypedJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private TypedJson() {}

  /** Whether every member has the form of a typed value; false if there is none. */
  static boolean isTyped(ObjectNode object) {
    return !object.isEmpty()
        && object.properties().stream().allMatch(one -> isValue(one.getValue()));
  }

  private static boolean isValue(JsonNode node) {
    if (!(node instanceof ObjectNode object) || object.size() != 1) {
      return false;
    }
    Map.Entry<String, JsonNode> member = object.properties().iterator().next();
    JsonNode content = member.getValue();
    return switch (member.getKey()) {
      case "S", "N", "B" -> content.isTextual();
      case "SS", "NS", "BS", "L" -> content.isArray();
      case "M" -> content.isObject();
      case "BOOL", "NULL" -> content.isBoolean();
      default -> false;
    };
  }

  /**
   * Reads an item.
   *
   * @throws IllegalArgumentException if a value within is not of this form
   */
  static Map<String, AttributeValue> parse(ObjectNode object) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    object.properties().forEach(one -> item.put(one.getKey(), value(one.getValue())));
    return item;
  }

  private static AttributeValue value(JsonNode node) {
    if (!isValue(node)) {
      throw new IllegalArgumentException("not DynamoDB JSON: a value does not name its type");
    }
    Map.Entry<String, JsonNode> member = node.properties().iterator().next();
    JsonNode content = member.getValue();
    return switch (member.getKey()) {
      case "S" -> AttributeValue.fromS(content.textValue());
      case "N" -> AttributeValue.fromN(content.textValue());
      case "B" -> AttributeValue.fromB(binary(content));
      case "SS" -> AttributeValue.fromSs(all(content, TypedJson::text));
      case "NS" -> AttributeValue.fromNs(all(content, TypedJson::text));
      case "BS" -> AttributeValue.fromBs(all(content, TypedJson::binary));
      case "L" -> AttributeValue.fromL(all(content, TypedJson::value));
      case "M" -> AttributeValue.fromM(parse((ObjectNode) content));
      case "BOOL" -> AttributeValue.fromBool(content.booleanValue());
      default -> AttributeValue.fromNul(true);
    };
  }

  private static <T> List<T> all(JsonNode array, Function<JsonNode, T> reader) {
    List<T> elements = new ArrayList<>(array.size());
    array.forEach(element -> elements.add(reader.apply(element)));
    return elements;
  }

  private static String text(JsonNode node) {
    if (!node.isTextual()) {
      throw new IllegalArgumentException("not DynamoDB JSON: a member of a set is not a string");
    }
    return node.textValue();
  }

  private static SdkBytes binary(JsonNode node) {
    try {
      return SdkBytes.fromByteArray(NODES.textNode(text(node)).binaryValue());
    } catch (IOException e) {
      throw new IllegalArgumentException("not DynamoDB JSON: a binary is not base64", e);
    }
  }

  /** An item as a node. */
  static ObjectNode node(Map<String, AttributeValue> item) {
    ObjectNode node = NODES.objectNode();
    item.forEach((name, value) -> node.set(name, node(value)));
    return node;
  }

  private static ObjectNode node(AttributeValue value) {
    ObjectNode node = NODES.objectNode();
    return switch (value.type()) {
      case S -> node.put("S", value.s());
      case N -> node.put("N", value.n());
      case B -> node.put("B", value.b().asByteArray());
      case SS -> node.set("SS", array(value.ss(), NODES::textNode));
      case NS -> node.set("NS", array(value.ns(), NODES::textNode));
      case BS -> node.set("BS", array(value.bs(), bytes -> NODES.binaryNode(bytes.asByteArray())));
      case L -> node.set("L", array(value.l(), TypedJson::node));
      case M -> node.set("M", node(value.m()));
      case BOOL -> node.put("BOOL", value.bool());
      default -> node.put("NULL", true);
    };
  }

  private static <T> ArrayNode array(List<T> elements, Function<T, ? extends JsonNode> writer) {
    ArrayNode array = NODES.arrayNode();
    elements.forEach(element -> array.add(writer.apply(element)));
    return array;
  }
}
