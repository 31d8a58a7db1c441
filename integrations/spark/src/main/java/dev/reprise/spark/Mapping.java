package dev.reprise.spark;

import java.io.Serializable;
import java.util.Set;

/**
 * What may be chosen of how rows become items.
 *
 * @param writesNulls whether a null is written as NULL, in place of leaving the attribute out
 * @param timestamps how a timestamp is written
 * @param sets paths of the columns whose arrays are sets
 */
record Mapping(boolean writesNulls, Timestamps timestamps, Set<String> sets)
    implements Serializable {

  /** How a timestamp is written. */
  enum Timestamps {
    /** A string of fixed length in ISO 8601, so that the order of strings is that of times. */
    ISO,
    /** A number: milliseconds since 1970. */
    MILLIS,
    /** A number: seconds since 1970, as the service's time to live wants it. */
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
