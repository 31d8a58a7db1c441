package dev.reprise.jdbc.internal.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Conversion of times and durations to the microseconds of the database. */
public final class Micros {

  private static final int PER_SECOND = 1_000_000;
  private static final int NANOS = 1_000;

  private Micros() {}

  /** Rounds up, so that no duration becomes zero. */
  public static long of(Duration duration) {
    return duration.getSeconds() * PER_SECOND + (duration.getNano() + NANOS - 1) / NANOS;
  }

  public static long of(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  static Duration duration(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
