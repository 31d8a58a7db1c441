package dev.reprise.batch;

import dev.reprise.batch.operation.BatchReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A service that refuses a chunk as a whole if it contains an invalid item, without naming the
 * item.
 */
final class PoisonedTable {

  static final String WORDS = "ValidationException: a value is not valid";

  final List<List<Write>> calls = new ArrayList<>();
  final List<Write> stored = new ArrayList<>();
  private final Set<Integer> bad;

  /**
   * Creates a table.
   *
   * @param bad the versions of the invalid items
   */
  PoisonedTable(Set<Integer> bad) {
    this.bad = bad;
  }

  BatchReply<Write> send(List<Write> chunk) {
    if (isRefused(chunk)) {
      return BatchReply.invalid(WORDS);
    }
    stored.addAll(chunk);
    return BatchReply.allDone();
  }

  BatchReply<Write> sendOrThrow(List<Write> chunk) {
    if (isRefused(chunk)) {
      throw new InvalidChunkException(WORDS);
    }
    stored.addAll(chunk);
    return BatchReply.allDone();
  }

  boolean isRefused(List<Write> chunk) {
    calls.add(List.copyOf(chunk));
    return chunk.stream().anyMatch(write -> bad.contains(write.version()));
  }

  /** The exception by which such a service refuses a chunk. */
  static final class InvalidChunkException extends RuntimeException {

    private static final long serialVersionUID = 1;

    InvalidChunkException(String message) {
      super(message);
    }
  }
}
