package dev.reprise.testbed.dynamodb.expression;

import dev.reprise.testbed.dynamodb.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of an expression or a statement, read from left to right. Not thread-safe. */
public final class Tokens {

  private final Language language;
  private final List<Token> tokens = new ArrayList<>();
  private int next;

  /**
   * Splits a text into tokens.
   *
   * @throws RuntimeException the error of the language if the text is too long or has a character
   *     that begins no token
   */
  public Tokens(Language language, String text) {
    this.language = language;
    if (text.length() > language.maxCharacters()) {
      throw language.tooLong(text.length());
    }
    Matcher separator = language.separator().matcher(text);
    int at = endOf(separator, 0, text.length());
    while (at < text.length()) {
      at = endOf(separator, addToken(text, at), text.length());
    }
  }

  /** Returns the next token, or one of kind {@link Kind#END}, without removing it. */
  public Token peek() {
    return next < tokens.size() ? tokens.get(next) : Token.END;
  }

  /** Removes and returns the next token. */
  public Token take() {
    Token token = peek();
    next++;
    return token;
  }

  /** Returns whether all tokens were removed. */
  public boolean atEnd() {
    return next >= tokens.size();
  }

  /** Returns whether a function call follows: a word and an opening parenthesis. */
  public boolean atFunction() {
    return peek().kind() == Kind.WORD && next + 1 < tokens.size() && tokens.get(next + 1).is("(");
  }

  /**
   * Removes the next token if it is this symbol or, in upper or lower case, this keyword; returns
   * whether it was.
   */
  public boolean takeIf(String symbolOrKeyword) {
    if (!peek().is(symbolOrKeyword)) {
      return false;
    }
    next++;
    return true;
  }

  /**
   * Removes the next token, which must be this symbol or keyword.
   *
   * @throws RuntimeException the error of the language if it is not
   */
  public void expect(String symbolOrKeyword) {
    if (!takeIf(symbolOrKeyword)) {
      throw unexpected();
    }
  }

  /** Returns the error of the language for the next token. */
  public RuntimeException unexpected() {
    return language.unexpected(this);
  }

  /** Returns the texts of the previous, the next and the following token, for an error message. */
  public String near() {
    int to = Math.min(tokens.size(), next + 2);
    int from = Math.min(Math.max(0, next - 1), to);
    return String.join(" ", tokens.subList(from, to).stream().map(Token::text).toList());
  }

  /** Adds the token at this position, and returns the position after it. */
  private int addToken(String text, int at) {
    for (Map.Entry<Kind, Pattern> each : language.patterns().entrySet()) {
      Matcher token = each.getValue().matcher(text).region(at, text.length());
      if (token.lookingAt()) {
        tokens.add(new Token(each.getKey(), each.getKey().content(token.group())));
        return token.end();
      }
    }
    throw language.unknownCharacter(text.substring(at, at + 1));
  }

  private static int endOf(Matcher separator, int from, int end) {
    return separator.region(from, end).lookingAt() ? separator.end() : from;
  }
}
