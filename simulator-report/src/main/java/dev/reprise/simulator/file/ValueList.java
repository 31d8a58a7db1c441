package dev.reprise.simulator.file;

import dev.reprise.simulator.model.Parameter;
import dev.reprise.time.TimeText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text form of one or several values of a parameter: {@code 30}, {@code 30,70,200}, {@code
 * 10..200} for ten values in equal steps, {@code 10..200:20} for twenty.
 */
public final class ValueList {

  /** The maximum number of values. */
  public static final int MOST = 1000;

  private static final int STEPS = 10;
  private static final Pattern RANGE = Pattern.compile("(.+?)\\.\\.(.+?)(?::\\s*(\\d{1,9}))?");
  private static final MathContext DIGITS = new MathContext(6);

  private ValueList() {}

  /**
   * Parses values.
   *
   * @param parameter the parameter of the values
   * @param text the values
   * @return each value as text; at least one, no duplicates
   * @throws IllegalArgumentException if a value is invalid for the parameter, or if there are more
   *     than {@value #MOST} values
   */
  public static List<String> parse(Parameter<?> parameter, String text) {
    Set<String> values = new LinkedHashSet<>();
    for (String part : parts(text)) {
      Matcher range = RANGE.matcher(part.trim());
      if (range.matches()) {
        String steps = range.group(3);
        int count = steps == null ? STEPS : Integer.parseInt(steps);
        values.addAll(range(parameter, range.group(1).trim(), range.group(2).trim(), count));
      } else {
        parameter.parse(part);
        values.add(part.trim());
      }
    }
    checkCount(parameter, values.size());
    return List.copyOf(values);
  }

  /** Splits a text at the commas outside of parentheses. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth <= 0) {
        parts.add(text.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static void checkCount(Parameter<?> parameter, int count) {
    if (count > MOST) {
      throw new IllegalArgumentException(
          parameter.name() + " must take at most " + MOST + " values, but was given " + count);
    }
  }

  private static Set<String> range(Parameter<?> parameter, String from, String to, int count) {
    Object first = parameter.parse(from);
    Object last = parameter.parse(to);
    checkCount(parameter, count);
    if (count < 2) {
      throw new IllegalArgumentException(
          parameter.name() + " must take at least 2 values from " + from + " to " + to);
    }
    if (first instanceof Integer low && last instanceof Integer high) {
      return steps(low, high, count, value -> Long.toString(Math.round(value)));
    }
    if (first instanceof Double low && last instanceof Double high) {
      return steps(low, high, count, ValueList::plain);
    }
    if (first instanceof Duration low && last instanceof Duration high) {
      return steps((double) low.toNanos(), (double) high.toNanos(), count, ValueList::time);
    }
    throw new IllegalArgumentException(
        parameter.name() + " has no values between " + from + " and " + to + ": list them");
  }

  private static Set<String> steps(
      double low, double high, int count, DoubleFunction<String> text) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(text.apply(i == count - 1 ? high : low + (high - low) * i / (count - 1)));
    }
    return new LinkedHashSet<>(values);
  }

  private static String plain(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  private static String time(double nanos) {
    return TimeText.format(Duration.ofNanos(new BigDecimal(nanos).round(DIGITS).longValue()));
  }
}
