package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.registry.RegistryChange;
import dev.reprise.registry.RetryRegistry;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/**
 * The policies of the application's properties: a bean that finds the retry of a name, and reads
 * the properties again.
 */
public final class RetryPolicies {

  /** Name of the policy of everything that names no policy. */
  public static final String DEFAULT = "default";

  private final RetryRegistry registry;
  private final @Nullable PolicyLoader loader;
  private final ApplicationEventPublisher events;

  RetryPolicies(
      RetryRegistry registry, @Nullable PolicyLoader loader, ApplicationEventPublisher events) {
    this.registry = registry;
    this.loader = loader;
    this.events = events;
  }

  /**
   * Returns the retry of a name. Costs one lookup in a map: call it before each call, so that
   * reloads take effect.
   *
   * @param name name of a policy
   * @return the current retry; the same instance until its policy or budget changes
   * @throws IllegalArgumentException if no policy has this name; the message lists the existing
   *     names
   */
  public Retry retry(String name) {
    return registry.retry(name);
  }

  /**
   * Returns the retry of a name that may be absent.
   *
   * @param name name of a policy
   * @return the current retry; empty if no policy has this name
   */
  public Optional<Retry> find(String name) {
    return registry.find(name);
  }

  /**
   * Returns the retry of everything that names no policy: that of the policy {@value #DEFAULT},
   * which has all defaults unless properties define it.
   *
   * @return the current retry
   * @throws IllegalArgumentException if the application defines its own {@link RetryRegistry},
   *     without a policy of this name
   */
  public Retry defaultRetry() {
    return registry.retry(DEFAULT);
  }

  /**
   * The current names.
   *
   * @return the names, sorted, {@value #DEFAULT} included; immutable
   */
  public SortedSet<String> names() {
    return registry.names();
  }

  /**
   * Reads the properties of the environment again and changes all policies in one step; see {@link
   * RetryRegistry#reload}. Sources that the environment itself has read before, such as a file, are
   * not read again: that is the work of Spring Cloud's refresh. The change is also published as an
   * event of the application, even if it is empty.
   *
   * @return the changed names
   * @throws InvalidPoliciesException if there is any mistake in them; nothing changes
   * @throws IllegalStateException if the application defines its own {@link RetryRegistry}, which
   *     does not have its policies from here
   */
  public RegistryChange reload() {
    if (loader == null) {
      throw new IllegalStateException(
          "the application defines its own RetryRegistry; reload that one");
    }
    RegistryChange change = loader.reload(registry);
    events.publishEvent(change);
    return change;
  }

  /** Returns false if the application defines its own registry. */
  boolean areFromProperties() {
    return loader != null;
  }
}
