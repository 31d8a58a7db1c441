package dev.reprise.spring.http;

import dev.reprise.http.HttpRetry;

/**
 * Changes the settings of HTTP clients that no policy has: rules for statuses, hints, header
 * fields. Beans of this type are applied in their order, once for each policy that HTTP clients
 * use, and again after its policy was reloaded:
 *
 * <pre>{@code
 * HttpRetryCustomizer attempts = (policy, settings) -> settings.attemptHeader("X-Attempt");
 * }</pre>
 */
@FunctionalInterface
public interface HttpRetryCustomizer {

  /**
   * Changes the settings of the clients with one policy.
   *
   * @param policy name of the policy
   * @param settings the settings so far
   * @return the settings to use
   */
  HttpRetry customize(String policy, HttpRetry settings);
}
