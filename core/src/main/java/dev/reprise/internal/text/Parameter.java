package dev.reprise.internal.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value of a text form: an argument of a call, a key with its value, or a setting of a policy.
 * Declares its name, its old name, its unit, the words in place of a number and its default once;
 * reading, printing and messages follow from that. Bounds are checked by the type that takes the
 * value; {@link TextForm} adds the position to its message.
 *
 * <p>Methods that return this parameter declare it, and are called only while a static constant is
 * made.
 *
 * @param <T> {@link Duration}, {@link Double} or {@link Integer}; {@link String} for a value with a
 *     grammar of its own
 */
public final class Parameter<T> {

  private enum Type {
    DURATION,
    DECIMAL,
    INTEGER,
    OTHER
  }

  private final Type type;
  private final String name;
  private String oldName = "";
  private String prefix = "";
  private String unit = "";
  private String hint = "";
  private List<String> words = List.of();
  private @Nullable T byDefault;

  private Parameter(Type type, String name) {
    this.type = type;
    this.name = name;
  }

  /** A duration such as {@code 100ms}. */
  public static Parameter<Duration> duration(String name) {
    return new Parameter<>(Type.DURATION, name);
  }

  /** A number that may have a fraction, not negative. */
  public static Parameter<Double> decimal(String name) {
    return new Parameter<>(Type.DECIMAL, name);
  }

  /** A whole number, not negative. */
  public static Parameter<Integer> integer(String name) {
    return new Parameter<>(Type.INTEGER, name);
  }

  /** A value with a grammar of its own. */
  public static Parameter<String> other(String name) {
    return new Parameter<>(Type.OTHER, name);
  }

  /** Declares an old name, which is still read and which no message lists. */
  public Parameter<T> formerly(String old) {
    oldName = old;
    return this;
  }

  /** Declares a sign before the value, with an example for messages: {@code x}, {@code x2}. */
  public Parameter<T> after(String sign, String example) {
    prefix = sign;
    hint = name + " such as " + example;
    return this;
  }

  /** Declares a unit behind the value, and its description for messages; empty for the unit. */
  public Parameter<T> in(String sign, String description) {
    unit = sign;
    hint = description;
    return this;
  }

  /** Declares the value of a parameter that is absent. A key with this value is not printed. */
  public Parameter<T> byDefault(T value) {
    byDefault = value;
    return this;
  }

  /** Declares a word for the default, and old words that no message lists. */
  public Parameter<T> orWord(String word, String... oldWords) {
    words = new ArrayList<>(List.of(oldWords));
    words.add(0, word);
    return this;
  }

  /** The name: a key, or a noun for an argument by place. */
  public String name() {
    return name;
  }

  boolean isNamed(String key) {
    return key.equals(name) || key.equals(oldName);
  }

  /** The default, which must have been declared. */
  public T byDefault() {
    return Objects.requireNonNull(byDefault, name);
  }

  boolean isDefault(T value) {
    return value.equals(byDefault);
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if none follows
   */
  public T read(TextReader text) {
    for (String word : words) {
      if (text.tryWord(word)) {
        return byDefault();
      }
    }
    if (!words.isEmpty() && text.peek() == words.get(0).charAt(0)) {
      int start = text.position();
      String found = Suggestion.shown(text.identifier(name));
      throw text.failAt(start, "expected " + words.get(0) + " or a value, but found " + found);
    }
    if (!prefix.isEmpty() && !text.tryConsume(prefix.charAt(0))) {
      throw text.expected(hint);
    }
    T value = value(text);
    for (int i = 0; i < unit.length(); i++) {
      if (!text.tryConsume(unit.charAt(i))) {
        throw text.expected(hint.isEmpty() ? "'" + unit.charAt(i) + "'" : hint);
      }
    }
    return value;
  }

  @SuppressWarnings("unchecked") // the factories tie the type to T
  private T value(TextReader text) {
    return (T)
        switch (type) {
          case DURATION -> text.duration(name);
          case DECIMAL -> text.decimal(name);
          case INTEGER -> text.integer(name);
          case OTHER -> text.balancedValue(name);
        };
  }

  /** Writes a value so that {@link #read} reads the same one. */
  public String format(T value) {
    if (!words.isEmpty() && isDefault(value)) {
      return words.get(0);
    }
    return prefix
        + switch (type) {
          case DURATION -> DurationText.format((Duration) value);
          case DECIMAL -> NumberText.format((Double) value);
          case INTEGER, OTHER -> value.toString();
        }
        + unit;
  }
}
