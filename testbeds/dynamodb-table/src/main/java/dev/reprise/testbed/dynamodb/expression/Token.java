package dev.reprise.testbed.dynamodb.expression;

/**
 * One token of an expression or a statement.
 *
 * @param kind its kind
 * @param text its text; for a quoted name or a string the content without quotes
 */
public record Token(Kind kind, String text) {

  static final Token END = new Token(Kind.END, "");

  /** The kinds of tokens, in the order in which a {@link Language} tries them. */
  public enum Kind {
    PLACEHOLDER,
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    SYMBOL,
    END;

    public String content(String matched) {
      if (this != QUOTED_NAME && this != STRING) {
        return matched;
      }
      String quote = matched.substring(0, 1);
      return matched.substring(1, matched.length() - 1).replace(quote + quote, quote);
    }
  }

  /** Returns whether this is the symbol or, in upper or lower case, the keyword. */
  public boolean is(String symbolOrKeyword) {
    return (kind == Kind.SYMBOL || kind == Kind.WORD) && text.equalsIgnoreCase(symbolOrKeyword);
  }

  /** Returns whether this names something: a word or a quoted name. */
  public boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }
}
