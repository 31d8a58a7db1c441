package dev.reprise.batch.journal;

import java.util.OptionalLong;

/**
 * What a journal holds, for people. Immutable.
 *
 * @param description what the input is and where it goes
 * @param done items that the service accepted
 * @param gaveWay items that gave way to a later one of their key
 * @param ranges unbroken ranges of positions that need not be sent again
 * @param firstUnknown the first position that the journal does not know
 * @param inputLength how many items the input had when it was last read to its end, or empty if it
 *     never was
 * @param records records in the file, the header not counted
 * @param bytes length of what can be read
 * @param tornBytes length of what cannot, at the end of the file: the next run cuts it off
 */
public record JournalView(
    String description,
    long done,
    long gaveWay,
    long ranges,
    long firstUnknown,
    OptionalLong inputLength,
    long records,
    long bytes,
    long tornBytes) {

  /**
   * Items that need not be sent again.
   *
   * @return those done and those that gave way
   */
  public long settled() {
    return done + gaveWay;
  }

  /**
   * Whether a run has read the whole input and every item is settled.
   *
   * @return false also if the input was never read to its end
   */
  public boolean complete() {
    return inputLength.isPresent() && inputLength.getAsLong() == settled();
  }
}
