package dev.reprise.testing.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Creates durations of milliseconds. */
public final class Millis {

  private Millis() {}

  public static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  public static List<Duration> allMs(long... millis) {
    return Arrays.stream(millis).mapToObj(Duration::ofMillis).toList();
  }
}
