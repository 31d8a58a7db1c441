package dev.reprise.spark;

import java.io.Serializable;
import java.util.Set;

/**
 * Options of the conversion of rows to items.
 *
 * @param writesNulls whether a null is written as NULL; otherwise its attribute is omitted
 * @param timestamps form of timestamps
 * @param sets paths of the columns whose arrays are sets
 */
record Mapping(boolean writesNulls, Timestamps timestamps, Set<String> sets)
    implements Serializable {

  /** Form of timestamps. */
  enum Timestamps {
    /** A string of fixed length in ISO 8601, so that the order of strings is that of times. */
    ISO,
    /** A number: milliseconds since 1970. */
    MILLIS,
    /** A number: seconds since 1970, as the time to live of the service requires it. */
    SECONDS
  }

  /** The name in a column's metadata under which {@code set} says that an array is a set. */
  static final String METADATA = "dynamodb";

  Mapping {
    sets = Set.copyOf(sets);
  }

  static Mapping standard() {
    return new Mapping(false, Timestamps.ISO, Set.of());
  }
}
