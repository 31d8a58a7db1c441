package dev.reprise.simulator.tune;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The values that a part of a policy may take: several texts, or a range of durations. */
final class Choice {

  private static final Set<String> DURATIONS = Set.of("base", "cap", "floor");
  private static final Set<String> KINDS =
      Set.of("none", "fixed", "exponential", "decorrelated", "elapsed", "contention");

  private final List<String> texts;
  private final boolean isRange;

  private Choice(List<String> texts, boolean isRange) {
    this.texts = texts;
    this.isRange = isRange;
  }

  static Choice of(String part, String text) {
    int dots = text.indexOf("..");
    boolean isRange = dots >= 0 && DURATIONS.contains(part);
    List<String> texts =
        isRange
            ? List.of(text.substring(0, dots).trim(), text.substring(dots + 2).trim())
            : split(text);
    for (String choice : texts) {
      check(part, choice);
    }
    if (isRange) {
      checkRange(part, text, nanosOf(texts.get(0)), nanosOf(texts.get(1)));
    }
    return new Choice(texts, isRange);
  }

  private static void checkRange(String part, String text, long low, long high) {
    if (low < 1 || high < low) {
      throw new IllegalArgumentException(
          part
              + " must be a range from above 0s to a longer duration, but was "
              + PrintableText.oneLine(text.trim()));
    }
  }

  /** Splits a text at commas outside parentheses. */
  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(text.substring(from, i).trim());
        from = i + 1;
      }
    }
    parts.add(text.substring(from).trim());
    return List.copyOf(parts);
  }

  private static void check(String part, String choice) {
    try {
      switch (part) {
        case "backoff" -> checkKind(choice);
        case "base", "cap", "floor" -> TimeText.parse(choice);
        case "factor" -> Backoff.parse("exponential(1ms, x" + choice + ")");
        case "jitter" -> Backoff.parse("exponential(1ms, jitter=" + choice + ")");
        case "share" -> Backoff.parse("elapsed(x" + choice + ")");
        case "growth" -> Backoff.parse("contention(x" + choice + ")");
        case "least", "most" -> Backoff.parse("elapsed(x1, min=0L, max=" + choice + "L)");
        case "attempts" -> checkAttempts(choice);
        default -> RetryBudget.parse(choice);
      }
    } catch (IllegalArgumentException mistake) {
      throw new IllegalArgumentException(
          part + " cannot be " + PrintableText.oneLine(choice) + ": " + mistake.getMessage(),
          mistake);
    }
  }

  private static void checkKind(String kind) {
    if (!KINDS.contains(kind)) {
      throw new IllegalArgumentException(
          "it must be one of " + String.join(", ", KINDS.stream().sorted().toList()));
    }
  }

  private static void checkAttempts(String attempts) {
    if (!attempts.equals("unlimited") && Integer.parseInt(attempts) < 1) {
      throw new IllegalArgumentException("it must be unlimited, or a whole number from 1");
    }
  }

  List<String> texts() {
    return texts;
  }

  String text(RandomGenerator random) {
    return texts.get(random.nextInt(texts.size()));
  }

  /**
   * Draws a duration from a range, with a logarithmically uniform distribution, rounded to two
   * digits.
   */
  long nanos(RandomGenerator random, long least, long most) {
    long drawn = isRange ? ofRange(random) : nanosOf(text(random));
    return Math.min(most, Math.max(least, drawn));
  }

  private long ofRange(RandomGenerator random) {
    double low = StrictMath.log((double) nanosOf(texts.get(0)));
    double high = StrictMath.log((double) nanosOf(texts.get(1)));
    double drawn = StrictMath.exp(low + random.nextDouble() * (high - low));
    double digit = StrictMath.pow(10, Math.floor(StrictMath.log10(drawn)) - 1);
    return Math.round(Math.rint(drawn / digit) * digit);
  }

  private static long nanosOf(String text) {
    return TimeText.parse(text).toNanos();
  }

  static String time(long nanos) {
    return TimeText.format(Duration.ofNanos(nanos));
  }

  @Override
  public String toString() {
    return String.join(isRange ? ".." : ", ", texts);
  }
}
