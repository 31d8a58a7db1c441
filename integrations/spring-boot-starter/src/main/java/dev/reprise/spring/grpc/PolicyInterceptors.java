package dev.reprise.spring.grpc;

import dev.reprise.Retry;
import dev.reprise.grpc.GrpcRetry;
import dev.reprise.grpc.RetryClientInterceptor;
import dev.reprise.registry.RetryRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.ObjectProvider;

/** The interceptor of each policy that channels use; a new one after the policy has changed. */
final class PolicyInterceptors {

  private final RetryRegistry registry;
  private final ObjectProvider<GrpcRetryCustomizer> customizers;
  private final Map<String, Prepared> prepared = new ConcurrentHashMap<>();

  /** An interceptor and the retry for which it was made. */
  private record Prepared(Retry retry, RetryClientInterceptor interceptor) {}

  PolicyInterceptors(RetryRegistry registry, ObjectProvider<GrpcRetryCustomizer> customizers) {
    this.registry = registry;
    this.customizers = customizers;
  }

  /**
   * The interceptor of a policy.
   *
   * @throws IllegalArgumentException if the policy does not exist
   */
  RetryClientInterceptor of(String policy) {
    Retry retry = registry.retry(policy);
    Prepared latest = prepared.get(policy);
    if (latest == null || latest.retry() != retry) {
      latest = prepare(policy, retry);
      prepared.put(policy, latest);
    }
    return latest.interceptor();
  }

  private Prepared prepare(String policy, Retry retry) {
    GrpcRetry settings = GrpcRetry.of(retry);
    for (GrpcRetryCustomizer customizer : customizers.orderedStream().toList()) {
      settings = customizer.customize(policy, settings);
    }
    return new Prepared(retry, RetryClientInterceptor.of(settings));
  }
}
