package dev.reprise.testbed.dynamodb.item;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The size in bytes by which the service meters an item, after "DynamoDB item sizes and formats" in
 * its developer guide: names and strings in UTF-8, binaries before base64, one byte for a boolean
 * or null, three for a list or map and one for each of its elements.
 */
final class ItemSize {

  static final int MAX_BYTES = 400 * 1024;

  private static final int CONTAINER = 3;
  private static final int ELEMENT = 1;

  private ItemSize() {}

  /** Returns the size of attributes in stored form. */
  public static int of(ObjectNode attributes) {
    int size = 0;
    for (Map.Entry<String, JsonNode> attribute : attributes.properties()) {
      size += utf8(attribute.getKey()) + ofValue(attribute.getValue());
    }
    return size;
  }

  private static int ofValue(JsonNode value) {
    String type = AttributeValues.typeOf(value);
    JsonNode content = value.get(type);
    return switch (type) {
      case "S", "N", "B" -> ofScalar(type, content.textValue());
      case "SS", "NS", "BS" -> ofSet(type.substring(0, 1), content);
      case "L" -> ofList(content);
      case "M" -> CONTAINER + content.size() * ELEMENT + of(Fields.asMap(content));
      default -> 1;
    };
  }

  private static int ofScalar(String type, String text) {
    return switch (type) {
      case "N" -> Numbers.size(new BigDecimal(text));
      case "B" -> base64(text);
      default -> utf8(text);
    };
  }

  private static int ofSet(String type, JsonNode elements) {
    int size = 0;
    for (JsonNode element : elements) {
      size += ofScalar(type, element.textValue());
    }
    return size;
  }

  private static int ofList(JsonNode elements) {
    int size = CONTAINER;
    for (JsonNode element : elements) {
      size += ELEMENT + ofValue(element);
    }
    return size;
  }

  private static int base64(String text) {
    int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
    return text.length() / 4 * 3 - padding;
  }

  private static int utf8(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return text.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return text.length();
  }
}
