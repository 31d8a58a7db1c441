package dev.reprise.cli.dynamodb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.report.FailureText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items as lines of JSON. A line is in DynamoDB JSON if each of its members is an object with one
 * member that is named after a type, or if it is an export's {@code {"Item": …}}; else it is plain.
 * A plain item cannot be mistaken: its key is a string or number, not an object.
 */
final class ItemJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final ObjectReader READER = MAPPER.readerFor(JsonNode.class);
  private static final String EXPORTED = "Item";

  private ItemJson() {}

  /**
   * Reads an item.
   *
   * @param line one line of a file
   * @throws IllegalArgumentException if it is not an object in JSON, with a message that says where
   */
  static Map<String, AttributeValue> parse(String line) {
    JsonNode node = tree(line);
    if (!(node instanceof ObjectNode object)) {
      throw new IllegalArgumentException("not a JSON object");
    }
    if (object.size() == 1 && object.get(EXPORTED) instanceof ObjectNode item) {
      return TypedJson.isTyped(item) ? TypedJson.parse(item) : plain(object);
    }
    return TypedJson.isTyped(object) ? TypedJson.parse(object) : plain(object);
  }

  private static JsonNode tree(String line) {
    try {
      return READER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + words(e), e);
    }
  }

  private static String words(JsonProcessingException e) {
    String message = e.getOriginalMessage();
    int parenthesis = message.indexOf(" (");
    String first = parenthesis < 0 ? message : message.substring(0, parenthesis);
    return FailureText.oneLine(first)
        + (e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr());
  }

  private static Map<String, AttributeValue> plain(ObjectNode object) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    object.properties().forEach(one -> item.put(one.getKey(), value(one.getValue())));
    return item;
  }

  private static AttributeValue value(JsonNode node) {
    return switch (node.getNodeType()) {
      case STRING -> AttributeValue.fromS(node.textValue());
      case NUMBER -> AttributeValue.fromN(node.asText());
      case BOOLEAN -> AttributeValue.fromBool(node.booleanValue());
      case ARRAY -> {
        List<AttributeValue> elements = new ArrayList<>();
        node.forEach(element -> elements.add(value(element)));
        yield AttributeValue.fromL(elements);
      }
      case OBJECT -> AttributeValue.fromM(plain((ObjectNode) node));
      default -> AttributeValue.fromNul(true);
    };
  }

  /** An item as a node: plain if that says all, else in DynamoDB JSON. */
  static ObjectNode node(Map<String, AttributeValue> item) {
    if (!item.values().stream().allMatch(ItemJson::hasPlainForm)) {
      return TypedJson.node(item);
    }
    ObjectNode plain = plainNode(item);
    return isMistakable(plain) ? TypedJson.node(item) : plain;
  }

  /** As {@link #node}, on one line. */
  static String line(Map<String, AttributeValue> item) {
    return node(item).toString();
  }

  /** Whether plain JSON would be read as something else, as it may be without its key. */
  private static boolean isMistakable(ObjectNode plain) {
    return TypedJson.isTyped(plain)
        || (plain.size() == 1 && plain.get(EXPORTED) instanceof ObjectNode);
  }

  private static boolean hasPlainForm(AttributeValue value) {
    return switch (value.type()) {
      case S, N, BOOL, NUL -> true;
      case L -> value.l().stream().allMatch(ItemJson::hasPlainForm);
      case M -> value.m().values().stream().allMatch(ItemJson::hasPlainForm);
      default -> false;
    };
  }

  private static ObjectNode plainNode(Map<String, AttributeValue> item) {
    ObjectNode node = MAPPER.createObjectNode();
    item.forEach((name, value) -> node.set(name, plainNode(value)));
    return node;
  }

  private static JsonNode plainNode(AttributeValue value) {
    return switch (value.type()) {
      case S -> MAPPER.getNodeFactory().textNode(value.s());
      case N -> MAPPER.getNodeFactory().numberNode(new BigDecimal(value.n()));
      case BOOL -> MAPPER.getNodeFactory().booleanNode(value.bool());
      case L -> {
        var elements = MAPPER.createArrayNode();
        value.l().forEach(element -> elements.add(plainNode(element)));
        yield elements;
      }
      case M -> plainNode(value.m());
      default -> MAPPER.getNodeFactory().nullNode();
    };
  }
}
