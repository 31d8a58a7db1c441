package dev.reprise.spring.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The attributes of a request that change its retries. */
final class RequestPolicy {

  private RequestPolicy() {}

  /**
   * False if the retries of the request are switched off.
   *
   * @throws IllegalArgumentException if the attribute is no Boolean
   */
  static boolean isEnabled(Map<String, Object> attributes) {
    Object enabled = attributes.get(RetryAttributes.ENABLED);
    if (enabled == null || enabled instanceof Boolean) {
      return !Boolean.FALSE.equals(enabled);
    }
    throw invalid(RetryAttributes.ENABLED, "a Boolean", enabled);
  }

  /**
   * The policy of the request; null for that of the client.
   *
   * @throws IllegalArgumentException if the attribute is no String
   */
  static @Nullable String policyOf(Map<String, Object> attributes) {
    Object policy = attributes.get(RetryAttributes.POLICY);
    if (policy == null || policy instanceof String) {
      return (String) policy;
    }
    throw invalid(RetryAttributes.POLICY, "the name of a policy, a String", policy);
  }

  private static IllegalArgumentException invalid(String attribute, String wanted, Object value) {
    return new IllegalArgumentException(
        "attribute " + attribute + " must be " + wanted + ", but was a " + value.getClass());
  }
}
