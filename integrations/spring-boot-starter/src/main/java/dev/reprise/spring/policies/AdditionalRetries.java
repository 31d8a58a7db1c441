package dev.reprise.spring.policies;

import dev.reprise.Retry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The retries that a part of the starter creates in addition to those of the registry. Each such
 * part defines a bean of this type, so that the actuator shows its retries.
 */
@FunctionalInterface
public interface AdditionalRetries {

  /**
   * The retries that exist now.
   *
   * @return the retries, in any order; several may have one name
   */
  List<AdditionalRetry> list();

  /**
   * A retry outside the registry.
   *
   * @param retry the current retry
   * @param policyName name of the policy that the retry follows; null if it follows none
   */
  record AdditionalRetry(Retry retry, @Nullable String policyName) {}
}
