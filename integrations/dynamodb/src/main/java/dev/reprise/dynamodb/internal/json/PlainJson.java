package dev.reprise.dynamodb.internal.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.reprise.dynamodb.internal.item.ItemValues;
import dev.reprise.report.FailureText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items in plain JSON. */
public final class PlainJson {

  /** A number of JSON, after RFC 8259 section 6. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private PlainJson() {}

  /**
   * Reads a document that is an object.
   *
   * @throws IllegalArgumentException if it is not an object
   */
  public static Map<String, AttributeValue> item(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("not a JSON object");
    }
    Map<String, AttributeValue> item = object(json);
    checkEnd(json);
    return item;
  }

  /** Checks that nothing follows the object. */
  public static void checkEnd(JsonParser json) throws IOException {
    if (json.nextToken() != null) {
      throw new JsonParseException(json, "More after the object", json.currentTokenLocation());
    }
  }

  /** Adds a member to an object; a duplicate name is an error. */
  static void add(
      JsonParser json, Map<String, AttributeValue> object, String name, AttributeValue value)
      throws IOException {
    if (object.put(name, value) != null) {
      throw new JsonParseException(
          json, "Duplicate field '" + FailureText.oneLine(name) + "'", json.currentTokenLocation());
    }
  }

  private static Map<String, AttributeValue> object(JsonParser json) throws IOException {
    Map<String, AttributeValue> object = new LinkedHashMap<>();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      add(json, object, name, value(json));
    }
    return object;
  }

  private static AttributeValue value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> AttributeValue.fromS(json.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> AttributeValue.fromN(json.getText());
      case VALUE_TRUE -> AttributeValue.fromBool(true);
      case VALUE_FALSE -> AttributeValue.fromBool(false);
      case START_ARRAY -> {
        List<AttributeValue> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(json));
        }
        yield AttributeValue.fromL(elements);
      }
      case START_OBJECT -> AttributeValue.fromM(object(json));
      default -> AttributeValue.fromNul(true);
    };
  }

  /** Returns whether plain JSON can represent an object without loss. */
  public static boolean canRepresent(Map<String, AttributeValue> object) {
    return object.values().stream().allMatch(PlainJson::canRepresent);
  }

  private static boolean canRepresent(AttributeValue value) {
    return switch (ItemValues.type(value)) {
      case S, BOOL -> true;
      case N -> NUMBER.matcher(value.n()).matches();
      case NUL -> value.nul();
      case L -> value.l().stream().allMatch(PlainJson::canRepresent);
      case M -> canRepresent(value.m());
      default -> false;
    };
  }

  /** Writes an object that plain JSON can represent. */
  public static void write(JsonGenerator json, Map<String, AttributeValue> object)
      throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, AttributeValue> member : object.entrySet()) {
      json.writeFieldName(member.getKey());
      write(json, member.getValue());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, AttributeValue value) throws IOException {
    switch (value.type()) {
      case S -> json.writeString(value.s());
      case N -> json.writeNumber(value.n());
      case BOOL -> json.writeBoolean(value.bool());
      case L -> {
        json.writeStartArray();
        for (AttributeValue element : value.l()) {
          write(json, element);
        }
        json.writeEndArray();
      }
      case M -> write(json, value.m());
      default -> json.writeNull();
    }
  }
}
