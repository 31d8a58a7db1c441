package dev.reprise.budget;

import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.NumberText;
import java.time.Duration;
import java.util.OptionalDouble;

/** Range checks of settings. Each message names the setting, its bounds and the value. */
final class Bounds {

  private Bounds() {}

  static int check(String setting, int value, int least, int most) {
    if (value < least || value > most) {
      throw outside(setting, least, most, value);
    }
    return value;
  }

  static double check(String setting, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw outside(
          setting, NumberText.inWords(least), NumberText.inWords(most), NumberText.inWords(value));
    }
    return value + 0.0; // no negative zero: it would not read back
  }

  static Duration check(String setting, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw outside(
          setting,
          DurationText.inWords(least),
          DurationText.inWords(most),
          DurationText.inWords(value));
    }
    return value;
  }

  /** The unused share of a limit; 0 if the limit is 0. */
  static OptionalDouble shareLeft(long limit, long used) {
    return OptionalDouble.of(limit <= 0 ? 0 : Math.max(0, limit - used) / (double) limit);
  }

  private static IllegalArgumentException outside(
      String setting, Object least, Object most, Object value) {
    return new IllegalArgumentException(
        setting + " must be from " + least + " to " + most + ", but was " + value);
  }
}
