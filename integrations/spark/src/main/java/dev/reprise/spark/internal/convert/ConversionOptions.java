package dev.reprise.spark.internal.convert;

import java.io.Serializable;
import java.util.Set;

/**
 * The options of the conversion of rows to items.
 *
 * @param writesNulls whether a null is written as NULL; otherwise its attribute is omitted
 * @param timestamps form of timestamps in items
 * @param sets paths of columns whose arrays are written as sets
 */
public record ConversionOptions(boolean writesNulls, Timestamps timestamps, Set<String> sets)
    implements Serializable {

  /** Form of timestamps in items. */
  public enum Timestamps {
    /** A string of fixed length in ISO 8601; strings sort in the order of time. */
    ISO,
    /** A number: milliseconds since 1970. */
    MILLIS,
    /** A number: seconds since 1970, as the time-to-live attribute of the service requires. */
    SECONDS
  }

  /** Key in a column's metadata; its value {@code set} marks the array as a set. */
  static final String METADATA = "dynamodb";

  public ConversionOptions {
    sets = Set.copyOf(sets);
  }

  /** Returns the defaults: nulls are omitted, timestamps are strings, no column is a set. */
  public static ConversionOptions defaults() {
    return new ConversionOptions(false, Timestamps.ISO, Set.of());
  }
}
