package dev.reprise.dynamodb.internal.item;

import dev.reprise.dynamodb.table.InvalidItemException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Types of values. A map of a caller may have null in place of a value. */
public final class ItemValues {

  private ItemValues() {}

  /** Returns the type of a value; unknown if it is null, or has none or several. */
  public static AttributeValue.Type type(@Nullable AttributeValue value) {
    AttributeValue.@Nullable Type type = value == null ? null : value.type();
    return type == null ? AttributeValue.Type.UNKNOWN_TO_SDK_VERSION : type;
  }

  /** Returns whether a value, and each value within it, has exactly one type. */
  public static boolean isTyped(@Nullable AttributeValue value) {
    return switch (type(value)) {
      case L -> value != null && value.l().stream().allMatch(ItemValues::isTyped);
      case M -> value != null && value.m().values().stream().allMatch(ItemValues::isTyped);
      case UNKNOWN_TO_SDK_VERSION -> false;
      default -> true;
    };
  }

  /**
   * Checks that each value of an item has exactly one type.
   *
   * @throws InvalidItemException if a value has none or several
   */
  public static void check(Map<String, AttributeValue> item) {
    for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
      if (!isTyped(attribute.getValue())) {
        throw new InvalidItemException(
            "attribute " + attribute.getKey() + " must have one type, but has none or several");
      }
    }
  }
}
