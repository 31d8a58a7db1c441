package dev.reprise.time;

import dev.reprise.internal.text.DurationText;
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
