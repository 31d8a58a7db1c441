package dev.reprise.internal.text;

import java.util.Locale;

/** Durations for readers of logs: three digits, or two units for long durations. */
public final class RoughDuration {

  private static final String[] UNITS = {"us", "ms", "s"};
  private static final long TWO_MINUTES = 120;
  private static final long TWO_HOURS = 7_200;
  private static final long TWO_DAYS = 172_800;

  private RoughDuration() {}

  /**
   * Writes a duration, rounded: {@code 93.1 ms}, {@code 12.4 s}, {@code 5 min 3 s}, {@code 2 d 4
   * h}.
   *
   * @param nanos nanoseconds; zero and less are {@code 0 s}
   * @return number and unit, a blank between
   */
  public static String of(long nanos) {
    if (nanos <= 0) {
      return "0 s";
    }
    long seconds = Math.round(nanos / 1e9);
    return seconds < TWO_MINUTES ? threeDigits(nanos) : twoUnits(seconds);
  }

  /**
   * Writes the range between two durations, with the unit only once if both have the same: {@code
   * 0-100 ms}, {@code 80.0-120 ms}, {@code 950 ms-1.20 s}.
   *
   * @param minNanos the shorter, in nanoseconds
   * @param maxNanos the longer, in nanoseconds
   * @return both, a hyphen between
   */
  public static String range(long minNanos, long maxNanos) {
    String most = of(maxNanos);
    if (minNanos <= 0) {
      return "0-" + most;
    }
    String least = of(minNanos);
    int unit = least.indexOf(' ');
    return most.endsWith(least.substring(unit)) && most.indexOf(' ') == most.lastIndexOf(' ')
        ? least.substring(0, unit) + "-" + most
        : least + "-" + most;
  }

  private static String threeDigits(long nanos) {
    if (nanos < 1_000) {
      return nanos + " ns";
    }
    double value = nanos / 1e3;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1e3;
      unit++;
    }
    String pattern = value < 9.995 ? "%.2f " : value < 99.95 ? "%.1f " : "%.0f ";
    return String.format(Locale.ROOT, pattern, value) + UNITS[unit];
  }

  private static String twoUnits(long seconds) {
    if (seconds < TWO_HOURS) {
      return seconds / 60 + " min " + seconds % 60 + " s";
    }
    long minutes = seconds / 60;
    if (seconds < TWO_DAYS) {
      return minutes / 60 + " h " + minutes % 60 + " min";
    }
    long hours = minutes / 60;
    return hours / 24 + " d " + hours % 24 + " h";
  }
}
