package dev.reprise.batch.journal;

/**
 * A contiguous range of positions with the same status.
 *
 * @param start the first position
 * @param end the position after the last one
 * @param sum the sum of the terms of its items mod 2^64
 * @param known the status of its items
 */
record PositionRange(long start, long end, long sum, ItemStatus known) {

  long length() {
    return end - start;
  }

  /** Returns whether this range and the next one can be joined. */
  boolean joins(PositionRange next, long mostPositions) {
    return end == next.start && known == next.known && length() + next.length() <= mostPositions;
  }

  PositionRange with(PositionRange next) {
    return new PositionRange(start, next.end, sum + next.sum, known);
  }
}
