package dev.reprise.decision;

/**
 * What a decision may know of the called resource beyond its own call: a snapshot, immutable.
 *
 * @param attemptLatencyNanos how long attempts on the resource take of late, in nanoseconds; 0 if
 *     unknown
 * @param retrying callers of this process that are now between their first failure and their end,
 *     this one included; at least 0
 */
public record View(long attemptLatencyNanos, int retrying) {

  /** Nothing is known. */
  public static final View NONE = new View(0, 0);
}
