package dev.reprise.decision;

import org.jspecify.annotations.Nullable;

/**
 * Snapshot of the called resource for decisions, with data of other calls. Immutable.
 *
 * @param attemptLatencyNanos average duration of recent attempts on the resource, in nanoseconds; 0
 *     if unknown
 * @param retrying number of calls of this process that are now between their first failure and
 *     their end, including this call; at least 0
 * @param latencies durations of recent attempts that succeeded, including hedged ones; empty unless
 *     a policy needs them
 */
public record View(long attemptLatencyNanos, int retrying, Latencies latencies) {

  /** A view without data. */
  public static final View NONE = new View(0, 0, Latencies.NONE);

  /** Written out: the generated method of a record prevents class unloading once it was called. */
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
