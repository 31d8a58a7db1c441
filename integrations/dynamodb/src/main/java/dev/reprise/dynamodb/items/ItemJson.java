package dev.reprise.dynamodb.items;

import dev.reprise.dynamodb.internal.json.DynamoDbJson;
import dev.reprise.dynamodb.internal.json.JsonLine;
import dev.reprise.dynamodb.internal.json.NotDynamoDbJsonException;
import dev.reprise.dynamodb.internal.json.PlainJson;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items as lines of JSON, in one of two forms.
 *
 * <ul>
 *   <li><b>DynamoDB JSON</b>, where each value is an object that names its type, as in {@code
 *       {"id":{"S":"a"},"tags":{"SS":["x","y"]}}}. An export's {@code {"Item":{…}}} around it is
 *       taken away.
 *   <li><b>Plain JSON</b>, as in {@code {"id":"a","price":1.50}}. Its strings, numbers, booleans,
 *       nulls, arrays and objects become the types of the same meaning. Sets and binaries have no
 *       plain form.
 * </ul>
 *
 * <p>A line is read as DynamoDB JSON if each of its members is an object with one member that is
 * named after a type and has its content; else it is plain. An item cannot be mistaken: its key is
 * a string, a number or a binary, not a map. Numbers are kept as they are written, to the last
 * digit.
 */
public final class ItemJson {

  private ItemJson() {}

  /**
   * Reads an item.
   *
   * @param line a JSON object in either form
   * @return its attributes, in the order of the line
   * @throws IllegalArgumentException if it is not an object in JSON, if a name occurs twice in an
   *     object, or if a value within DynamoDB JSON does not name its type; the message says what
   *     and where
   */
  public static Map<String, AttributeValue> parse(String line) {
    return parse(JsonLine.of(line));
  }

  static Map<String, AttributeValue> parse(JsonLine line) {
    String mistake = null;
    for (boolean exported : new boolean[] {false, true}) {
      try {
        Map<String, AttributeValue> item = typed(line, exported);
        if (item != null) {
          return item;
        }
      } catch (NotDynamoDbJsonException untyped) {
        mistake = mistake == null ? untyped.getMessage() : mistake;
      }
    }
    return judged(line.read(PlainJson::item), mistake);
  }

  private static @Nullable Map<String, AttributeValue> typed(JsonLine line, boolean exported) {
    Optional<Map<String, AttributeValue>> item =
        line.read(json -> Optional.ofNullable(DynamoDbJson.itemOrNull(json, exported)));
    return item.orElse(null);
  }

  /** Accepts an item as plain JSON unless it is DynamoDB JSON with a malformed value. */
  private static Map<String, AttributeValue> judged(
      Map<String, AttributeValue> plain, @Nullable String mistake) {
    if (mistake != null && DynamoDbJson.isMistakable(plain)) {
      throw new IllegalArgumentException("not DynamoDB JSON: " + mistake);
    }
    return plain;
  }

  /**
   * Writes an item on one line: in plain JSON if that loses nothing, else in DynamoDB JSON. The
   * line is read as an equal item.
   *
   * @param item the item
   * @return the line, without its end
   * @throws IllegalArgumentException if it could not be read back: a value has no type or several,
   *     or a name has an unpaired surrogate
   */
  public static String line(Map<String, AttributeValue> item) {
    boolean plain = PlainJson.saysAll(item) && !DynamoDbJson.isMistakable(item);
    return plain ? JsonLine.text(json -> PlainJson.write(json, item)) : typedLine(item);
  }

  /**
   * Writes an item on one line in DynamoDB JSON.
   *
   * @param item the item
   * @return the line, without its end
   * @throws IllegalArgumentException as {@link #line}
   */
  public static String typedLine(Map<String, AttributeValue> item) {
    DynamoDbJson.checkTypes(item);
    return JsonLine.text(json -> DynamoDbJson.write(json, item));
  }
}
