package dev.reprise.spark.internal.options;

import dev.reprise.text.PrintableText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads options by name, in upper or lower case; an invalid value fails with a message. */
final class OptionReader {

  private final Map<String, String> texts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  OptionReader(Map<String, String> options, Set<String> names) {
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(names);
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (!known.contains(option.getKey())) {
        throw new IllegalArgumentException(
            "unknown option "
                + PrintableText.oneLine(option.getKey())
                + "; known options: "
                + names);
      }
      texts.put(option.getKey(), option.getValue());
    }
  }

  /** Returns the text without surrounding space; null if it is not set or blank. */
  @Nullable String text(String name) {
    String text = texts.get(name);
    return text == null || text.isBlank() ? null : text.strip();
  }

  String required(String name) {
    String text = text(name);
    if (text == null) {
      throw new IllegalArgumentException("the option " + name + " is required");
    }
    return text;
  }

  List<String> list(String name) {
    String text = text(name);
    return text == null
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
  }

  /** Returns one of the choices in lower case; the first is the default. */
  String choice(String name, String... choices) {
    String text = text(name);
    if (text == null) {
      return choices[0];
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (!List.of(choices).contains(lower)) {
      throw new IllegalArgumentException(
          name
              + " must be one of "
              + List.of(choices)
              + ", but was "
              + PrintableText.oneLine(text));
    }
    return lower;
  }

  long whole(String name, long byDefault, long min, long max) {
    String text = text(name);
    if (text == null) {
      return byDefault;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException notWhole) {
      // reported below, like a number out of range
    }
    throw new IllegalArgumentException(
        name
            + " must be a whole number of at least "
            + min
            + (max == Long.MAX_VALUE ? "" : " and at most " + max)
            + ", but was "
            + PrintableText.oneLine(text));
  }

  /** Returns a number above 0; 0 if the option is not set. */
  double positive(String name, double max) {
    String text = text(name);
    if (text == null) {
      return 0;
    }
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && value <= max) {
        return value;
      }
    } catch (NumberFormatException notNumber) {
      // reported below, like a number out of range
    }
    throw new IllegalArgumentException(
        name
            + " must be more than 0 and "
            + (max == 1 ? "at most 1" : "finite")
            + ", but was "
            + PrintableText.oneLine(text));
  }
}
