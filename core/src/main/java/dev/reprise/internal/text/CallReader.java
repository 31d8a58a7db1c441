package dev.reprise.internal.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a call, {@code name(argument, …, key=value, …)}: first the arguments by position, then the
 * keys, each at most once. A call without arguments may omit the parentheses. Blanks are allowed
 * next to a comma and inside the parentheses. {@link TextForm} opens and closes it.
 */
public final class CallReader {

  private final TextReader reader;
  private final String name;
  private final int start;
  private final List<Parameter<?>> seen = new ArrayList<>();
  private @Nullable Parameter<?> key;
  private int blamed;
  private boolean open;
  private boolean first = true;
  private boolean argumentAhead;

  private CallReader(TextReader reader, String name, int start) {
    this.reader = reader;
    this.name = name;
    this.start = start;
    this.blamed = start;
    this.open = reader.tryConsume('(');
  }

  /**
   * Reads the name and, if there is one, the opening parenthesis.
   *
   * @param meaning noun for the call, for the message if no name follows
   */
  static CallReader open(TextReader reader, String meaning) {
    int start = reader.position();
    return new CallReader(reader, reader.className(meaning), start);
  }

  /** The name of the call. */
  public String name() {
    return name;
  }

  /** Index of the first character of the name. */
  public int start() {
    return start;
  }

  /** The reader, at the value that comes next. */
  public TextReader text() {
    return reader;
  }

  /** Index of the character that is wrong if the value of the call is refused. */
  public int blamed() {
    return blamed;
  }

  /** Sets {@link #blamed}, which is the first character of the last argument by default. */
  public void blame(int position) {
    blamed = position;
  }

  /** A mistake in the whole call: points at its name. */
  public IllegalArgumentException fail(String message) {
    return reader.failAt(start, message);
  }

  /** Returns true if another argument by place follows. */
  public boolean hasNext() {
    return advance() && !reader.atKey();
  }

  /**
   * Reads the next argument by place.
   *
   * @throws IllegalArgumentException if there is none
   */
  public <T> T next(Parameter<T> parameter) {
    return parameter.read(next(parameter.name()));
  }

  /** Reads the next argument by place; its default if there is none. */
  public <T> T optional(Parameter<T> parameter) {
    return hasNext() ? next(parameter) : parameter.byDefault();
  }

  /**
   * Goes to the next argument by place, which the caller then reads.
   *
   * @param meaning noun for the argument, for the message
   * @throws IllegalArgumentException if there is none
   */
  public TextReader next(String meaning) {
    if (!hasNext()) {
      throw reader.expected(open ? meaning : "'(' and " + meaning);
    }
    return value();
  }

  /**
   * Reads the next key and its equals sign; the caller then reads the {@linkplain #value value}.
   *
   * @param keys the keys that the call takes; none for a call that has only arguments by place
   * @return false once the call is closed
   * @throws IllegalArgumentException if an argument by place, an unknown key, or a key for the
   *     second time follows
   */
  public boolean nextKey(Parameter<?>... keys) {
    if (!advance()) {
      if (open) {
        reader.expect(')');
        open = false;
      }
      return false;
    }
    if (!reader.atKey()) {
      throw reader.expected(keys.length == 0 ? "')'" : oneOf(keys) + " and '=', or ')'");
    }
    int position = reader.position();
    String word = reader.identifier("a key");
    key = find(word, keys, position);
    if (seen.contains(key)) {
      throw reader.failAt(
          position,
          word.equals(key.name())
              ? key.name() + " is given twice"
              : key.name() + " is given already, and " + word + " is its old name");
    }
    seen.add(key);
    reader.expect('=');
    value();
    return true;
  }

  /** Returns true if the last key was this one. */
  public boolean at(Parameter<?> parameter) {
    return key == parameter;
  }

  /** Reads the value of a key, or of an argument by place. */
  public <T> T value(Parameter<T> parameter) {
    return parameter.read(reader);
  }

  /**
   * Reads the key of a call that takes only one, up to the end of the call.
   *
   * @return its value; the default if the key is absent
   */
  public <T> T key(Parameter<T> parameter) {
    T value = parameter.byDefault();
    while (nextKey(parameter)) {
      value = value(parameter);
    }
    return value;
  }

  /**
   * Reads the end of the call.
   *
   * @throws IllegalArgumentException if another argument follows
   */
  void end() {
    nextKey();
  }

  private TextReader value() {
    argumentAhead = false;
    blamed = reader.position();
    return reader;
  }

  private Parameter<?> find(String word, Parameter<?>[] keys, int position) {
    List<String> names = new ArrayList<>();
    for (Parameter<?> one : keys) {
      if (one.isNamed(word)) {
        return one;
      }
      names.add(one.name());
    }
    throw reader.failAt(
        position,
        names.isEmpty()
            ? "unknown key '"
                + Suggestion.shown(word)
                + "', "
                + Suggestion.shown(name)
                + " takes none"
            : Suggestion.unknown("key", word, names, oneOf(keys)));
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

  private static String oneOf(Parameter<?>[] keys) {
    StringBuilder names = new StringBuilder(keys[0].name());
    for (int i = 1; i < keys.length; i++) {
      names.append(i == keys.length - 1 ? " or " : ", ").append(keys[i].name());
    }
    return names.toString();
  }
}
