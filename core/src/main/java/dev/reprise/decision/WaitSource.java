package dev.reprise.decision;

/** Who asked for the length of a wait. */
public enum WaitSource {
  /** The backoff alone: no chance in it. */
  BACKOFF("backoff"),
  /** The backoff, drawn at random by its jitter or its curve. */
  JITTER("jitter"),
  /** The server, by a hint that was longer than the backoff; jitter may have been added. */
  SERVER("server");

  private final String word;

  WaitSource(String word) {
    this.word = word;
  }

  /**
   * The source as people read it.
   *
   * @return a lower-case word
   */
  @Override
  public String toString() {
    return word;
  }
}
