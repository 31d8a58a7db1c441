package dev.reprise.spring;

import dev.reprise.policy.RetryPolicy;

/**
 * Adds code to the policies of the application's properties: predicates, a classifier, a delay
 * function. A bean of this type is applied to every policy, in the order of the beans, whenever the
 * properties are read.
 *
 * <pre>{@code
 * @Bean
 * RetryPolicyCustomizer soldOutIsFinal() {
 *   return (name, policy) ->
 *       name.equals("orders")
 *           ? policy.toBuilder().abortIf(SoldOutException.class::isInstance).build()
 *           : policy;
 * }
 * }</pre>
 */
@FunctionalInterface
public interface RetryPolicyCustomizer {

  /**
   * Adds code to a policy.
   *
   * @param name name of the policy, as in the properties
   * @param policy the policy with the settings of the properties
   * @return the policy to use, such as the given one
   * @throws IllegalArgumentException if the properties do not fit the code; reported as a mistake
   *     in the properties of this policy
   */
  RetryPolicy customize(String name, RetryPolicy policy);
}
