package dev.reprise.batch.journal;

/**
 * An item as a journal records it.
 *
 * @param position its place in the input, counted from 0
 * @param fingerprint stands for its content, the same in every run
 */
public record JournaledItem(long position, long fingerprint) implements Comparable<JournaledItem> {

  /**
   * Refuses a position before the input.
   *
   * @param position its place in the input, counted from 0
   * @param fingerprint stands for its content, the same in every run
   * @throws IllegalArgumentException if {@code position} is negative
   */
  public JournaledItem {
    if (position < 0) {
      throw new IllegalArgumentException("position must be at least 0, but was " + position);
    }
  }

  /**
   * Compares by position.
   *
   * @param other another mark
   * @return less than 0 if this one comes first
   */
  @Override
  public int compareTo(JournaledItem other) {
    int byPosition = Long.compare(position, other.position);
    return byPosition != 0 ? byPosition : Long.compare(fingerprint, other.fingerprint);
  }

  /** What this mark adds to the sum of its range. */
  long term() {
    return ItemHash.term(position, fingerprint);
  }
}
