package dev.reprise.spark.internal.convert;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Conversion between Spark's times, in microseconds since 1970, and the times in items. */
final class TimeConversions {

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS", Locale.ROOT);

  private TimeConversions() {}

  static String text(long micros, boolean zoned) {
    String local = LOCAL.format(local(micros));
    return zoned ? local + "Z" : local;
  }

  static String number(long micros, ConversionOptions.Timestamps unit) {
    long divisor = unit == ConversionOptions.Timestamps.MILLIS ? 1000 : MICROS_PER_SECOND;
    return Long.toString(Math.floorDiv(micros, divisor));
  }

  static LocalDateTime local(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND),
        (int) Math.floorMod(micros, MICROS_PER_SECOND) * 1000,
        ZoneOffset.UTC);
  }

  /** Returns the time of a number in seconds or milliseconds; ISO counts as milliseconds. */
  static Instant instant(long number, ConversionOptions.Timestamps unit) {
    return unit == ConversionOptions.Timestamps.SECONDS
        ? Instant.ofEpochSecond(number)
        : Instant.ofEpochMilli(number);
  }

  /**
   * Returns a time that Spark can store.
   *
   * @throws ArithmeticException if it is out of its range
   */
  static Instant storable(Instant instant) {
    checkSeconds(instant.getEpochSecond());
    return instant;
  }

  /** As {@link #storable(Instant)}. */
  static LocalDateTime storable(LocalDateTime time) {
    checkSeconds(time.toEpochSecond(ZoneOffset.UTC));
    return time;
  }

  /** As {@link #storable(Instant)}. */
  static LocalDate storable(LocalDate date) {
    Math.toIntExact(date.toEpochDay());
    return date;
  }

  /** Spark stores microseconds in a long. */
  private static void checkSeconds(long seconds) {
    Math.multiplyExact(Math.abs(seconds) + 1, MICROS_PER_SECOND);
  }
}
