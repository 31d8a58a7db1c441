package dev.reprise.verification.benchmarks.declared;

import dev.reprise.declared.Retryable;

/** The interface that is decorated. The peers read their annotations from its implementations. */
public interface Values {

  /**
   * Returns a value.
   *
   * @param key of the value
   * @return the value
   */
  @Retryable
  String value(String key);

  /** An implementation as short as possible, but not constant. */
  class Fixed implements Values {

    private final String[] values = {"a", "b", "c", "d"};
    private int next;

    /** Creates an object that returns the second value first. */
    public Fixed() {}

    @Override
    public String value(String key) {
      next = next + 1 & 3;
      return values[next];
    }
  }
}
