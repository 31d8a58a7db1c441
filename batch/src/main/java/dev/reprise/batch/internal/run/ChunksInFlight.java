package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.send.RunningCall;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The calls in flight. */
final class ChunksInFlight<I> {

  private final Set<Chunk<I>> chunks = new LinkedHashSet<>();
  private long items;

  void began(Chunk<I> chunk) {
    chunks.add(chunk);
    items += chunk.entries.size();
  }

  /** Records the end of a call; returns false if it has ended before. */
  boolean ended(Chunk<I> chunk) {
    if (!chunks.remove(chunk)) {
      return false;
    }
    items -= chunk.entries.size();
    return true;
  }

  /** Returns the calls in flight, in the order in which they began. */
  List<Chunk<I>> all() {
    return List.copyOf(chunks);
  }

  void abort() {
    for (Chunk<I> chunk : chunks) {
      RunningCall sending = chunk.sending;
      if (sending != null) {
        sending.abort();
      }
    }
  }

  int size() {
    return chunks.size();
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** Returns the number of their items. */
  long items() {
    return items;
  }
}
