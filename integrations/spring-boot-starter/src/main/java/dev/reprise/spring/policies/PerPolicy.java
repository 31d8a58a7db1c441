package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.registry.RetryRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * One object for each policy that is used; a new one after the policy has changed. For the parts of
 * the starter.
 *
 * @param <T> the type of the objects
 */
public final class PerPolicy<T> {

  private final RetryRegistry registry;
  private final BiFunction<String, Retry, T> factory;
  private final Map<String, Prepared<T>> prepared = new ConcurrentHashMap<>();

  /** An object and the retry for which it was made. */
  private record Prepared<T>(Retry retry, T object) {}

  /**
   * Creates a holder without objects.
   *
   * @param registry finds policies
   * @param factory makes the object of a policy from its name and its retry; two calls at the same
   *     time may make two, of which one is used later
   */
  public PerPolicy(RetryRegistry registry, BiFunction<String, Retry, T> factory) {
    this.registry = registry;
    this.factory = factory;
  }

  /**
   * The object of a policy.
   *
   * @param policy name of the policy
   * @return the object for the policy as it is now
   * @throws IllegalArgumentException if the policy does not exist
   */
  public T of(String policy) {
    Retry retry = registry.retry(policy);
    Prepared<T> latest = prepared.get(policy);
    if (latest == null || latest.retry() != retry) {
      latest = new Prepared<>(retry, factory.apply(policy, retry));
      prepared.put(policy, latest);
    }
    return latest.object();
  }
}
