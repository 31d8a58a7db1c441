package dev.reprise;

/**
 * Finds retries by name, for example in a registry that reads them from a configuration. Queried
 * for each call, so that a change takes effect with the next call. An implementation returns
 * quickly, without a lock and without allocation. Safe for use by any thread.
 */
@FunctionalInterface
public interface RetrySource {

  /**
   * Returns the retry with a name.
   *
   * @param name the name
   * @return the current retry; the same instance until its configuration changes
   * @throws IllegalArgumentException if there is no retry with this name; the message lists the
   *     existing names
   */
  Retry retry(String name);
}
