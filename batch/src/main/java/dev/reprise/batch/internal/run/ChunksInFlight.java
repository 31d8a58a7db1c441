package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.send.RunningCall;
import java.util.LinkedHashSet;
import java.util.Set;

/** The calls in flight. */
final class ChunksInFlight<I> {

  private final Set<Chunk<I>> chunks = new LinkedHashSet<>();
  private long items;

  void began(Chunk<I> chunk) {
    chunks.add(chunk);
    items += chunk.entries.size();
  }

  void ended(Chunk<I> chunk) {
    chunks.remove(chunk);
    items -= chunk.entries.size();
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
