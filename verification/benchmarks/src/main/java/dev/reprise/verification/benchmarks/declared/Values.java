package dev.reprise.verification.benchmarks.declared;

import dev.reprise.declared.Retryable;

/** What is decorated; the peers look for their annotations on its implementations. */
public interface Values {

  /**
   * Looks a value up.
   *
   * @param key where
   * @return the value
   */
  @Retryable
  String value(String key);

  /** As short as implementations come, but not constant. */
  class Fixed implements Values {

    private final String[] values = {"a", "b", "c", "d"};
    private int next;

    /** Begins with the second value. */
    public Fixed() {}

    @Override
    public String value(String key) {
      next = next + 1 & 3;
      return values[next];
    }
  }
}
