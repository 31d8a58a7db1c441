package dev.reprise.batch.journal;

/**
 * An unbroken range of positions of which the same is known.
 *
 * @param start the first
 * @param end the position after the last
 * @param sum the terms of its items, added up mod 2^64
 */
record Span(long start, long end, long sum, Known known) {

  long length() {
    return end - start;
  }

  /** Whether one range can stand for both, this one being before the other. */
  boolean joins(Span next, long mostPositions) {
    return end == next.start && known == next.known && length() + next.length() <= mostPositions;
  }

  Span with(Span next) {
    return new Span(start, next.end, sum + next.sum, known);
  }
}
