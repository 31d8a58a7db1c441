package dev.reprise.testbed.dynamodb.statement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.expression.Condition;
import dev.reprise.testbed.dynamodb.expression.ExpressionException;
import dev.reprise.testbed.dynamodb.expression.Grammar;
import dev.reprise.testbed.dynamodb.expression.Operand;
import dev.reprise.testbed.dynamodb.expression.Projection;
import dev.reprise.testbed.dynamodb.expression.Token;
import dev.reprise.testbed.dynamodb.expression.Token.Kind;
import dev.reprise.testbed.dynamodb.expression.Tokens;
import dev.reprise.testbed.dynamodb.expression.Update;
import dev.reprise.testbed.dynamodb.expression.UpdateValue;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the PartiQL statements that name one item by its key: INSERT, UPDATE, DELETE and SELECT,
 * with {@code ?} for values. It refuses indexes, aliases, {@code ORDER BY}, {@code IN}, {@code
 * LIKE}, {@code contains}, {@code size}, {@code attribute_type} and {@code EXISTS}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html">PartiQL
 *     for DynamoDB</a>
 */
public final class StatementParser extends Grammar {

  private static final Set<String> CLAUSES =
      Set.of("SET", "REMOVE", "WHERE", "RETURNING", "VALUE", "ORDER");

  private final Tokens tokens;
  private final StatementValues values;

  private StatementParser(Tokens tokens, List<JsonNode> parameters) {
    super(tokens);
    this.tokens = tokens;
    this.values = new StatementValues(tokens, parameters);
  }

  /** Parses a statement; each {@code ?} takes the next parameter, which is in stored form. */
  public static Statement parse(String statement, List<JsonNode> parameters) {
    StatementParser parser = new StatementParser(StatementLanguage.tokens(statement), parameters);
    Statement parsed = parser.statement();
    if (!parser.tokens.atEnd()) {
      throw StatementLanguage.malformed("Unexpected token after expression");
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
        default -> throw StatementLanguage.malformed("Unexpected term");
      };
    } catch (ExpressionException e) {
      throw e.alone();
    }
  }

  private Statement insert() {
    tokens.expect("INTO");
    String table = table();
    if (!tokens.takeIf("VALUE")) {
      throw StatementLanguage.malformed("Unexpected token after expression");
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
      throw StatementLanguage.malformed("Unexpected term");
    }
    return new Statement.Change(table, Update.of(actions), where(), returning());
  }

  private Update.Action assignment() {
    Operand.Path path = path();
    tokens.expect("=");
    return new Update.Assign(path, assigned());
  }

  private UpdateValue assigned() {
    return sum(this::term);
  }

  private UpdateValue term() {
    if (!tokens.atFunction()) {
      return new UpdateValue.Plain(operand());
    }
    String name = functionName(tokens.take().text());
    if (!name.equals("set_add")) {
      throw unsupported(name);
    }
    tokens.expect("(");
    UpdateValue set = assigned();
    tokens.expect(",");
    UpdateValue added = assigned();
    tokens.expect(")");
    return new UpdateValue.SetAdd(set, added);
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
      throw StatementLanguage.malformed(
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
  protected String functionName(String written) {
    return written.toLowerCase(Locale.ROOT);
  }

  @Override
  protected RuntimeException unknownFunction(String name) {
    return unsupported(name);
  }

  @Override
  protected @Nullable Condition ownComparison(Operand left) {
    if (tokens.takeIf("IS")) {
      tokens.expect("MISSING");
      if (!(left instanceof Operand.Path path)) {
        throw StatementLanguage.malformed("Unexpected term");
      }
      return new Condition.Exists(path, false);
    }
    if (tokens.peek().is("IN")) {
      throw unsupported(tokens.take().text());
    }
    return null;
  }

  @Override
  protected RuntimeException missingComparison() {
    return StatementLanguage.malformed(
        tokens.atEnd() ? "Unexpected term" : "Unexpected token after expression");
  }

  @Override
  protected Operand operand() {
    if (tokens.atFunction()) {
      throw unsupported(tokens.take().text());
    }
    return values.atLiteral() ? new Operand.Literal(values.literal()) : path();
  }

  @Override
  protected Operand.Step bracketed() {
    Token token = tokens.take();
    if (token.kind() == Kind.STRING) {
      return Operand.Step.name(token.text());
    }
    try {
      return Operand.Step.position(Integer.parseInt(token.text()));
    } catch (NumberFormatException e) {
      throw StatementLanguage.malformed("Unexpected term");
    }
  }

  @Override
  protected String name() {
    if (!tokens.peek().isName()) {
      throw StatementLanguage.malformed("Unexpected term");
    }
    return tokens.take().text();
  }

  private static ServiceError unsupported(String name) {
    return ServiceError.validation(name + " is not supported by this server");
  }
}
