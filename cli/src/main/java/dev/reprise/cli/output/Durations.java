package dev.reprise.cli.output;

import dev.reprise.time.TimeText;
import java.time.Duration;

/** Durations as people read them: three digits and a unit, in ASCII. */
public final class Durations {

  private Durations() {}

  /**
   * Formats a duration.
   *
   * @param nanos nanoseconds, at least 0; {@link Long#MAX_VALUE} for an unlimited time
   * @return text such as {@code 87 ms}, {@code 1.5 s} or {@code forever}
   */
  public static String format(long nanos) {
    return format(Duration.ofNanos(nanos));
  }

  /**
   * Formats a duration.
   *
   * @param time the duration, not negative
   * @return as {@link #format(long)}
   */
  public static String format(Duration time) {
    return TimeText.inThreeDigits(time);
  }
}
