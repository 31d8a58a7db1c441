package dev.reprise.dynamodb.internal.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.reprise.dynamodb.internal.item.ItemValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads and writes items in DynamoDB JSON, where each value is an object that names its type. */
public final class DynamoDbJson {

  private static final String EXPORTED = "Item";

  private DynamoDbJson() {}

  /** Reads the elements of an array. */
  @FunctionalInterface
  private interface Element<T> {

    T read(JsonParser json) throws IOException;
  }

  /**
   * Reads a document.
   *
   * @param exported whether the item is within an object of an export; an attribute may have the
   *     same name
   * @return the item; null if the first member is not in this form
   * @throws NotDynamoDbJsonException if a later member is not in this form, or if a value is
   *     malformed
   */
  public static @Nullable Map<String, AttributeValue> itemOrNull(JsonParser json, boolean exported)
      throws IOException {
    String name = json.nextToken() == JsonToken.START_OBJECT ? json.nextFieldName() : null;
    if (name == null
        || (exported && !name.equals(EXPORTED))
        || json.nextToken() != JsonToken.START_OBJECT) {
      return null;
    }
    String inner = json.nextFieldName();
    if (inner == null || !(exported || isType(inner))) {
      return null;
    }
    Map<String, AttributeValue> item =
        exported ? exported(json, inner) : members(json, name, inner);
    PlainJson.checkEnd(json);
    return item;
  }

  private static Map<String, AttributeValue> exported(JsonParser json, String name)
      throws IOException {
    String type = json.nextToken() == JsonToken.START_OBJECT ? json.nextFieldName() : null;
    if (type == null) {
      throw untyped();
    }
    Map<String, AttributeValue> item = members(json, name, type);
    if (json.nextToken() != JsonToken.END_OBJECT) {
      throw untyped();
    }
    return item;
  }

  /** Reads the members of an object; name and type of the first have been read. */
  private static Map<String, AttributeValue> members(JsonParser json, String first, String type)
      throws IOException {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    members.put(first, content(json, type));
    addMembers(json, members);
    return members;
  }

  private static void addMembers(JsonParser json, Map<String, AttributeValue> members)
      throws IOException {
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      PlainJson.add(json, members, name, value(json));
    }
  }

  private static AttributeValue value(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw untyped();
    }
    String type = json.nextFieldName();
    if (type == null) {
      throw untyped();
    }
    return content(json, type);
  }

  private static AttributeValue content(JsonParser json, String type) throws IOException {
    JsonToken token = json.nextToken();
    AttributeValue value =
        switch (type) {
          case "S" -> AttributeValue.fromS(text(json, token));
          case "N" -> AttributeValue.fromN(text(json, token));
          case "B" -> AttributeValue.fromB(binary(text(json, token)));
          case "SS" -> AttributeValue.fromSs(all(json, token, DynamoDbJson::member));
          case "NS" -> AttributeValue.fromNs(all(json, token, DynamoDbJson::member));
          case "BS" -> AttributeValue.fromBs(all(json, token, in -> binary(member(in))));
          case "L" -> AttributeValue.fromL(all(json, token, DynamoDbJson::value));
          case "M" -> AttributeValue.fromM(map(json, token));
          case "BOOL" -> AttributeValue.fromBool(bool(token));
          case "NULL" -> AttributeValue.fromNul(bool(token));
          default -> throw untyped();
        };
    if (json.nextToken() != JsonToken.END_OBJECT) {
      throw untyped();
    }
    return value;
  }

  /** Reads the object at the position of the parser. Each of its members must name its type. */
  public static Map<String, AttributeValue> object(JsonParser json) throws IOException {
    return map(json, json.currentToken());
  }

  private static Map<String, AttributeValue> map(JsonParser json, JsonToken token)
      throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw untyped();
    }
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    addMembers(json, members);
    return members;
  }

  private static <T> List<T> all(JsonParser json, JsonToken token, Element<T> element)
      throws IOException {
    if (token != JsonToken.START_ARRAY) {
      throw untyped();
    }
    List<T> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(element.read(json));
    }
    return elements;
  }

  private static String member(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new NotDynamoDbJsonException("a member of a set is not a string");
    }
    return json.getText();
  }

  private static String text(JsonParser json, JsonToken token) throws IOException {
    if (token != JsonToken.VALUE_STRING) {
      throw untyped();
    }
    return json.getText();
  }

  private static boolean bool(JsonToken token) {
    if (!token.isBoolean()) {
      throw untyped();
    }
    return token == JsonToken.VALUE_TRUE;
  }

  private static SdkBytes binary(String text) {
    try {
      return SdkBytes.fromByteArrayUnsafe(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new NotDynamoDbJsonException("a binary is not base64");
    }
  }

  private static NotDynamoDbJsonException untyped() {
    return new NotDynamoDbJsonException("a value does not name its type");
  }

  private static boolean isType(String name) {
    return switch (name) {
      case "S", "N", "B", "SS", "NS", "BS", "L", "M", "BOOL", "NULL" -> true;
      default -> false;
    };
  }

  /** Returns whether an object, written as plain JSON, would be read as DynamoDB JSON. */
  public static boolean isAmbiguous(Map<String, AttributeValue> plain) {
    if (isTyped(plain)) {
      return true;
    }
    AttributeValue item = plain.size() == 1 ? plain.get(EXPORTED) : null;
    return item != null && item.hasM() && isTyped(item.m());
  }

  private static boolean isTyped(Map<String, AttributeValue> plain) {
    return !plain.isEmpty() && plain.values().stream().allMatch(DynamoDbJson::isTypedValue);
  }

  private static boolean isTypedValue(AttributeValue plain) {
    if (!plain.hasM() || plain.m().size() != 1) {
      return false;
    }
    Map.Entry<String, AttributeValue> member = plain.m().entrySet().iterator().next();
    AttributeValue content = member.getValue();
    return switch (member.getKey()) {
      case "S", "N", "B" -> content.s() != null;
      case "SS", "NS", "BS", "L" -> content.hasL();
      case "M" -> content.hasM();
      case "BOOL", "NULL" -> content.bool() != null;
      default -> false;
    };
  }

  /**
   * Checks that each value within an object has exactly one type.
   *
   * @throws IllegalArgumentException if a value has none or several
   */
  public static void checkTypes(Map<String, AttributeValue> object) {
    if (!object.values().stream().allMatch(ItemValues::isTyped)) {
      throw new IllegalArgumentException("a value must have one type, but has none or several");
    }
  }

  /**
   * Writes an object, each value with its type. A value without a type, or with several, is written
   * as an empty object.
   */
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
    json.writeStartObject();
    switch (ItemValues.type(value)) {
      case S -> json.writeStringField("S", value.s());
      case N -> json.writeStringField("N", value.n());
      case B -> json.writeBinaryField("B", value.b().asByteArrayUnsafe());
      case SS -> writeTexts(json, "SS", value.ss());
      case NS -> writeTexts(json, "NS", value.ns());
      case BS -> writeBinaries(json, value.bs());
      case L -> writeList(json, value.l());
      case M -> {
        json.writeFieldName("M");
        write(json, value.m());
      }
      case BOOL -> json.writeBooleanField("BOOL", value.bool());
      case NUL -> json.writeBooleanField("NULL", value.nul());
      default -> {}
    }
    json.writeEndObject();
  }

  private static void writeTexts(JsonGenerator json, String type, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(type);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private static void writeBinaries(JsonGenerator json, List<SdkBytes> binaries)
      throws IOException {
    json.writeArrayFieldStart("BS");
    for (SdkBytes binary : binaries) {
      json.writeBinary(binary.asByteArrayUnsafe());
    }
    json.writeEndArray();
  }

  private static void writeList(JsonGenerator json, List<AttributeValue> elements)
      throws IOException {
    json.writeArrayFieldStart("L");
    for (AttributeValue element : elements) {
      write(json, element);
    }
    json.writeEndArray();
  }
}
