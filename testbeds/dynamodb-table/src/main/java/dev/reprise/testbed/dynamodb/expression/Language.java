package dev.reprise.testbed.dynamodb.expression;

import dev.reprise.testbed.dynamodb.expression.Token.Kind;
import java.util.Map;
import java.util.regex.Pattern;

/** The tokens of a language and its errors for text that does not follow them. */
public interface Language {

  /** Returns the maximum length of a text, in characters. */
  int maxCharacters();

  /** Returns the pattern of the text between tokens, which also matches the empty string. */
  Pattern separator();

  /** Returns the pattern of each kind of token, in the order in which they are tried. */
  Map<Kind, Pattern> patterns();

  /** Returns the error for a text above the maximum length. */
  RuntimeException tooLong(int length);

  /** Returns the error for a character that begins no token. */
  RuntimeException unknownCharacter(String character);

  /** Returns the error for a next token that the grammar does not allow. */
  RuntimeException unexpected(Tokens tokens);
}
