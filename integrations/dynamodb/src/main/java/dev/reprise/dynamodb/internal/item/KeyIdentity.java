package dev.reprise.dynamodb.internal.item;

import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.text.PrintableText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Identity of a key by the rules of the service: numbers are compared by value. */
public final class KeyIdentity {

  private KeyIdentity() {}

  /**
   * Returns an object that is equal for items of the same key, and only for them.
   *
   * @throws InvalidItemException as {@link KeySchema#keyOf}, or if a number is not a number
   */
  public static Object of(KeySchema schema, Map<String, AttributeValue> attributes) {
    List<AttributeValue> values = schema.valuesOf(attributes);
    Object partition = of(schema, 0, values.get(0));
    return values.size() == 1 ? partition : List.of(partition, of(schema, 1, values.get(1)));
  }

  private static Object of(KeySchema schema, int part, AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case B -> value.b();
      default -> number(schema, part, value.n());
    };
  }

  private static BigDecimal number(KeySchema schema, int part, String text) {
    BigDecimal value = ItemNumber.valueOf(text);
    if (value == null) {
      String name = schema.names().get(part);
      throw new InvalidItemException(
          PrintableText.oneLine("key attribute " + name + " is not a number: " + text));
    }
    return value;
  }
}
