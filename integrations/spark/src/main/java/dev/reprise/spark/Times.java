package dev.reprise.spark;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Conversion between times of Spark, in microseconds since 1970, and times in items. */
final class Times {

  private static final long MICROS = 1_000_000;
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS", Locale.ROOT);

  private Times() {}

  static String text(long micros, boolean zoned) {
    String local = LOCAL.format(local(micros));
    return zoned ? local + "Z" : local;
  }

  static String number(long micros, Mapping.Timestamps unit) {
    long divisor = unit == Mapping.Timestamps.MILLIS ? 1000 : MICROS;
    return Long.toString(Math.floorDiv(micros, divisor));
  }

  static LocalDateTime local(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, MICROS), (int) Math.floorMod(micros, MICROS) * 1000, ZoneOffset.UTC);
  }

  /** Returns the time of a number; timestamps in text form are parsed. */
  static Instant instant(long number, Mapping.Timestamps unit) {
    return unit == Mapping.Timestamps.SECONDS
        ? Instant.ofEpochSecond(number)
        : Instant.ofEpochMilli(number);
  }
}
