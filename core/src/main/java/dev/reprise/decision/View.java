package dev.reprise.decision;

import org.jspecify.annotations.Nullable;

/**
 * What a decision may know of the called resource beyond its own call: a snapshot, immutable.
 *
 * @param attemptLatencyNanos how long attempts on the resource take of late, in nanoseconds; 0 if
 *     unknown
 * @param retrying callers of this process that are now between their first failure and their end,
 *     this one included; at least 0
 * @param latencies how long attempts that succeeded took of late, those that were hedged included;
 *     known only where a policy needs it
 */
public record View(long attemptLatencyNanos, int retrying, Latencies latencies) {

  /** Nothing is known. */
  public static final View NONE = new View(0, 0, Latencies.NONE);

  /** Written out: what a record makes by itself keeps the class loader for ever, once called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof View that
        && attemptLatencyNanos == that.attemptLatencyNanos
        && retrying == that.retrying
        && latencies.equals(that.latencies);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(attemptLatencyNanos) + retrying) + latencies.hashCode();
  }

  @Override
  public String toString() {
    return "View[attemptLatencyNanos="
        + attemptLatencyNanos
        + ", retrying="
        + retrying
        + ", latencies="
        + latencies
        + "]";
  }
}
