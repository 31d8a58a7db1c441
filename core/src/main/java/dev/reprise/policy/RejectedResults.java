package dev.reprise.policy;

import org.jspecify.annotations.Nullable;

/**
 * Handling of results that the policy rejects: whether the last one is nevertheless returned, and
 * whether the others are closed.
 *
 * @param returned whether the last result is returned instead of an exception
 * @param closed whether rejected results that are not returned are closed
 */
public record RejectedResults(boolean returned, boolean closed) {

  static final RejectedResults DEFAULT = new RejectedResults(false, false);

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RejectedResults that
        && returned == that.returned
        && closed == that.closed;
  }

  @Override
  public int hashCode() {
    return 31 * Boolean.hashCode(returned) + Boolean.hashCode(closed);
  }

  @Override
  public String toString() {
    return "RejectedResults[returned=" + returned + ", closed=" + closed + "]";
  }
}
