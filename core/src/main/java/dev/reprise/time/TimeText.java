package dev.reprise.time;

import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.RoughDuration;
import dev.reprise.internal.text.ShortDuration;
import java.time.Duration;

/** Text form of durations in policies, budgets and properties: {@code 1.5s}, {@code 100ms}. */
public final class TimeText {

  private TimeText() {}

  /**
   * Reads a duration.
   *
   * @param text a number and one of the units ns, us, ms, s, m, h and d
   * @return the duration, at least zero
   * @throws IllegalArgumentException if the text is not a duration; the message points at the
   *     character
   */
  public static Duration parse(String text) {
    return DurationText.parse(text);
  }

  /**
   * Writes a duration.
   *
   * @param duration the duration, at least zero
   * @return a text that {@link #parse} reads as the same duration
   */
  public static String format(Duration duration) {
    return DurationText.format(duration);
  }

  /**
   * Writes a measured duration, rounded as in reports and logs: {@code 93.1 ms}, {@code 12.4 s},
   * {@code 5 min 3 s}.
   *
   * @param duration any duration; zero or less gives {@code 0 s}
   * @return number and unit, separated by a blank
   */
  public static String roughly(Duration duration) {
    return RoughDuration.of(DurationText.saturatedNanos(duration));
  }

  /**
   * Writes a duration with at most three significant digits, as in tables: {@code 87 ms}, {@code
   * 1.5 s}, {@code 60 min}.
   *
   * @param duration the duration, at least zero
   * @return number and unit, separated by a blank; {@code 0} for zero, and {@code forever} for 292
   *     years and more
   */
  public static String inThreeDigits(Duration duration) {
    return ShortDuration.format(DurationText.saturatedNanos(duration));
  }

  /**
   * Writes a duration as in messages: in the largest unit that gives a whole number, with a blank
   * before the unit, as in {@code 100 ms}.
   *
   * @param duration any duration
   * @return its exact text; equal durations have the same text, so that log lines can be grouped by
   *     it
   */
  public static String inWords(Duration duration) {
    return DurationText.inWords(duration);
  }
}
