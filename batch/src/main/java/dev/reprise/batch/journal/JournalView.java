package dev.reprise.batch.journal;

import java.util.OptionalLong;

/**
 * Contents of a journal, summarised. Immutable.
 *
 * @param description description of the input and its target
 * @param done items that the service accepted
 * @param superseded items replaced by a later item of the same key
 * @param ranges contiguous ranges of positions that need not be sent again
 * @param firstUnknown the first position that the journal does not contain
 * @param inputLength the number of items of the input when it was last read to its end; empty if it
 *     never was
 * @param records records in the file, the header not counted
 * @param bytes length of the readable part of the file, in bytes
 * @param tornBytes length of the unreadable end of the file, in bytes; the next run cuts it off
 */
public record JournalView(
    String description,
    long done,
    long superseded,
    long ranges,
    long firstUnknown,
    OptionalLong inputLength,
    long records,
    long bytes,
    long tornBytes) {

  /**
   * Returns the number of items that need not be sent again.
   *
   * @return the sum of done and superseded items
   */
  public long settled() {
    return done + superseded;
  }

  /**
   * Returns whether a run has read the whole input and every item is settled.
   *
   * @return false also if the input was never read to its end
   */
  public boolean complete() {
    return inputLength.isPresent() && inputLength.getAsLong() == settled();
  }
}
