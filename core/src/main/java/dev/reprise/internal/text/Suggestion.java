package dev.reprise.internal.text;

import dev.reprise.text.NearestName;
import dev.reprise.text.PrintableText;
import java.util.Collection;

/** Messages about an unknown name: the name, and the known name that was probably meant. */
public final class Suggestion {

  /** Characters of an unknown name that a message shows. */
  public static final int SHOWN = 100;

  private Suggestion() {}

  /**
   * The end of a message about an unknown name: {@code , did you mean maxAttempts? Expected one of
   * backoff, maxAttempts}.
   *
   * @param name the unknown name, from any source; not part of the result
   * @param known the names that are known
   * @param expected a description of the valid values
   * @return the words behind the name
   */
  public static String behind(String name, Collection<String> known, String expected) {
    return NearestName.of(name, known)
        .map(near -> ", did you mean " + near + "? Expected " + expected)
        .orElseGet(() -> ", expected " + expected);
  }

  /**
   * A message about an unknown name: {@code unknown hedge 'befor', expected after or percentile}.
   *
   * @param what noun for the name
   * @param name the unknown name
   * @param known the names that are known
   * @param expected a description of the valid values
   */
  static String unknown(String what, String name, Collection<String> known, String expected) {
    return "unknown " + what + " '" + shown(name) + "'" + behind(name, known, expected);
  }

  /**
   * A name as a message shows it.
   *
   * @param name any text
   * @return one line of at most {@value #SHOWN} characters of the name, escaped
   */
  public static String shown(String name) {
    return PrintableText.oneLine(name, SHOWN);
  }
}
