package dev.reprise.batch.internal.queue;

import dev.reprise.batch.internal.send.RunningCall;
import dev.reprise.decision.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call in flight. */
public final class Chunk<I> {

  public final List<Entry<I>> entries;
  public final Permits permits;
  public final boolean isHalf;
  public final long units;
  public long startNanos;
  public long paceNanos;
  public @Nullable RunningCall sending;

  /** The place in the queue to which the entries return if the call does not start. */
  long turn;

  int passedOver;
  long leftTick;
  boolean isAfterHalf;

  /**
   * Creates a call.
   *
   * @param isHalf whether it carries a half of a refused chunk
   */
  Chunk(List<Entry<I>> entries, Permits permits, boolean isHalf, long startNanos) {
    this.entries = entries;
    this.permits = permits;
    this.isHalf = isHalf;
    this.startNanos = startNanos;
    units = unitsOf(entries);
  }

  /** Counts an attempt for all entries; entries with equal progress share the new progress. */
  @SuppressWarnings("ReferenceEquality") // instances are compared
  public void started(long reportMark) {
    Progress before = null;
    Progress begun = null;
    for (Entry<I> entry : entries) {
      if (begun == null || entry.progress() != before) {
        before = entry.progress();
        begun = before.attemptStarted(before.startNanos(), reportMark);
      }
      entry.started(begun);
    }
  }

  /**
   * Records the end of the call for the entries that it left unprocessed.
   *
   * @param advanced whether it accepted or refused any entry
   */
  public void finished(List<Entry<I>> left, boolean advanced, long durationNanos) {
    PassedOver.Rivals rivals = advanced ? PassedOver.Rivals.of(entries, left) : null;
    left.forEach(entry -> entry.finished(durationNanos, rivals));
  }

  /** Returns the largest attempt number of the entries in this call. */
  public int attempt() {
    return Math.max(1, mostStarted());
  }

  /** Returns the largest attempt number of the entries if this call is started. */
  public int nextAttempt() {
    return mostStarted() + 1;
  }

  private int mostStarted() {
    int most = 0;
    for (Entry<I> entry : entries) {
      most = Math.max(most, entry.progress().started());
    }
    return most;
  }

  public static long unitsOf(List<? extends Entry<?>> entries) {
    long units = 0;
    for (Entry<?> entry : entries) {
      units += entry.cost();
    }
    return units;
  }

  /** Returns the items; unmodifiable. */
  public static <I> List<I> items(List<Entry<I>> entries) {
    List<I> items = new ArrayList<>(entries.size());
    entries.forEach(entry -> items.add(entry.item()));
    return Collections.unmodifiableList(items);
  }
}
