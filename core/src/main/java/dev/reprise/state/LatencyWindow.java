package dev.reprise.state;

import dev.reprise.decision.Latencies;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of the last {@value #SIZE} attempts. Writers only claim a place and fill it; every
 * {@value #REFRESH}th makes the snapshot anew, and every one of them until it is half full, so that
 * a young window is not stale. The ring is made with the first latency, for most states never have
 * one. Safe for use by any thread.
 */
final class LatencyWindow {

  static final int SIZE = 256;
  static final int REFRESH = 16;

  /** Latencies are kept as their complement, so that none looks like a place not filled yet. */
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
      // Of several threads with a first latency one sets the ring for all.
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
    // Of two threads that copy at a time the slower one wins, whose copy may lack the newest few.
    snapshot = Latencies.of(Arrays.copyOf(copy, known));
  }

  Latencies snapshot() {
    return snapshot;
  }
}
