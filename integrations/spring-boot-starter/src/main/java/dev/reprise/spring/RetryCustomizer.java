package dev.reprise.spring;

import dev.reprise.Retry;

/**
 * Adds parts to the retries of the application, such as listeners or an executor: a bean of this
 * type is applied to every retry that the starter creates, in the order of the beans.
 */
@FunctionalInterface
public interface RetryCustomizer {

  /**
   * Adds parts to a retry. Called once for each retry; the added parts stay when a reload changes
   * its policy.
   *
   * @param retry the retry, with its name, policy and budget
   * @return the retry to use
   */
  Retry customize(Retry retry);
}
