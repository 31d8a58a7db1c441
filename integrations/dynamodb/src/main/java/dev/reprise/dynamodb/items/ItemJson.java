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
 * Reads and writes items as lines of JSON, in one of two forms. Thread-safe.
 *
 * <ul>
 *   <li><b>DynamoDB JSON</b>, where each value is an object that names its type, as in {@code
 *       {"id":{"S":"a"},"tags":{"SS":["x","y"]}}}. The {@code {"Item":{…}}} of an export is
 *       removed.
 *   <li><b>Plain JSON</b>, as in {@code {"id":"a","price":1.50}}. Its strings, numbers, booleans,
 *       nulls, arrays and objects become values of type S, N, BOOL, NULL, L and M. Sets and
 *       binaries have no plain form.
 * </ul>
 *
 * <p>A line is read as DynamoDB JSON if each of its members is an object with exactly one member,
 * which has the name of a type and a value of that type. Otherwise it is read as plain JSON. No
 * item is read in the wrong form, because its key is a string, a number or a binary, never a map.
 * Numbers keep all their digits.
 */
public final class ItemJson {

  private ItemJson() {}

  /**
   * Reads an item.
   *
   * @param line a JSON object in either form
   * @return its attributes, in the order of the line
   * @throws IllegalArgumentException if it is not an object in JSON, if a name occurs twice in an
   *     object, or if a value within DynamoDB JSON does not name its type; the message has the
   *     reason and, where it is known, the column
   */
  public static Map<String, AttributeValue> parse(String line) {
    return parse(JsonLine.of(line));
  }

  static Map<String, AttributeValue> parse(JsonLine line) {
    String error = null;
    for (boolean exported : new boolean[] {false, true}) {
      try {
        Map<String, AttributeValue> item = typed(line, exported);
        if (item != null) {
          return item;
        }
      } catch (NotDynamoDbJsonException untyped) {
        error = error == null ? untyped.getMessage() : error;
      }
    }
    return checked(line.read(PlainJson::item), error);
  }

  private static @Nullable Map<String, AttributeValue> typed(JsonLine line, boolean exported) {
    Optional<Map<String, AttributeValue>> item =
        line.read(json -> Optional.ofNullable(DynamoDbJson.itemOrNull(json, exported)));
    return item.orElse(null);
  }

  /** Accepts an item as plain JSON unless it is DynamoDB JSON with a malformed value. */
  private static Map<String, AttributeValue> checked(
      Map<String, AttributeValue> plain, @Nullable String error) {
    if (error != null && DynamoDbJson.isAmbiguous(plain)) {
      throw new IllegalArgumentException("not DynamoDB JSON: " + error);
    }
    return plain;
  }

  /**
   * Writes an item on one line: in plain JSON if that loses no information, else in DynamoDB JSON.
   * {@link #parse} reads the line as an equal item.
   *
   * @param item the item
   * @return the line, without its end
   * @throws IllegalArgumentException if it could not be read back: a value has no type or several,
   *     or a name has an unpaired surrogate
   */
  public static String line(Map<String, AttributeValue> item) {
    boolean plain = PlainJson.canRepresent(item) && !DynamoDbJson.isAmbiguous(item);
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
