package dev.reprise.spring.http;

import dev.reprise.Retry;
import dev.reprise.http.HttpPlanner;
import dev.reprise.http.HttpRetry;
import dev.reprise.registry.RetryRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.ObjectProvider;

/** The planner of each policy that HTTP clients use; a new one after the policy has changed. */
final class PolicyPlanners {

  private final RetryRegistry registry;
  private final ObjectProvider<HttpRetryCustomizer> customizers;
  private final Map<String, Prepared> prepared = new ConcurrentHashMap<>();

  /** A planner and the retry for which it was made. */
  private record Prepared(Retry retry, HttpPlanner planner) {}

  PolicyPlanners(RetryRegistry registry, ObjectProvider<HttpRetryCustomizer> customizers) {
    this.registry = registry;
    this.customizers = customizers;
  }

  /**
   * The planner of a policy.
   *
   * @throws IllegalArgumentException if the policy does not exist
   */
  HttpPlanner planner(String policy) {
    Retry retry = registry.retry(policy);
    Prepared latest = prepared.get(policy);
    if (latest == null || latest.retry() != retry) {
      latest = prepare(policy, retry);
      prepared.put(policy, latest);
    }
    return latest.planner();
  }

  private Prepared prepare(String policy, Retry retry) {
    HttpRetry settings = HttpRetry.of(retry);
    for (HttpRetryCustomizer customizer : customizers.orderedStream().toList()) {
      settings = customizer.customize(policy, settings);
    }
    return new Prepared(retry, settings.planner(SpringFaults.OUTCOMES));
  }
}
