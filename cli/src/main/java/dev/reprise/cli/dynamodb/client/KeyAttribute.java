package dev.reprise.cli.dynamodb.client;

import java.util.Arrays;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A key attribute of a table to be created.
 *
 * @param name name of the attribute
 * @param type string, number or binary
 */
public record KeyAttribute(String name, ScalarAttributeType type) {

  private static final int MAX_KEYS = 2;

  /**
   * Reads a list such as {@code id,stage:N}.
   *
   * @param text one or two different names, each with {@code :S} (default), {@code :N} or {@code
   *     :B}
   * @return the partition key and, if given, the sort key
   * @throws IllegalArgumentException for any other text
   */
  public static List<KeyAttribute> parseAll(String text) {
    List<KeyAttribute> keys = Arrays.stream(text.split(",", -1)).map(KeyAttribute::parse).toList();
    if (keys.size() > MAX_KEYS) {
      throw new IllegalArgumentException(
          "must be a partition key and at most one sort key, but was " + text);
    }
    if (keys.stream().map(KeyAttribute::name).distinct().count() < keys.size()) {
      throw new IllegalArgumentException("must be two different names, but was " + text);
    }
    return keys;
  }

  private static KeyAttribute parse(String text) {
    int colon = text.lastIndexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String type = colon < 0 ? "S" : text.substring(colon + 1);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("must name a key attribute, but was '" + text + "'");
    }
    return switch (type) {
      case "S", "N", "B" -> new KeyAttribute(name, ScalarAttributeType.fromValue(type));
      default ->
          throw new IllegalArgumentException("type must be S, N or B, but was '" + type + "'");
    };
  }
}
