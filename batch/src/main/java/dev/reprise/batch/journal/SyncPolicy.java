package dev.reprise.batch.journal;

import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;

/**
 * When a journal is forced to the disk. Whatever the policy, what was written survives the end of
 * the process, SIGKILL included; forcing is for the loss of power. What is lost then is sent again.
 * Immutable, equal by value.
 */
public final class SyncPolicy {

  private static final SyncPolicy EVERY_CHUNK = new SyncPolicy(0);
  private static final SyncPolicy NEVER = new SyncPolicy(Long.MAX_VALUE);

  private final long nanos;

  private SyncPolicy(long nanos) {
    this.nanos = nanos;
  }

  /**
   * Forces what one call completed before anybody is told that it is done.
   *
   * @return the policy that loses nothing and costs one forcing a call
   */
  public static SyncPolicy everyChunk() {
    return EVERY_CHUNK;
  }

  /**
   * Forces when something is written at least so long after the last time, and at the end of the
   * run. A run that writes nothing more for a while leaves its last record unforced for that while.
   *
   * @param interval the time, positive; above 292 years is {@link #never()} but for the end
   * @return the policy
   * @throws IllegalArgumentException if {@code interval} is zero or negative
   */
  public static SyncPolicy every(Duration interval) {
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException(
          "every must be more than 0 s, but was " + TimeText.inWords(interval));
    }
    long limit = Long.MAX_VALUE - 1;
    boolean fits = interval.compareTo(Duration.ofNanos(limit)) <= 0;
    return new SyncPolicy(fits ? interval.toNanos() : limit);
  }

  /**
   * Leaves it to the operating system.
   *
   * @return the policy that never forces
   */
  public static SyncPolicy never() {
    return NEVER;
  }

  boolean forces() {
    return nanos != Long.MAX_VALUE;
  }

  boolean forcesAfter(long nanosSinceLast) {
    return forces() && nanosSinceLast >= nanos;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SyncPolicy that && that.nanos == nanos;
  }

  @Override
  public int hashCode() {
    return Objects.hash(nanos);
  }

  /**
   * Names the policy.
   *
   * @return {@code every chunk}, {@code every 1 s} or {@code never}
   */
  @Override
  public String toString() {
    if (nanos == 0) {
      return "every chunk";
    }
    return forces() ? "every " + TimeText.inWords(Duration.ofNanos(nanos)) : "never";
  }
}
