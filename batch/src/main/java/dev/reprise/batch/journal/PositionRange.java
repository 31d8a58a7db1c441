package dev.reprise.batch.journal;

/**
 * A contiguous range of positions with the same status.
 *
 * @param start the first
 * @param end the position after the last
 * @param sum the terms of its items, added up mod 2^64
 */
record PositionRange(long start, long end, long sum, ItemStatus known) {

  long length() {
    return end - start;
  }

  /** Whether one range can stand for both, this one being before the other. */
  boolean joins(PositionRange next, long mostPositions) {
    return end == next.start && known == next.known && length() + next.length() <= mostPositions;
  }

  PositionRange with(PositionRange next) {
    return new PositionRange(start, next.end, sum + next.sum, known);
  }
}
