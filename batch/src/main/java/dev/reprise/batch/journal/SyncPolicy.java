package dev.reprise.batch.journal;

import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;

/**
 * The policy that determines when a journal is forced to the disk. With every policy, written
 * records survive the end of the process, including SIGKILL; forcing protects against loss of
 * power. Items whose records are lost are sent again. Immutable; policies with equal settings are
 * equal.
 *
 * <pre>{@code
 * BatchJournal careful = journal.syncedBy(SyncPolicy.everyChunk());
 * BatchJournal usual = journal.syncedBy(SyncPolicy.every(Duration.ofSeconds(1)));
 * BatchJournal quick = journal.syncedBy(SyncPolicy.never());
 * }</pre>
 */
public final class SyncPolicy {

  private static final SyncPolicy EVERY_CHUNK = new SyncPolicy(0);
  private static final SyncPolicy NEVER = new SyncPolicy(Long.MAX_VALUE);

  private final long nanos;

  private SyncPolicy(long nanos) {
    this.nanos = nanos;
  }

  /**
   * Returns a policy that forces the records of each call before listeners are notified that its
   * items are done.
   *
   * @return the policy, which loses no record and forces the file once for each call
   */
  public static SyncPolicy everyChunk() {
    return EVERY_CHUNK;
  }

  /**
   * Returns a policy that forces the file at the first write after the interval has passed since it
   * was last forced, and at the end of the run. While a run writes nothing, its last records may be
   * unforced.
   *
   * @param interval the interval, positive; above 292 years the file is forced only at the end of
   *     the run
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
   * Returns a policy that leaves forcing to the operating system.
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
   * Returns the policy as text.
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
