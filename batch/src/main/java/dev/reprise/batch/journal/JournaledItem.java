package dev.reprise.batch.journal;

/**
 * An item as a journal records it. Immutable.
 *
 * @param position its position in the input, counted from 0
 * @param fingerprint a hash of its content, any number, equal in every run
 */
public record JournaledItem(long position, long fingerprint) implements Comparable<JournaledItem> {

  /**
   * Creates a record of an item.
   *
   * @param position its position in the input, counted from 0
   * @param fingerprint a hash of its content, any number, equal in every run
   * @throws IllegalArgumentException if {@code position} is negative
   */
  public JournaledItem {
    if (position < 0) {
      throw new IllegalArgumentException("position must be at least 0, but was " + position);
    }
  }

  /**
   * Compares by position, then by fingerprint.
   *
   * @param other another item
   * @return negative if this item is first, 0 if both are equal, positive if the other is first
   */
  @Override
  public int compareTo(JournaledItem other) {
    int byPosition = Long.compare(position, other.position);
    return byPosition != 0 ? byPosition : Long.compare(fingerprint, other.fingerprint);
  }

  /** Returns the term of this item in the sum of its range. */
  long term() {
    return ItemHash.term(position, fingerprint);
  }
}
