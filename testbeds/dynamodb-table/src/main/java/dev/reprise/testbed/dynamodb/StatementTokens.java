package dev.reprise.testbed.dynamodb;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of a PartiQL statement, read from left to right. */
final class StatementTokens implements ConditionGrammar.Source {

  /** What a token is. */
  enum Kind {
    WORD,
    QUOTED,
    STRING,
    NUMBER,
    SYMBOL,
    END
  }

  /** A token; of what was quoted, the content. */
  record Token(Kind kind, String text) {

    boolean is(String symbolOrKeyword) {
      return (kind == Kind.SYMBOL || kind == Kind.WORD) && text.equalsIgnoreCase(symbolOrKeyword);
    }

    boolean isName() {
      return kind == Kind.WORD || kind == Kind.QUOTED;
    }
  }

  private static final String MALFORMED = "Statement wasn't well formed, can't be processed: ";
  private static final int MOST_CHARACTERS = 8192;
  private static final Token END = new Token(Kind.END, "");
  private static final Pattern SKIPPED =
      Pattern.compile("(?:\\s|--[^\\n]*|/\\*.*?\\*/)*", Pattern.DOTALL);
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<word>[a-zA-Z_$][0-9a-zA-Z_$]*)"
              + "|\"(?<quoted>(?:[^\"]|\"\")*)\""
              + "|'(?<string>(?:[^']|'')*)'"
              + "|(?<number>[0-9]+(?:\\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)"
              + "|(?<symbol><<|>>|<>|!=|<=|>=|[=<>(),.\\[\\]{}:?*;+-])");

  private final List<Token> tokens = new ArrayList<>();
  private int next;

  StatementTokens(String statement) {
    if (statement.length() > MOST_CHARACTERS) {
      throw malformed("Statement is longer than " + MOST_CHARACTERS + " characters");
    }
    Matcher skipped = SKIPPED.matcher(statement);
    Matcher token = TOKEN.matcher(statement);
    int at = end(skipped, 0);
    while (at < statement.length()) {
      if (!token.region(at, statement.length()).lookingAt()) {
        throw malformed("");
      }
      tokens.add(token(token));
      at = end(skipped, token.end());
    }
    if (!tokens.isEmpty() && tokens.get(tokens.size() - 1).is(";")) {
      tokens.remove(tokens.size() - 1);
    }
  }

  /** What the service answers to what it cannot parse, with what it says of the place. */
  static ServiceError malformed(String detail) {
    return ServiceError.validation(MALFORMED + detail);
  }

  Token peek() {
    return next < tokens.size() ? tokens.get(next) : END;
  }

  Token take() {
    Token token = peek();
    next++;
    return token;
  }

  boolean atEnd() {
    return next >= tokens.size();
  }

  @Override
  public boolean atFunction() {
    return peek().kind() == Kind.WORD && next + 1 < tokens.size() && tokens.get(next + 1).is("(");
  }

  @Override
  public boolean takeIf(String expected) {
    if (!peek().is(expected)) {
      return false;
    }
    next++;
    return true;
  }

  @Override
  public void expect(String expected) {
    if (!takeIf(expected)) {
      throw atEnd() ? malformed("Unexpected term") : malformed("Unexpected token");
    }
  }

  private static int end(Matcher skipped, int from) {
    skipped.region(from, skipped.regionEnd());
    return skipped.lookingAt() ? skipped.end() : from;
  }

  private static Token token(Matcher match) {
    if (match.group("word") != null) {
      return new Token(Kind.WORD, match.group("word"));
    }
    if (match.group("quoted") != null) {
      return new Token(Kind.QUOTED, match.group("quoted").replace("\"\"", "\""));
    }
    if (match.group("string") != null) {
      return new Token(Kind.STRING, match.group("string").replace("''", "'"));
    }
    return match.group("number") != null
        ? new Token(Kind.NUMBER, match.group("number"))
        : new Token(Kind.SYMBOL, match.group("symbol"));
  }
}
