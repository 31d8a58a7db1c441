package dev.reprise.testbed.dynamodb.expression;

import dev.reprise.testbed.dynamodb.expression.Token.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The tokens of condition, projection and update expressions. */
final class ExpressionLanguage implements Language {

  private static final int MAX_CHARACTERS = 4096;
  private static final Pattern SPACE = Pattern.compile("\\s*");
  private static final Map<Kind, Pattern> PATTERNS =
      new EnumMap<>(
          Map.of(
              Kind.PLACEHOLDER, Pattern.compile("[#:][0-9a-zA-Z_]+"),
              Kind.WORD, Pattern.compile("[a-zA-Z_][0-9a-zA-Z_]*"),
              Kind.NUMBER, Pattern.compile("[0-9]+"),
              Kind.SYMBOL, Pattern.compile("<>|<=|>=|[=<>(),.+\\-\\[\\]]")));

  /** Splits an expression, which must not be empty, into tokens. */
  public static Tokens tokens(String expression) {
    Tokens tokens = new Tokens(new ExpressionLanguage(), expression);
    if (tokens.atEnd()) {
      throw new ExpressionException("The expression can not be empty;");
    }
    return tokens;
  }

  @Override
  public int maxCharacters() {
    return MAX_CHARACTERS;
  }

  @Override
  public Pattern separator() {
    return SPACE;
  }

  @Override
  public Map<Kind, Pattern> patterns() {
    return PATTERNS;
  }

  @Override
  public RuntimeException tooLong(int length) {
    return new ExpressionException(
        "Expression size has exceeded the maximum allowed size; expression size: " + length);
  }

  @Override
  public RuntimeException unknownCharacter(String character) {
    return syntaxError(character, character);
  }

  @Override
  public RuntimeException unexpected(Tokens tokens) {
    return syntaxError(tokens.atEnd() ? "<EOF>" : tokens.peek().text(), tokens.near());
  }

  private static ExpressionException syntaxError(String token, String near) {
    return new ExpressionException(
        "Syntax error; token: \"" + token + "\", near: \"" + near + "\"");
  }
}
