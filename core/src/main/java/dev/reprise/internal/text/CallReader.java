package dev.reprise.internal.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a call, {@code name(argument, …, key=value, …)}: the arguments by place first, then those
 * by key, each key at most once. A call without arguments may stand without parentheses. Blanks are
 * allowed next to a comma and inside the parentheses.
 *
 * <pre>{@code
 * CallReader call = CallReader.open(reader, "a backoff");
 * Duration base = call.next("base").duration("base");
 * for (String key = call.nextKey(List.of("cap")); key != null; key = call.nextKey(List.of("cap"))) {
 *   cap = reader.duration(key);
 * }
 * }</pre>
 */
public final class CallReader {

  private final TextReader reader;
  private final String name;
  private final int start;
  private final List<String> seen = new ArrayList<>();
  private boolean open;
  private boolean first = true;
  private boolean argumentAhead;

  private CallReader(TextReader reader, String name, int start) {
    this.reader = reader;
    this.name = name;
    this.start = start;
    this.open = reader.tryConsume('(');
  }

  /**
   * Reads the name and, if there is one, the opening parenthesis.
   *
   * @param reader stands at the name, and is read on through this call
   * @param meaning what the call gives, for messages
   * @return the call, before its first argument
   * @throws IllegalArgumentException if no name follows
   */
  public static CallReader open(TextReader reader, String meaning) {
    int start = reader.position();
    return new CallReader(reader, reader.identifier(meaning), start);
  }

  /**
   * Reads the opening parenthesis, if there is one, of a call whose name was read already.
   *
   * @param reader stands behind the name, and is read on through this call
   * @param name the name
   * @param start index of its first character
   * @return the call, before its first argument
   */
  public static CallReader named(TextReader reader, String name, int start) {
    return new CallReader(reader, name, start);
  }

  /**
   * What is called.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * A mistake: nothing of this name can be called.
   *
   * @param what what it was taken for, such as {@code backoff}
   * @param known the names that can be called
   * @param expected them in words
   * @return the exception to throw, which points at the name
   */
  public IllegalArgumentException unknown(String what, List<String> known, String expected) {
    return reader.failAt(
        start,
        "unknown "
            + what
            + " '"
            + Suggestion.shown(name)
            + "'"
            + Suggestion.behind(name, known, expected));
  }

  /**
   * Where the name stands.
   *
   * @return index of its first character
   */
  public int start() {
    return start;
  }

  /**
   * Returns whether another argument by place follows.
   *
   * @return false at a key and at the end
   * @throws IllegalArgumentException if neither a comma nor the end follows the last argument
   */
  public boolean hasNext() {
    return advance() && !reader.atKey();
  }

  /**
   * Goes to the next argument by place, which the caller then reads.
   *
   * @param meaning what the argument is, for the message
   * @return the reader, at the argument
   * @throws IllegalArgumentException if there is none
   */
  public TextReader next(String meaning) {
    if (!hasNext()) {
      throw reader.expected(open ? meaning : "'(' and " + meaning);
    }
    argumentAhead = false;
    return reader;
  }

  /**
   * Reads the next key and its equals sign; the caller then reads the value.
   *
   * @param keys the keys that the call takes; none for a call that only has arguments by place
   * @return one of the keys, or null once the call is closed
   * @throws IllegalArgumentException if an argument by place, an unknown key, or a key for the
   *     second time follows
   */
  public @Nullable String nextKey(List<String> keys) {
    if (!advance()) {
      close();
      return null;
    }
    if (!reader.atKey()) {
      throw reader.expected(keys.isEmpty() ? "')'" : oneOf(keys) + " and '=', or ')'");
    }
    int keyStart = reader.position();
    String key = reader.identifier("a key");
    if (!keys.contains(key)) {
      String expected =
          keys.isEmpty()
              ? ", " + Suggestion.shown(name) + " takes none"
              : Suggestion.behind(key, keys, oneOf(keys));
      throw reader.failAt(keyStart, "unknown key '" + Suggestion.shown(key) + "'" + expected);
    }
    if (seen.contains(key)) {
      throw reader.failAt(keyStart, key + " is given twice");
    }
    seen.add(key);
    reader.expect('=');
    argumentAhead = false;
    return key;
  }

  /**
   * Demands that the call ends here.
   *
   * @throws IllegalArgumentException if another argument follows
   */
  public void end() {
    nextKey(List.of());
  }

  private boolean advance() {
    if (!open || argumentAhead) {
      return open;
    }
    reader.skipBlank();
    argumentAhead = reader.peek() != ')';
    if (argumentAhead && !first) {
      if (!reader.tryConsume(',')) {
        throw reader.expected("',' or ')'");
      }
      reader.skipBlank();
    }
    first = false;
    return argumentAhead;
  }

  private void close() {
    if (open) {
      reader.expect(')');
      open = false;
    }
  }

  private static String oneOf(List<String> keys) {
    int last = keys.size() - 1;
    String head = String.join(", ", keys.subList(0, last));
    return head.isEmpty() ? keys.get(last) : head + " or " + keys.get(last);
  }
}
