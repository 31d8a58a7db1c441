package dev.reprise.testbed.dynamodb.statement;

import dev.reprise.testbed.dynamodb.expression.Language;
import dev.reprise.testbed.dynamodb.expression.Token.Kind;
import dev.reprise.testbed.dynamodb.expression.Tokens;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The tokens of PartiQL statements; a comment begins with {@code --} and ends with its line. */
final class StatementLanguage implements Language {

  private static final int MAX_CHARACTERS = 8192;
  private static final Pattern SPACE_AND_COMMENTS = Pattern.compile("(?:\\s|--[^\\n]*)*");
  private static final Map<Kind, Pattern> PATTERNS =
      new EnumMap<>(
          Map.of(
              Kind.WORD, Pattern.compile("[a-zA-Z_$][0-9a-zA-Z_$]*"),
              Kind.QUOTED_NAME, Pattern.compile("\"(?:[^\"]|\"\")*\""),
              Kind.STRING, Pattern.compile("'(?:[^']|'')*'"),
              Kind.NUMBER, Pattern.compile("[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?"),
              Kind.SYMBOL, Pattern.compile("<<|>>|<>|<=|>=|[=<>(),.\\[\\]{}:?*+-]")));

  /** Splits a statement into tokens. */
  public static Tokens tokens(String statement) {
    return new Tokens(new StatementLanguage(), statement);
  }

  /** Returns the service's error for a statement that it cannot parse. */
  public static ServiceError malformed(String detail) {
    return ServiceError.validation("Statement wasn't well formed, can't be processed: " + detail);
  }

  @Override
  public int maxCharacters() {
    return MAX_CHARACTERS;
  }

  @Override
  public Pattern separator() {
    return SPACE_AND_COMMENTS;
  }

  @Override
  public Map<Kind, Pattern> patterns() {
    return PATTERNS;
  }

  @Override
  public RuntimeException tooLong(int length) {
    return malformed("Statement is longer than " + MAX_CHARACTERS + " characters");
  }

  @Override
  public RuntimeException unknownCharacter(String character) {
    return malformed("");
  }

  @Override
  public RuntimeException unexpected(Tokens tokens) {
    return malformed(tokens.atEnd() ? "Unexpected term" : "Unexpected token");
  }
}
