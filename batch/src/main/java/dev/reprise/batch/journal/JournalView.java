package dev.reprise.batch.journal;

import java.util.OptionalLong;

/**
 * A summary of the contents of a journal. Immutable. All numbers are at least 0.
 *
 * <pre>{@code
 * JournalView view = BatchJournal.inspect(journal.file());
 * System.out.println(
 *     view.settled() + " items need not be sent; " + view.tornBytes() + " torn bytes");
 * }</pre>
 *
 * @param description description of the input and its target
 * @param done items that the service accepted
 * @param superseded items replaced by a later item of the same key
 * @param ranges contiguous ranges of positions that need not be sent again
 * @param firstUnknown the first position that is not recorded
 * @param inputLength the number of items of the input when it was last read to its end; empty if it
 *     was never read to its end
 * @param records records in the file, without the header
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
   * @return true if no item needs to be sent; false if the input was never read to its end
   */
  public boolean complete() {
    return inputLength.isPresent() && inputLength.getAsLong() == settled();
  }
}
