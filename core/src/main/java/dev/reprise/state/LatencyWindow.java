package dev.reprise.state;

import dev.reprise.decision.Latencies;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of the last {@value #SIZE} attempts. Writers claim a slot and fill it. Every
 * {@value #REFRESH}th write creates a new snapshot; until the window is half full, every write
 * does, so that the snapshot of a new window is not outdated. The ring is created with the first
 * latency, since most states never have one. Safe for use by any thread.
 */
final class LatencyWindow {

  static final int SIZE = 256;
  static final int REFRESH = 16;

  /**
   * Marks an empty slot. Latencies are stored as their complement, so that none equals this value.
   */
  private static final long NOT_FILLED = 0;

  private final AtomicReference<@Nullable AtomicLongArray> ring = new AtomicReference<>();
  private final AtomicInteger added = new AtomicInteger();
  private volatile Latencies snapshot = Latencies.NONE;

  void add(long nanos) {
    int index = added.getAndUpdate(count -> count == 2 * SIZE - 1 ? SIZE : count + 1);
    AtomicLongArray latencies = ring();
    latencies.set(index % SIZE, ~Math.max(0, nanos));
    if (index < SIZE / 2 || index % REFRESH == 0) {
      refresh(latencies, Math.min(index + 1, SIZE));
    }
  }

  private AtomicLongArray ring() {
    AtomicLongArray known = ring.get();
    if (known == null) {
      AtomicLongArray made = new AtomicLongArray(SIZE);
      // If several threads have a first latency, one of them sets the ring for all.
      known = ring.compareAndExchange(null, made);
      return known == null ? made : known;
    }
    return known;
  }

  private void refresh(AtomicLongArray latencies, int filled) {
    long[] copy = new long[filled];
    int known = 0;
    for (int i = 0; i < filled; i++) {
      long kept = latencies.get(i);
      if (kept != NOT_FILLED) {
        copy[known++] = ~kept;
      }
    }
    // If two threads copy concurrently, the slower one wins; its copy may lack the newest few.
    snapshot = Latencies.of(Arrays.copyOf(copy, known));
  }

  Latencies snapshot() {
    return snapshot;
  }
}
