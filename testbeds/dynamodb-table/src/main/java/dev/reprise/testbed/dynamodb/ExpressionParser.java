package dev.reprise.testbed.dynamodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parses condition, projection and update expressions, after the grammar of the service's developer
 * guide. Not offered: {@code IN}, {@code contains}, {@code size} and {@code attribute_type}, which
 * are refused by name.
 */
final class ExpressionParser extends ConditionGrammar {

  private static final Set<String> NOT_OFFERED = Set.of("contains", "size", "attribute_type");

  private final Tokens tokens;
  private final Placeholders placeholders;

  private ExpressionParser(Tokens tokens, Placeholders placeholders) {
    super(tokens);
    this.tokens = tokens;
    this.placeholders = placeholders;
  }

  /** The condition in this parameter; one that always holds where the parameter is absent. */
  static Condition condition(String parameter, Fields fields, Placeholders placeholders) {
    Condition parsed = parse(parameter, fields, placeholders, ExpressionParser::disjunction);
    return parsed == null ? new Condition.Always() : parsed;
  }

  /** The projection in this parameter; one that keeps everything where the parameter is absent. */
  static Projection projection(String parameter, Fields fields, Placeholders placeholders) {
    Projection parsed = parse(parameter, fields, placeholders, ExpressionParser::projection);
    return parsed == null ? Projection.everything() : parsed;
  }

  /** The update in this parameter; one that changes nothing where the parameter is absent. */
  static Update update(String parameter, Fields fields, Placeholders placeholders) {
    Update parsed =
        parse(
            parameter,
            fields,
            placeholders,
            parser -> new UpdateParser(parser, parser.tokens).update());
    return parsed == null ? Update.NOTHING : parsed;
  }

  private static <T> @Nullable T parse(
      String parameter,
      Fields fields,
      Placeholders placeholders,
      Function<ExpressionParser, T> rule) {
    String expression = fields.text(parameter);
    if (expression == null) {
      return null;
    }
    try {
      ExpressionParser parser = new ExpressionParser(new Tokens(expression), placeholders);
      T parsed = rule.apply(parser);
      if (!parser.tokens.atEnd()) {
        throw parser.tokens.unexpected();
      }
      return parsed;
    } catch (ExpressionException e) {
      throw e.in(parameter);
    }
  }

  private Projection projection() {
    List<Operand.Path> paths = new ArrayList<>();
    do {
      paths.add(path());
    } while (tokens.takeIf(","));
    return Projection.of(paths);
  }

  @Override
  Condition function() {
    String name = tokens.take();
    if (NOT_OFFERED.contains(name)) {
      throw new ExpressionException("Function " + name + " is not supported by this server");
    }
    tokens.expect("(");
    Condition condition =
        switch (name) {
          case "attribute_exists" -> new Condition.Exists(path(), true);
          case "attribute_not_exists" -> new Condition.Exists(path(), false);
          case "begins_with" -> beginsWith();
          default -> throw new ExpressionException("Invalid function name; function: " + name);
        };
    tokens.expect(")");
    return condition;
  }

  private Condition beginsWith() {
    Operand value = operand();
    tokens.expect(",");
    return new Condition.BeginsWith(value, operand());
  }

  @Override
  Condition comparison() {
    Operand left = operand();
    if (tokens.takeIf("BETWEEN")) {
      Operand low = operand();
      tokens.expect("AND");
      return new Condition.Between(left, low, operand());
    }
    if (tokens.takeIf("IN")) {
      throw new ExpressionException("Operator IN is not supported by this server");
    }
    Optional<Comparison> comparison = Comparison.of(tokens.peek());
    if (comparison.isEmpty()) {
      throw tokens.unexpected();
    }
    tokens.take();
    return new Condition.Compare(left, comparison.get(), operand());
  }

  Operand operand() {
    if (tokens.atFunction() && NOT_OFFERED.contains(tokens.peek())) {
      throw new ExpressionException(
          "Function " + tokens.peek() + " is not supported by this server");
    }
    if (tokens.peek().startsWith(":")) {
      return new Operand.Literal(placeholders.value(tokens.take()));
    }
    return path();
  }

  Operand.Path path() {
    List<Operand.Step> steps = new ArrayList<>();
    steps.add(Operand.Step.name(name()));
    while (true) {
      if (tokens.takeIf(".")) {
        steps.add(Operand.Step.name(name()));
      } else if (tokens.takeIf("[")) {
        steps.add(Operand.Step.position(position()));
        tokens.expect("]");
      } else {
        return new Operand.Path(List.copyOf(steps));
      }
    }
  }

  private String name() {
    String token = tokens.peek();
    if (token.startsWith("#")) {
      return placeholders.name(tokens.take());
    }
    if (!Character.isLetter(token.charAt(0)) && token.charAt(0) != '_') {
      throw tokens.unexpected();
    }
    if (ReservedWords.contains(token)) {
      throw new ExpressionException(
          "Attribute name is a reserved keyword; reserved keyword: " + token);
    }
    return tokens.take();
  }

  private int position() {
    if (!Character.isDigit(tokens.peek().charAt(0))) {
      throw tokens.unexpected();
    }
    try {
      return Integer.parseInt(tokens.take());
    } catch (NumberFormatException e) {
      throw new ExpressionException("List index is not within the allowable range");
    }
  }
}
