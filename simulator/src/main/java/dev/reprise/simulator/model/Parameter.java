package dev.reprise.simulator.model;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A parameter of a kind of situation.
 *
 * @param name the name in files and on the command line
 * @param meaning a description of a few words
 * @param range the valid values, in a few words
 * @param defaultText the default, as text
 * @param parser parses a value; throws an {@code IllegalArgumentException} for an invalid one
 * @param <T> type of the value
 */
public record Parameter<T>(
    String name, String meaning, String range, String defaultText, Function<String, T> parser) {

  private static final String NUMBER = "0123456789.eE+-";

  /**
   * Creates a parameter with a whole number.
   *
   * @param name the name
   * @param byDefault the default, from {@code min} to {@code max}
   * @param min the minimum, at most {@code max}
   * @param max the maximum, at least {@code min}
   * @param meaning a description of a few words
   * @return the parameter
   */
  public static Parameter<Integer> count(
      String name, int byDefault, int min, int max, String meaning) {
    String range = "a whole number from " + min + " to " + max;
    return new Parameter<>(
        name,
        meaning,
        range,
        Integer.toString(byDefault),
        text -> {
          int value = Integer.parseInt(text.replace("_", "").trim());
          return within(value, value >= min && value <= max);
        });
  }

  /**
   * Creates a parameter with a number.
   *
   * @param name the name
   * @param byDefault the default
   * @param min the minimum
   * @param max the maximum
   * @param meaning a description of a few words
   * @return the parameter
   */
  public static Parameter<Double> number(
      String name, double byDefault, double min, double max, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "a number from " + plain(min) + " to " + plain(max),
        plain(byDefault),
        text -> {
          double value = parseNumber(text);
          return within(value, value >= min && value <= max);
        });
  }

  /** Parses digits; Java's own form has more, such as {@code 10d}, which looks like ten a day. */
  private static double parseNumber(String text) {
    String number = text.trim();
    if (!number.chars().allMatch(c -> NUMBER.indexOf(c) >= 0)) {
      throw new NumberFormatException(number);
    }
    return Double.parseDouble(number);
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /**
   * Creates a parameter with a duration.
   *
   * @param name the name
   * @param byDefault the default
   * @param min the minimum
   * @param max the maximum
   * @param meaning a description of a few words
   * @return the parameter
   */
  public static Parameter<Duration> duration(
      String name, String byDefault, String min, String max, String meaning) {
    Duration shortest = TimeText.parse(min);
    Duration longest = TimeText.parse(max);
    return new Parameter<>(
        name,
        meaning,
        "a duration from " + min + " to " + max,
        byDefault,
        text -> {
          Duration value = TimeText.parse(text);
          return within(value, value.compareTo(shortest) >= 0 && value.compareTo(longest) <= 0);
        });
  }

  /**
   * Creates a parameter with one of the constants of an enum.
   *
   * @param name the name
   * @param byDefault the default
   * @param meaning a description of a few words
   * @param <E> the enum; its constants are written in lower case with '-' for '_'
   * @return the parameter
   */
  public static <E extends Enum<E>> Parameter<E> choice(String name, E byDefault, String meaning) {
    List<E> choices = List.copyOf(EnumSet.allOf(byDefault.getDeclaringClass()));
    String words = choices.stream().map(Parameter::word).collect(Collectors.joining(", "));
    return new Parameter<>(
        name,
        meaning,
        "one of " + words,
        word(byDefault),
        text ->
            choices.stream()
                .filter(choice -> word(choice).equals(text.trim()))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Creates a parameter that is true or false.
   *
   * @param name the name
   * @param byDefault the default
   * @param meaning a description of a few words
   * @return the parameter
   */
  public static Parameter<Boolean> flag(String name, boolean byDefault, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "true or false",
        Boolean.toString(byDefault),
        text ->
            switch (text.trim()) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException(text);
            });
  }

  /**
   * Creates a parameter with a policy in its text form.
   *
   * @param name the name
   * @param byDefault the default, as text
   * @param meaning a description of a few words
   * @return the parameter
   */
  public static Parameter<RetryPolicy> policy(String name, String byDefault, String meaning) {
    return new Parameter<>(name, meaning, "a policy", byDefault, RetryPolicy::parse);
  }

  private static <V> V within(V value, boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException(String.valueOf(value));
    }
    return value;
  }

  /**
   * Parses a value.
   *
   * @param text the text of the value
   * @return the value
   * @throws IllegalArgumentException if the value is invalid; the message contains the parameter,
   *     the text and the valid values
   */
  public T parse(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException mistake) {
      throw new IllegalArgumentException(
          name + " must be " + range + ", but was " + PrintableText.oneLine(text.trim()), mistake);
    }
  }
}
