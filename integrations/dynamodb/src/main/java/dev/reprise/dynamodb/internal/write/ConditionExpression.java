package dev.reprise.dynamodb.internal.write;

import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.WriteCondition;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition in the form of a request. Names and values are null where there are none, because the
 * service refuses empty maps.
 */
public record ConditionExpression(
    String expression,
    @Nullable Map<String, String> names,
    @Nullable Map<String, AttributeValue> values) {

  /** Converts a condition; {@code absent()} tests the first attribute of the key. */
  public static ConditionExpression of(WriteCondition condition, KeySchema schema) {
    return condition.isAbsent()
        ? new ConditionExpression(
            "attribute_not_exists(#key)", Map.of("#key", schema.names().get(0)), null)
        : new ConditionExpression(
            condition.expression(), orNull(condition.names()), orNull(condition.values()));
  }

  private static <V> @Nullable Map<String, V> orNull(Map<String, V> map) {
    return map.isEmpty() ? null : map;
  }
}
