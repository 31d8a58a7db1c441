package dev.reprise.testbed.dynamodb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.testbed.dynamodb.item.AttributeValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Parses update expressions: the sections SET, REMOVE, ADD and DELETE, each at most once, and the
 * functions {@code if_not_exists} and {@code list_append}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html">Update
 *     expressions</a>
 */
final class UpdateParser {

  private static final Set<String> SECTIONS = Set.of("SET", "REMOVE", "ADD", "DELETE");
  private static final Map<String, String> TYPE_NAMES =
      Map.of(
          "S",
          "STRING",
          "N",
          "NUMBER",
          "B",
          "BINARY",
          "BOOL",
          "BOOLEAN",
          "NULL",
          "NULL",
          "L",
          "LIST",
          "M",
          "MAP",
          "SS",
          "STRING_SET",
          "NS",
          "NUMBER_SET",
          "BS",
          "BINARY_SET");

  private final ExpressionParser expressions;
  private final Tokens tokens;
  private final List<Update.Action> actions = new ArrayList<>();

  public UpdateParser(ExpressionParser expressions, Tokens tokens) {
    this.expressions = expressions;
    this.tokens = tokens;
  }

  public Update update() {
    Set<String> seen = new HashSet<>();
    do {
      String section = tokens.peek().text().toUpperCase(Locale.ROOT);
      if (!SECTIONS.contains(section)) {
        throw tokens.unexpected();
      }
      tokens.take();
      if (!seen.add(section)) {
        throw new ExpressionException(
            "The \"" + section + "\" section can only be used once in an update expression;");
      }
      do {
        actions.add(action(section));
      } while (tokens.takeIf(","));
    } while (!tokens.atEnd());
    return Update.of(actions);
  }

  private Update.Action action(String section) {
    Operand.Path path = expressions.path();
    return switch (section) {
      case "SET" -> {
        tokens.expect("=");
        yield new Update.Assign(path, value());
      }
      case "REMOVE" -> new Update.Remove(path);
      case "ADD" -> new Update.Add(path, literal(section));
      default -> new Update.Subtract(path, literal(section));
    };
  }

  private JsonNode literal(String section) {
    if (!(expressions.operand() instanceof Operand.Literal literal)) {
      throw tokens.unexpected();
    }
    String type = AttributeValues.typeOf(literal.value());
    boolean number = type.equals("N") && section.equals("ADD");
    if (!number && !AttributeValues.isSet(type)) {
      throw new ExpressionException(
          "Incorrect operand type for operator or function; operator: "
              + section
              + ", operand type: "
              + TYPE_NAMES.get(type));
    }
    return literal.value();
  }

  private UpdateValue value() {
    return expressions.sum(this::term);
  }

  private UpdateValue term() {
    if (tokens.takeIf("(")) {
      UpdateValue value = value();
      tokens.expect(")");
      return value;
    }
    return tokens.atFunction() ? function() : new UpdateValue.Plain(expressions.operand());
  }

  private UpdateValue function() {
    String name = tokens.take().text();
    tokens.expect("(");
    UpdateValue value =
        switch (name) {
          case "if_not_exists" -> {
            Operand.Path path = expressions.path();
            tokens.expect(",");
            yield new UpdateValue.IfNotExists(path, value());
          }
          case "list_append" -> {
            UpdateValue first = value();
            tokens.expect(",");
            yield new UpdateValue.ListAppend(first, value());
          }
          default -> throw new ExpressionException("Invalid function name; function: " + name);
        };
    tokens.expect(")");
    return value;
  }
}
