package dev.reprise.testbed.dynamodb;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of an expression, read from left to right. */
final class Tokens implements ConditionGrammar.Source {

  private static final Pattern TOKEN =
      Pattern.compile(
          "[#:][0-9a-zA-Z_]+|[a-zA-Z_][0-9a-zA-Z_]*|[0-9]+|<>|<=|>=|[=<>(),.+\\-\\[\\]]");
  private static final Pattern SPACE = Pattern.compile("\\s*");
  private static final String END = "<EOF>";

  private static final int MOST_CHARACTERS = 4096;

  private final List<String> tokens = new ArrayList<>();
  private int next;

  Tokens(String expression) {
    if (expression.length() > MOST_CHARACTERS) {
      throw new ExpressionException(
          "Expression size has exceeded the maximum allowed size; expression size: "
              + expression.length());
    }
    Matcher space = SPACE.matcher(expression);
    Matcher token = TOKEN.matcher(expression);
    int at = skip(space, 0);
    while (at < expression.length()) {
      if (!token.region(at, expression.length()).lookingAt()) {
        String near = expression.substring(at, at + 1);
        throw new ExpressionException(
            "Syntax error; token: \"" + near + "\", near: \"" + near + "\"");
      }
      tokens.add(token.group());
      at = skip(space, token.end());
    }
    if (tokens.isEmpty()) {
      throw new ExpressionException("The expression can not be empty;");
    }
  }

  String peek() {
    return next < tokens.size() ? tokens.get(next) : END;
  }

  String take() {
    String token = peek();
    next++;
    return token;
  }

  boolean atEnd() {
    return next >= tokens.size();
  }

  @Override
  public boolean atFunction() {
    return next + 1 < tokens.size()
        && Character.isLetter(peek().charAt(0))
        && tokens.get(next + 1).equals("(");
  }

  @Override
  public boolean takeIf(String expected) {
    if (!peek().equalsIgnoreCase(expected)) {
      return false;
    }
    next++;
    return true;
  }

  @Override
  public void expect(String expected) {
    if (!takeIf(expected)) {
      throw unexpected();
    }
  }

  ExpressionException unexpected() {
    int from = Math.max(0, next - 1);
    int to = Math.min(tokens.size(), next + 2);
    return new ExpressionException(
        "Syntax error; token: \""
            + peek()
            + "\", near: \""
            + String.join(" ", tokens.subList(Math.min(from, to), to))
            + "\"");
  }

  private static int skip(Matcher space, int from) {
    space.region(from, space.regionEnd());
    return space.lookingAt() ? space.end() : from;
  }
}
