package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.StatementTokens.Kind;
import dev.reprise.testbed.dynamodb.StatementTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the PartiQL statements that name one item by its key: INSERT, UPDATE, DELETE and SELECT,
 * with {@code ?} for values. Not offered, and refused: indexes, aliases, {@code ORDER BY}, {@code
 * IN}, {@code contains}, {@code size}, {@code attribute_type} and {@code EXISTS}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html">PartiQL
 *     for DynamoDB</a>
 */
final class StatementParser extends ConditionGrammar {

  private static final Set<String> CLAUSES =
      Set.of("SET", "REMOVE", "WHERE", "RETURNING", "VALUE", "ORDER");

  private final StatementTokens tokens;
  private final StatementValues values;

  private StatementParser(StatementTokens tokens, List<JsonNode> parameters) {
    super(tokens);
    this.tokens = tokens;
    this.values = new StatementValues(tokens, parameters);
  }

  /** Parses a statement; each {@code ?} takes the next parameter, which is in stored form. */
  static Statement parse(String statement, List<JsonNode> parameters) {
    StatementParser parser = new StatementParser(new StatementTokens(statement), parameters);
    Statement parsed = parser.statement();
    if (!parser.tokens.atEnd()) {
      throw StatementTokens.malformed("Unexpected token after expression");
    }
    return parsed;
  }

  private Statement statement() {
    try {
      Token verb = tokens.take();
      return switch (verb.kind() == Kind.WORD ? verb.text().toUpperCase(Locale.ROOT) : "") {
        case "INSERT" -> insert();
        case "UPDATE" -> update();
        case "DELETE" -> delete();
        case "SELECT" -> select();
        default -> throw StatementTokens.malformed("Unexpected term");
      };
    } catch (ExpressionException e) {
      throw e.alone();
    }
  }

  private Statement insert() {
    tokens.expect("INTO");
    String table = table();
    if (!tokens.takeIf("VALUE")) {
      throw StatementTokens.malformed("Unexpected token after expression");
    }
    JsonNode item = values.literal();
    if (!(item.get("M") instanceof ObjectNode attributes)) {
      throw ServiceError.validation("The value to insert must be a tuple");
    }
    return new Statement.Insert(table, attributes);
  }

  private Statement update() {
    String table = table();
    rejectAlias();
    List<Update.Action> actions = new ArrayList<>();
    while (tokens.peek().is("SET") || tokens.peek().is("REMOVE")) {
      boolean set = tokens.take().is("SET");
      do {
        actions.add(set ? assignment() : new Update.Remove(path()));
      } while (tokens.takeIf(","));
    }
    if (actions.isEmpty()) {
      throw StatementTokens.malformed("Unexpected term");
    }
    return new Statement.Change(table, Update.of(actions), where(), returning());
  }

  private Update.Action assignment() {
    Operand.Path path = path();
    tokens.expect("=");
    return new Update.Assign(path, assigned());
  }

  private UpdateValue assigned() {
    UpdateValue left = term();
    if (tokens.takeIf("+")) {
      return new UpdateValue.Sum(left, term(), false);
    }
    return tokens.takeIf("-") ? new UpdateValue.Sum(left, term(), true) : left;
  }

  private UpdateValue term() {
    if (!tokens.atFunction()) {
      return new UpdateValue.Plain(operand());
    }
    String name = tokens.take().text().toLowerCase(Locale.ROOT);
    tokens.expect("(");
    UpdateValue first = assigned();
    tokens.expect(",");
    UpdateValue second = assigned();
    tokens.expect(")");
    return switch (name) {
      case "list_append" -> new UpdateValue.ListAppend(first, second);
      case "set_add" -> new UpdateValue.SetChange(first, second, false);
      case "set_delete" -> new UpdateValue.SetChange(first, second, true);
      default -> throw unsupported(name);
    };
  }

  private Statement delete() {
    tokens.expect("FROM");
    String table = table();
    rejectAlias();
    return new Statement.Delete(table, where(), returning());
  }

  private Statement select() {
    List<Operand.Path> paths = new ArrayList<>();
    if (!tokens.takeIf("*")) {
      do {
        paths.add(path());
      } while (tokens.takeIf(","));
    }
    tokens.expect("FROM");
    String table = table();
    rejectAlias();
    Projection kept = paths.isEmpty() ? Projection.everything() : Projection.of(paths);
    return new Statement.Select(table, kept, where());
  }

  private String table() {
    if (!tokens.peek().isName() || isClause(tokens.peek())) {
      throw StatementTokens.malformed(
          tokens.atEnd() ? "Unexpected term" : "Expected identifier for simple path");
    }
    String name = tokens.take().text();
    if (tokens.peek().is(".")) {
      throw ServiceError.validation("Indexes are not supported by this server");
    }
    return name;
  }

  private void rejectAlias() {
    if (tokens.peek().isName() && !isClause(tokens.peek())) {
      throw ServiceError.validation("Aliasing is not supported");
    }
  }

  private static boolean isClause(Token token) {
    return token.kind() == Kind.WORD && CLAUSES.contains(token.text().toUpperCase(Locale.ROOT));
  }

  private @Nullable String returning() {
    if (!tokens.takeIf("RETURNING")) {
      return null;
    }
    boolean all = tokens.takeIf("ALL");
    if (!all) {
      tokens.expect("MODIFIED");
    }
    boolean old = tokens.takeIf("OLD");
    if (!old) {
      tokens.expect("NEW");
    }
    tokens.expect("*");
    return (all ? "ALL_" : "UPDATED_") + (old ? "OLD" : "NEW");
  }

  private Condition where() {
    return tokens.takeIf("WHERE") ? disjunction() : new Condition.Always();
  }

  @Override
  Condition function() {
    String name = tokens.take().text().toLowerCase(Locale.ROOT);
    tokens.expect("(");
    Condition condition =
        switch (name) {
          case "attribute_exists" -> new Condition.Exists(path(), true);
          case "attribute_not_exists" -> new Condition.Exists(path(), false);
          case "begins_with" -> {
            Operand value = operand();
            tokens.expect(",");
            yield new Condition.BeginsWith(value, operand());
          }
          default -> throw unsupported(name);
        };
    tokens.expect(")");
    return condition;
  }

  @Override
  Condition comparison() {
    Operand left = operand();
    if (tokens.takeIf("BETWEEN")) {
      Operand low = operand();
      tokens.expect("AND");
      return new Condition.Between(left, low, operand());
    }
    if (tokens.takeIf("IS")) {
      boolean not = tokens.takeIf("NOT");
      tokens.expect("MISSING");
      if (!(left instanceof Operand.Path path)) {
        throw StatementTokens.malformed("Unexpected term");
      }
      return new Condition.Exists(path, not);
    }
    if (tokens.peek().is("IN") || tokens.peek().is("LIKE")) {
      throw unsupported(tokens.take().text());
    }
    String symbol = tokens.peek().is("!=") ? "<>" : tokens.peek().text();
    Optional<Comparison> comparison =
        tokens.peek().kind() == Kind.SYMBOL ? Comparison.of(symbol) : Optional.empty();
    if (comparison.isEmpty()) {
      throw StatementTokens.malformed(
          tokens.atEnd() ? "Unexpected term" : "Unexpected token after expression");
    }
    tokens.take();
    return new Condition.Compare(left, comparison.get(), operand());
  }

  private Operand operand() {
    if (tokens.atFunction()) {
      throw unsupported(tokens.take().text());
    }
    return values.atLiteral() ? new Operand.Literal(values.literal()) : path();
  }

  private Operand.Path path() {
    List<Operand.Step> steps = new ArrayList<>();
    steps.add(Operand.Step.name(name()));
    while (true) {
      if (tokens.takeIf(".")) {
        steps.add(Operand.Step.name(name()));
      } else if (tokens.takeIf("[")) {
        steps.add(position());
        tokens.expect("]");
      } else {
        return new Operand.Path(List.copyOf(steps));
      }
    }
  }

  private Operand.Step position() {
    Token token = tokens.take();
    if (token.kind() == Kind.STRING) {
      return Operand.Step.name(token.text());
    }
    try {
      return Operand.Step.position(Integer.parseInt(token.text()));
    } catch (NumberFormatException e) {
      throw StatementTokens.malformed("Unexpected term");
    }
  }

  private String name() {
    if (!tokens.peek().isName()) {
      throw StatementTokens.malformed("Unexpected term");
    }
    return tokens.take().text();
  }

  private static ServiceError unsupported(String name) {
    return ServiceError.validation(name + " is not supported by this server");
  }
}
