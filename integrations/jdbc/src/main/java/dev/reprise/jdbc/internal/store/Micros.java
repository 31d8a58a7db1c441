package dev.reprise.jdbc.internal.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times and lengths as the database keeps them: all of them fit for as long as a key is kept. */
public final class Micros {

  private static final int PER_SECOND = 1_000_000;
  private static final int NANOS = 1_000;

  private Micros() {}

  /** Rounded up, so that no length becomes zero. */
  public static long of(Duration length) {
    return length.getSeconds() * PER_SECOND + (length.getNano() + NANOS - 1) / NANOS;
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
