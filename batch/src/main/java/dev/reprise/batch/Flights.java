package dev.reprise.batch;

import java.util.LinkedHashSet;
import java.util.Set;

/** The calls under way. */
final class Flights<I> {

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
      Sending sending = chunk.sending;
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

  /** How many items they carry. */
  long items() {
    return items;
  }
}
