package dev.reprise.simulator.model;

import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Something about a model that can be set.
 *
 * @param name as it stands in files and on the command line
 * @param meaning what it is, in a few words
 * @param range what it may be, in a few words
 * @param defaultText the text of its default
 * @param parser reads it; throws an {@code IllegalArgumentException} for what it may not be
 * @param <T> type of its value
 */
public record Parameter<T>(
    String name, String meaning, String range, String defaultText, Function<String, T> parser) {

  /**
   * A whole number.
   *
   * @param name its name
   * @param byDefault its default
   * @param min the least
   * @param max the most
   * @param meaning what it is
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
   * A number.
   *
   * @param name its name
   * @param byDefault its default
   * @param min the least
   * @param max the most
   * @param meaning what it is
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
          double value = Double.parseDouble(text.trim());
          return within(value, value >= min && value <= max);
        });
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /**
   * A duration.
   *
   * @param name its name
   * @param byDefault its default
   * @param min the shortest
   * @param max the longest
   * @param meaning what it is
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
   * One of a few words.
   *
   * @param name its name
   * @param byDefault its default
   * @param meaning what it is
   * @param <E> the words, written with '-' for '_'
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
   * Yes or no.
   *
   * @param name its name
   * @param byDefault its default
   * @param meaning what it is
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

  private static <V> V within(V value, boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException(String.valueOf(value));
    }
    return value;
  }

  /**
   * Reads a value.
   *
   * @param text its text
   * @return the value
   * @throws IllegalArgumentException if it may not be this; the message names parameter, text and
   *     range
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
