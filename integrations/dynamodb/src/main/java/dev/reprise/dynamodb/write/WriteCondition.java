package dev.reprise.dynamodb.write;

import dev.reprise.text.PrintableText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Condition of a write: a condition expression with its names and values, as "Condition
 * expressions" in the developer guide of DynamoDB describes them. Immutable.
 *
 * <p>A response may be lost after the write was carried out. The next attempt then finds the effect
 * of the earlier one, and the condition does not hold any more. In that case only, the write is
 * compared with the existing item, which the service returns with the refusal ({@code
 * ReturnValuesOnConditionCheckFailure}):
 *
 * <table>
 *   <caption>A condition does not hold after an attempt whose response was lost</caption>
 *   <tr><th>condition</th><th>the table is as the write leaves it</th><th>otherwise</th></tr>
 *   <tr><td>{@link #absent()}, {@link #doneIfAsWritten()}</td><td>done</td><td>dead: may have been
 *     written, and changed since</td></tr>
 *   <tr><td>any other</td><td>dead: may have been written</td><td>dead: may have been written, and
 *     changed since</td></tr>
 * </table>
 *
 * <p>A put leaves an item equal to its own; a delete leaves none. Without a lost response, a
 * condition that does not hold is always a refusal.
 */
public final class WriteCondition {

  private static final WriteCondition ABSENT = new WriteCondition("", Map.of(), Map.of(), true);

  private final String expression;
  private final Map<String, String> names;
  private final Map<String, AttributeValue> values;
  private final boolean doneIfAsWritten;

  private WriteCondition(
      String expression,
      Map<String, String> names,
      Map<String, AttributeValue> values,
      boolean doneIfAsWritten) {
    this.expression = expression;
    this.names = Collections.unmodifiableMap(names);
    this.values = Collections.unmodifiableMap(values);
    this.doneIfAsWritten = doneIfAsWritten;
  }

  /**
   * Creates a condition from an expression of the service.
   *
   * @param expression such as {@code version = :read AND attribute_exists(#state)}
   * @return the condition, without names and values
   * @throws IllegalArgumentException if {@code expression} is blank
   */
  public static WriteCondition of(String expression) {
    if (expression.isBlank()) {
      throw new IllegalArgumentException("condition must not be blank");
    }
    return new WriteCondition(expression, Map.of(), Map.of(), false);
  }

  /**
   * Returns the condition that the table has no item of the key. Its expression is derived from the
   * table's key schema.
   *
   * @return the condition
   */
  public static WriteCondition absent() {
    return ABSENT;
  }

  /**
   * Sets the value of a placeholder.
   *
   * @param placeholder a name in the expression, such as {@code :read}
   * @param value the value
   * @return a copy with this value
   * @throws IllegalArgumentException if {@code placeholder} does not begin with a colon, or if the
   *     condition is {@link #absent()}, which takes no values
   */
  public WriteCondition withValue(String placeholder, AttributeValue value) {
    Map<String, AttributeValue> more = new LinkedHashMap<>(values);
    more.put(checked("value", ':', placeholder), Objects.requireNonNull(value, "value"));
    return new WriteCondition(expression, names, more, doneIfAsWritten);
  }

  /**
   * Sets the attribute of a placeholder. Attributes whose names are reserved words need one.
   *
   * @param placeholder a name in the expression, such as {@code #state}
   * @param attribute name of the attribute
   * @return a copy with this name
   * @throws IllegalArgumentException if {@code placeholder} does not begin with a number sign, or
   *     if the condition is {@link #absent()}, which takes no names
   */
  public WriteCondition withName(String placeholder, String attribute) {
    Map<String, String> more = new LinkedHashMap<>(names);
    more.put(checked("name", '#', placeholder), Objects.requireNonNull(attribute, "attribute"));
    return new WriteCondition(expression, more, values, doneIfAsWritten);
  }

  /**
   * Counts the write as done if, after an attempt whose response was lost, the table is as the
   * write leaves it: it has an equal item for a put, and none for a delete. This is correct if no
   * other writer writes the same, as with an item that holds a version or the name of its writer.
   * Otherwise a refused write may count as done. By default such a write is dead, and its message
   * describes the existing item.
   *
   * @return a copy with this rule
   */
  public WriteCondition doneIfAsWritten() {
    return new WriteCondition(expression, names, values, true);
  }

  private String checked(String kind, char first, String placeholder) {
    if (isAbsent()) {
      throw new IllegalArgumentException("the condition absent() takes no " + kind);
    }
    if (placeholder.length() < 2 || placeholder.charAt(0) != first) {
      throw new IllegalArgumentException(
          "placeholder of a "
              + kind
              + " must begin with "
              + first
              + ", but was "
              + PrintableText.oneLine(placeholder));
    }
    return placeholder;
  }

  /**
   * Returns whether this is {@link #absent()}.
   *
   * @return true if so
   */
  public boolean isAbsent() {
    return expression.isEmpty();
  }

  /**
   * Returns the expression.
   *
   * @return as given; empty for {@link #absent()}
   */
  public String expression() {
    return expression;
  }

  /**
   * Returns the attributes of the placeholders that begin with {@code #}.
   *
   * @return by placeholder, in the order given; unmodifiable
   */
  public Map<String, String> names() {
    return names;
  }

  /**
   * Returns the values of the placeholders that begin with {@code :}.
   *
   * @return by placeholder, in the order given; unmodifiable
   */
  public Map<String, AttributeValue> values() {
    return values;
  }

  /**
   * Returns whether the write counts as done if, after a lost response, the table is as the write
   * leaves it.
   *
   * @return true for {@link #absent()} and after {@link #doneIfAsWritten()}
   */
  public boolean isDoneIfAsWritten() {
    return doneIfAsWritten;
  }

  /**
   * Returns the expression, without the values, which may be secrets.
   *
   * @return such as {@code if version = :read}
   */
  @Override
  public String toString() {
    return isAbsent() ? "if absent" : "if " + PrintableText.oneLine(expression);
  }
}
