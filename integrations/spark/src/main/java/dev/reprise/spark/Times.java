package dev.reprise.spark;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as Spark has them, in microseconds since 1970, and as items have them. */
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

  /** The time that a number stands for; timestamps written as text are read as such. */
  static Instant instant(long number, Mapping.Timestamps unit) {
    return unit == Mapping.Timestamps.SECONDS
        ? Instant.ofEpochSecond(number)
        : Instant.ofEpochMilli(number);
  }
}
