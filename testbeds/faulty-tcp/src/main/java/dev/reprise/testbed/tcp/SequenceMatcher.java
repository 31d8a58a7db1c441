package dev.reprise.testbed.tcp;

/**
 * Finds a sequence of bytes in a stream that arrives in pieces: a match may begin in one piece and
 * end in another. Knuth, Morris and Pratt, so each byte is looked at in constant time and no byte
 * is kept. Not thread-safe: one matcher follows one direction of one connection.
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
   * Reads on until the sequence ends.
   *
   * @return the index after the last byte of the first match that ends in this piece, or -1 when
   *     none does
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
