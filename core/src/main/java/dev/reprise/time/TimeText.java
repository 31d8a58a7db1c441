package dev.reprise.time;

import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.RoughDuration;
import java.time.Duration;

/** Durations as policies, budgets and properties write them: {@code 1.5s}, {@code 100ms}. */
public final class TimeText {

  private TimeText() {}

  /**
   * Reads a duration.
   *
   * @param text a number and one of the units ns, us, ms, s, m, h and d
   * @return the duration, at least zero
   * @throws IllegalArgumentException if the text is something else; the message says where
   */
  public static Duration parse(String text) {
    return DurationText.parse(text);
  }

  /**
   * Writes a duration.
   *
   * @param duration the duration, at least zero
   * @return what {@link #parse} reads as the same
   */
  public static String format(Duration duration) {
    return DurationText.format(duration);
  }

  /**
   * Writes a duration that was measured, rounded as in reports and logs: {@code 93.1 ms}, {@code
   * 12.4 s}, {@code 5 min 3 s}.
   *
   * @param duration any duration; zero and less are {@code 0 s}
   * @return number and unit, a blank between
   */
  public static String roughly(Duration duration) {
    return RoughDuration.of(DurationText.saturatedNanos(duration));
  }

  /**
   * Writes a duration as messages do: the largest unit that gives a whole number, and a blank
   * before it, as in {@code 100 ms}.
   *
   * @param duration any duration
   * @return its text, without loss; the same duration has the same text, so that log lines can be
   *     grouped by it
   */
  public static String inWords(Duration duration) {
    return DurationText.inWords(duration);
  }
}
