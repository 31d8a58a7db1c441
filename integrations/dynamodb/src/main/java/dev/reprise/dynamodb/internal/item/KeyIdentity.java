package dev.reprise.dynamodb.internal.item;

import dev.reprise.dynamodb.table.InvalidItemException;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.text.PrintableText;
import java.math.BigDecimal;
import java.util.ArrayList;
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
    Map<String, AttributeValue> key = schema.keyOf(attributes);
    List<Object> identity = new ArrayList<>(key.size());
    key.forEach((name, value) -> identity.add(of(name, value)));
    return identity.size() == 1 ? identity.get(0) : identity;
  }

  private static Object of(String name, AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case B -> value.b();
      default -> number(name, value.n());
    };
  }

  private static BigDecimal number(String name, String text) {
    try {
      return new BigDecimal(text).stripTrailingZeros();
    } catch (NumberFormatException e) {
      throw new InvalidItemException(
          PrintableText.oneLine("key attribute " + name + " is not a number: " + text));
    }
  }
}
