package dev.reprise;

/**
 * Where retries are found by name, such as a registry that reads them from a configuration. Asked
 * for each call, so that a change shows with the next one: an implementation answers quickly,
 * without a lock and without allocation. Safe for use by any thread.
 */
@FunctionalInterface
public interface RetrySource {

  /**
   * Finds a retry.
   *
   * @param name its name
   * @return today's retry of that name; the same instance until something about it changes
   * @throws IllegalArgumentException if there is none of that name; the message lists the names
   *     there are
   */
  Retry retry(String name);
}
