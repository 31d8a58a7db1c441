package dev.reprise.testbed.tcp;

/**
 * Finds a sequence of bytes in a stream that arrives in pieces. A match can begin in one piece and
 * end in another. The algorithm of Knuth, Morris and Pratt reads each byte in amortized constant
 * time and keeps none. Not thread-safe: each direction of a connection has its own matcher.
 */
final class SequenceMatcher {
  private final byte[] sequence;
  private final int[] borders;
  private int matched;

  SequenceMatcher(byte[] sequence) {
    this.sequence = sequence.clone();
    this.borders = borders(sequence);
  }

  /**
   * Searches the next piece for the end of the sequence.
   *
   * @return the index after the last byte of the first match that ends in this piece; -1 if no
   *     match ends in it
   */
  int endOfMatch(byte[] piece, int length) {
    for (int i = 0; i < length; i++) {
      while (matched > 0 && sequence[matched] != piece[i]) {
        matched = borders[matched - 1];
      }
      if (sequence[matched] == piece[i]) {
        matched++;
      }
      if (matched == sequence.length) {
        matched = 0;
        return i + 1;
      }
    }
    return -1;
  }

  private static int[] borders(byte[] sequence) {
    int[] borders = new int[sequence.length];
    for (int i = 1, border = 0; i < sequence.length; i++) {
      while (border > 0 && sequence[border] != sequence[i]) {
        border = borders[border - 1];
      }
      if (sequence[border] == sequence[i]) {
        border++;
      }
      borders[i] = border;
    }
    return borders;
  }
}
