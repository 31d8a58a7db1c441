package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.item.Key;
import dev.reprise.testbed.dynamodb.item.KeySchema;
import dev.reprise.testbed.dynamodb.item.Scalar;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The key condition of a query: one partition, and a condition on the sort value. */
public record KeyCondition(Scalar partition, Predicate<Scalar> sort) {

  private static final String PARAMETER = "KeyConditionExpression";

  /** A condition on one key attribute. */
  private record Part(
      String operator, Comparison comparison, ObjectNode value, @Nullable ObjectNode high) {}

  /**
   * Parses the condition of a query, which must be an equality and at most one condition on the
   * sort value.
   */
  public static KeyCondition of(Condition condition, KeySchema schema) {
    Map<String, Part> parts = new HashMap<>();
    for (Condition part : condition.conjuncts()) {
      add(parts, part);
    }
    if (parts.size() > 2) {
      throw ServiceError.validation("Conditions can be of length 1 or 2 only");
    }
    Part equality = parts.remove(schema.partition().name());
    if (equality == null) {
      throw missed(schema.partition());
    }
    Scalar partition = typed(equality.value(), schema.partition());
    if (!equality.operator().equals("=")) {
      throw ServiceError.validation("Query key condition not supported");
    }
    return new KeyCondition(partition, sortPredicate(parts, schema.sort()));
  }

  public boolean matches(Key key) {
    return key.partition().equals(partition) && sort.test(key.sort());
  }

  private static Predicate<Scalar> sortPredicate(
      Map<String, Part> rest, KeySchema.@Nullable Attribute sort) {
    if (rest.isEmpty()) {
      return value -> true;
    }
    if (sort == null) {
      throw ServiceError.validation("Query key condition not supported");
    }
    Part part = rest.get(sort.name());
    if (part == null) {
      throw missed(sort);
    }
    Scalar operand = typed(part.value(), sort);
    if (part.high() != null) {
      return between(operand, typed(part.high(), sort));
    }
    if (part.operator().equals("begins_with")) {
      rejectNumberPrefix(operand);
      return value -> value.startsWith(operand);
    }
    return value -> part.comparison().holds(value.compareTo(operand));
  }

  private static Predicate<Scalar> between(Scalar low, Scalar high) {
    if (low.compareTo(high) > 0) {
      throw invalid(
          "The BETWEEN operator requires upper bound to be greater than or equal to lower bound;"
              + " lower bound operand: AttributeValue: {"
              + low
              + "}, upper bound operand: AttributeValue: {"
              + high
              + "}");
    }
    return value -> value.compareTo(low) >= 0 && value.compareTo(high) <= 0;
  }

  private static void add(Map<String, Part> parts, Condition condition) {
    if (condition instanceof Condition.Compare compare) {
      addComparison(parts, compare);
    } else if (condition instanceof Condition.Between between) {
      add(
          parts,
          attribute(between.value()),
          new Part("BETWEEN", Comparison.EQUAL, literal(between.low()), literal(between.high())));
    } else if (condition instanceof Condition.BeginsWith begins) {
      add(
          parts,
          attribute(begins.value()),
          new Part("begins_with", Comparison.EQUAL, literal(begins.prefix()), null));
    } else {
      throw operator(
          condition instanceof Condition.Or
              ? "OR"
              : condition instanceof Condition.Not ? "NOT" : "attribute_exists");
    }
  }

  private static void addComparison(Map<String, Part> parts, Condition.Compare compare) {
    if (compare.comparison() == Comparison.NOT_EQUAL) {
      throw operator("<>");
    }
    boolean mirrored = compare.left() instanceof Operand.Literal;
    Operand path = mirrored ? compare.right() : compare.left();
    Operand value = mirrored ? compare.left() : compare.right();
    Comparison comparison = mirrored ? compare.comparison().mirrored() : compare.comparison();
    add(parts, attribute(path), new Part(comparison.symbol(), comparison, literal(value), null));
  }

  private static void add(Map<String, Part> parts, String attribute, Part part) {
    if (parts.put(attribute, part) != null) {
      throw invalid("KeyConditionExpressions must only contain one condition per key");
    }
  }

  private static String attribute(Operand operand) {
    if (!(operand instanceof Operand.Path path)) {
      throw invalid("Invalid condition in KeyConditionExpression: No key attribute specified");
    }
    if (path.isNested()) {
      throw invalid("KeyConditionExpressions cannot have conditions on nested attributes");
    }
    return path.attribute();
  }

  private static ObjectNode literal(Operand operand) {
    if (!(operand instanceof Operand.Literal literal)) {
      throw invalid(
          "Invalid condition in KeyConditionExpression: Multiple attribute names used in one"
              + " condition");
    }
    return literal.value();
  }

  private static Scalar typed(ObjectNode value, KeySchema.Attribute attribute) {
    if (!value.has(attribute.type())) {
      throw ServiceError.invalidParameter("Condition parameter type does not match schema type");
    }
    return Scalar.of(value);
  }

  private static void rejectNumberPrefix(Scalar prefix) {
    if (prefix.type().equals("N")) {
      throw invalid(
          "Incorrect operand type for operator or function; operator or function: begins_with,"
              + " operand type: N");
    }
  }

  private static ServiceError missed(KeySchema.Attribute attribute) {
    return ServiceError.validation(
        "Query condition missed key schema element: " + attribute.name());
  }

  private static ServiceError operator(String operator) {
    return invalid("Invalid operator used in KeyConditionExpression: " + operator);
  }

  private static ServiceError invalid(String problem) {
    return new ExpressionException(problem).in(PARAMETER);
  }
}
