package dev.reprise.decision;

/** Origin of the length of a wait. */
public enum WaitSource {
  /** The backoff, without randomness. */
  BACKOFF("backoff"),
  /** The backoff, randomised by its jitter or its curve. */
  JITTER("jitter"),
  /** The server's hint, which was longer than the backoff; may include jitter. */
  SERVER("server");

  private final String word;

  WaitSource(String word) {
    this.word = word;
  }

  /**
   * The source as text.
   *
   * @return a lower-case word
   */
  @Override
  public String toString() {
    return word;
  }
}
