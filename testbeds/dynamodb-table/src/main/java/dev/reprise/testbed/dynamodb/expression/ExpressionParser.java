package dev.reprise.testbed.dynamodb.expression;

import dev.reprise.testbed.dynamodb.expression.Token.Kind;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parses condition, projection and update expressions, after the grammar of the service's developer
 * guide. It rejects {@code IN}, {@code contains}, {@code size} and {@code attribute_type} with an
 * error that names them.
 */
public final class ExpressionParser extends Grammar {

  private static final Set<String> NOT_OFFERED = Set.of("contains", "size", "attribute_type");

  private final Tokens tokens;
  private final Placeholders placeholders;

  private ExpressionParser(Tokens tokens, Placeholders placeholders) {
    super(tokens);
    this.tokens = tokens;
    this.placeholders = placeholders;
  }

  /** Returns the condition in this parameter; without the parameter, one that always holds. */
  public static Condition condition(String parameter, Fields fields, Placeholders placeholders) {
    Condition parsed = parse(parameter, fields, placeholders, ExpressionParser::disjunction);
    return parsed == null ? new Condition.Always() : parsed;
  }

  /** Returns the projection in this parameter; without the parameter, one that keeps everything. */
  public static Projection projection(String parameter, Fields fields, Placeholders placeholders) {
    Projection parsed = parse(parameter, fields, placeholders, ExpressionParser::projection);
    return parsed == null ? Projection.everything() : parsed;
  }

  /** Returns the update in this parameter; without the parameter, one that changes nothing. */
  public static Update update(String parameter, Fields fields, Placeholders placeholders) {
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
      ExpressionParser parser =
          new ExpressionParser(ExpressionLanguage.tokens(expression), placeholders);
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
  protected String functionName(String written) {
    return written;
  }

  @Override
  protected RuntimeException unknownFunction(String name) {
    return NOT_OFFERED.contains(name)
        ? unsupportedFunction(name)
        : new ExpressionException("Invalid function name; function: " + name);
  }

  @Override
  protected @Nullable Condition ownComparison(Operand left) {
    if (tokens.takeIf("IN")) {
      throw new ExpressionException("Operator IN is not supported by this server");
    }
    return null;
  }

  @Override
  protected RuntimeException missingComparison() {
    return tokens.unexpected();
  }

  @Override
  protected Operand operand() {
    Token token = tokens.peek();
    if (tokens.atFunction() && NOT_OFFERED.contains(token.text())) {
      throw unsupportedFunction(token.text());
    }
    if (isPlaceholder(token, ":")) {
      return new Operand.Literal(placeholders.value(tokens.take().text()));
    }
    return path();
  }

  @Override
  protected String name() {
    Token token = tokens.peek();
    if (isPlaceholder(token, "#")) {
      return placeholders.name(tokens.take().text());
    }
    if (token.kind() != Kind.WORD) {
      throw tokens.unexpected();
    }
    if (ReservedWords.contains(token.text())) {
      throw new ExpressionException(
          "Attribute name is a reserved keyword; reserved keyword: " + token.text());
    }
    return tokens.take().text();
  }

  @Override
  protected Operand.Step bracketed() {
    if (tokens.peek().kind() != Kind.NUMBER) {
      throw tokens.unexpected();
    }
    try {
      return Operand.Step.position(Integer.parseInt(tokens.take().text()));
    } catch (NumberFormatException e) {
      throw new ExpressionException("List index is not within the allowable range");
    }
  }

  private static boolean isPlaceholder(Token token, String sign) {
    return token.kind() == Kind.PLACEHOLDER && token.text().startsWith(sign);
  }

  private static ExpressionException unsupportedFunction(String name) {
    return new ExpressionException("Function " + name + " is not supported by this server");
  }
}
