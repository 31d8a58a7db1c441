package dev.reprise.dynamodb;

import dev.reprise.text.PrintableText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Under which condition a write is carried out: a condition expression with its names and values,
 * as "Condition expressions" in the developer guide of DynamoDB describes them. Immutable.
 *
 * <p>An answer may be lost after the write was carried out. The next attempt then meets what the
 * earlier one has left, and its condition does not hold any more. In that case, and in no other, it
 * is compared with what is there, which the service tells with the refusal ({@code
 * ReturnValuesOnConditionCheckFailure}):
 *
 * <table>
 *   <caption>A condition that does not hold, after an attempt whose answer was lost</caption>
 *   <tr><th></th><th>as the write leaves it</th><th>otherwise</th></tr>
 *   <tr><td>{@link #absent()}, {@link #doneIfAsWritten()}</td><td>done</td><td>dead: may have been
 *     written, and changed since</td></tr>
 *   <tr><td>any other</td><td>dead: may have been written</td><td>dead: may have been written, and
 *     changed since</td></tr>
 * </table>
 *
 * <p>A put leaves an item equal to its own; a delete leaves none. Without a lost answer, a
 * condition that does not hold is a refusal, whatever is there.
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
   * A condition in the service's own language.
   *
   * @param expression such as {@code version = :read AND attribute_exists(#state)}
   * @return the condition, without names and values yet
   * @throws IllegalArgumentException if it is blank
   */
  public static WriteCondition of(String expression) {
    if (expression.isBlank()) {
      throw new IllegalArgumentException("condition must not be blank");
    }
    return new WriteCondition(expression, Map.of(), Map.of(), false);
  }

  /**
   * That the table has no item of the key. The expression is made of the table's key schema.
   *
   * @return the condition
   */
  public static WriteCondition absent() {
    return ABSENT;
  }

  /**
   * Gives a value that the expression names.
   *
   * @param placeholder its name there, such as {@code :read}
   * @param value the value
   * @return a copy with this value
   * @throws IllegalArgumentException if {@code placeholder} does not begin with a colon, or the
   *     condition is {@link #absent()}, which has none
   */
  public WriteCondition with(String placeholder, AttributeValue value) {
    Map<String, AttributeValue> more = new LinkedHashMap<>(values);
    more.put(checked("value", ':', placeholder), Objects.requireNonNull(value, "value"));
    return new WriteCondition(expression, names, more, doneIfAsWritten);
  }

  /**
   * Gives the name of an attribute that the expression calls otherwise, as one must for reserved
   * words.
   *
   * @param placeholder its name there, such as {@code #state}
   * @param attribute the attribute's name
   * @return a copy with this name
   * @throws IllegalArgumentException if {@code placeholder} does not begin with a number sign, or
   *     the condition is {@link #absent()}, which has none
   */
  public WriteCondition naming(String placeholder, String attribute) {
    Map<String, String> more = new LinkedHashMap<>(names);
    more.put(checked("name", '#', placeholder), Objects.requireNonNull(attribute, "attribute"));
    return new WriteCondition(expression, more, values, doneIfAsWritten);
  }

  /**
   * Takes the write for done if, after an attempt whose answer was lost, the table is as the write
   * leaves it: for a put an equal item, for a delete none. Right where nobody else writes the same,
   * as with an item that holds a version or the writer's name; else a write that was refused may
   * count as done. By default such a write is dead, with a message that says what is known.
   *
   * @return a copy that does
   */
  public WriteCondition doneIfAsWritten() {
    return new WriteCondition(expression, names, values, true);
  }

  private String checked(String what, char first, String placeholder) {
    if (isAbsence()) {
      throw new IllegalArgumentException("the condition absent() takes no " + what);
    }
    if (placeholder.length() < 2 || placeholder.charAt(0) != first) {
      throw new IllegalArgumentException(
          "placeholder of a "
              + what
              + " must begin with "
              + first
              + ", but was "
              + PrintableText.oneLine(placeholder));
    }
    return placeholder;
  }

  /**
   * Whether it is {@link #absent()}.
   *
   * @return true if so
   */
  public boolean isAbsence() {
    return expression.isEmpty();
  }

  /**
   * The expression.
   *
   * @return as given; empty for {@link #absent()}
   */
  public String expression() {
    return expression;
  }

  /**
   * Names of attributes that the expression calls otherwise.
   *
   * @return by placeholder, in the order given; unmodifiable
   */
  public Map<String, String> names() {
    return names;
  }

  /**
   * Values that the expression names.
   *
   * @return by placeholder, in the order given; unmodifiable
   */
  public Map<String, AttributeValue> values() {
    return values;
  }

  /**
   * Whether a table that is as the write leaves it settles the question after a lost answer.
   *
   * @return true for {@link #absent()} and after {@link #doneIfAsWritten()}
   */
  public boolean isDoneIfAsWritten() {
    return doneIfAsWritten;
  }

  /** The expression as the service takes it. */
  String toSend() {
    return isAbsence() ? "attribute_not_exists(#key)" : expression;
  }

  Map<String, String> namesFor(KeySchema schema) {
    return isAbsence() ? Map.of("#key", schema.names().get(0)) : names;
  }

  /**
   * The expression, without the values, which may be secrets.
   *
   * @return such as {@code if version = :read}
   */
  @Override
  public String toString() {
    return isAbsence() ? "if absent" : "if " + PrintableText.oneLine(expression);
  }
}
