package dev.reprise.dynamodb.table;

import dev.reprise.dynamodb.internal.item.ItemValues;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Key attributes of a table. Immutable.
 *
 * <p>Two keys are equal if the service treats them as equal: numbers are compared by value, so
 * {@code 1} and {@code 1.0} are one key.
 */
public final class KeySchema {

  /** A key attribute, with its type where it is known. */
  private record Part(String name, AttributeValue.@Nullable Type type) {}

  private final List<Part> parts;

  private KeySchema(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /**
   * Creates the schema of a key of one attribute.
   *
   * @param partition name of the partition key
   * @return the schema
   */
  public static KeySchema of(String partition) {
    return new KeySchema(List.of(untyped(partition)));
  }

  /**
   * Creates the schema of a key of two attributes.
   *
   * @param partition name of the partition key
   * @param sort name of the sort key
   * @return the schema
   * @throws IllegalArgumentException if the names are equal
   */
  public static KeySchema of(String partition, String sort) {
    if (partition.equals(sort)) {
      throw new IllegalArgumentException(
          "sort key must differ from the partition key, but both were "
              + PrintableText.oneLine(partition));
    }
    return new KeySchema(List.of(untyped(partition), untyped(sort)));
  }

  /**
   * Creates the schema of a described table, with the types of the key.
   *
   * @param table the service's description
   * @return the schema
   * @throws IllegalArgumentException if the description has no partition key
   */
  public static KeySchema of(TableDescription table) {
    Map<String, AttributeValue.Type> types = new LinkedHashMap<>();
    for (AttributeDefinition definition : table.attributeDefinitions()) {
      types.put(
          definition.attributeName(),
          AttributeValue.Type.valueOf(definition.attributeTypeAsString()));
    }
    List<Part> parts = new ArrayList<>();
    for (KeySchemaElement element : table.keySchema()) {
      String name = element.attributeName();
      Part part = new Part(name, types.get(name));
      parts.add(element.keyType() == KeyType.HASH ? 0 : parts.size(), part);
    }
    if (table.keySchema().stream().noneMatch(element -> element.keyType() == KeyType.HASH)) {
      throw new IllegalArgumentException("the description of the table has no partition key");
    }
    return new KeySchema(parts);
  }

  private static Part untyped(String name) {
    return new Part(Objects.requireNonNull(name), null);
  }

  /**
   * Returns the names of the key attributes.
   *
   * @return the partition key, then the sort key if there is one
   */
  public List<String> names() {
    return parts.stream().map(Part::name).toList();
  }

  /**
   * Returns the key of an item.
   *
   * @param attributes an item, or a key
   * @return its key attributes alone, in a new map
   * @throws InvalidItemException if one is missing, is empty, or is not a string, number or binary
   *     of the type in the schema
   */
  public Map<String, AttributeValue> keyOf(Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (Part part : parts) {
      key.put(part.name(), checked(part, attributes));
    }
    return key;
  }

  /**
   * Returns the values of the key of an item.
   *
   * @param attributes an item, or a key
   * @return the value of the partition key, then that of the sort key if there is one; unmodifiable
   * @throws InvalidItemException as {@link #keyOf}
   */
  public List<AttributeValue> valuesOf(Map<String, AttributeValue> attributes) {
    AttributeValue partition = checked(parts.get(0), attributes);
    return parts.size() == 1
        ? List.of(partition)
        : List.of(partition, checked(parts.get(1), attributes));
  }

  private static AttributeValue checked(Part part, Map<String, AttributeValue> attributes) {
    AttributeValue value = attributes.get(part.name());
    if (value == null) {
      throw new InvalidItemException("key attribute " + part.name() + " is missing");
    }
    AttributeValue.Type type = ItemValues.type(value);
    if (part.type() != null && part.type() != type) {
      throw wrongType(part, part.type().name(), type);
    }
    boolean empty =
        switch (type) {
          case S -> value.s().isEmpty();
          case B -> value.b().asByteArrayUnsafe().length == 0;
          case N -> false;
          default -> throw wrongType(part, "S, N or B", type);
        };
    if (empty) {
      throw new InvalidItemException("key attribute " + part.name() + " is empty");
    }
    return value;
  }

  private static InvalidItemException wrongType(
      Part part, String expected, AttributeValue.Type type) {
    boolean typed = type != AttributeValue.Type.UNKNOWN_TO_SDK_VERSION;
    return new InvalidItemException(
        "key attribute "
            + part.name()
            + " must be of type "
            + expected
            + (typed ? ", but was " + type : ", but has none or several"));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeySchema that && parts.equals(that.parts);
  }

  @Override
  public int hashCode() {
    return parts.hashCode();
  }

  /**
   * The names.
   *
   * @return such as {@code [id, stage]}
   */
  @Override
  public String toString() {
    return PrintableText.oneLine(names().toString());
  }
}
