package dev.reprise.spring.beans;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.policies.AdditionalRetries.AdditionalRetry;
import dev.reprise.spring.policies.RetryPolicies;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The retries of annotated methods: named ones from the registry, and one for each class of beans,
 * with the policy {@code default}. The registry is looked up when the first is needed.
 */
final class BeanRetries implements RetrySource {

  private final ObjectProvider<RetryRegistry> provider;
  private final ObjectProvider<RetryCustomizer> customizers;
  private final Map<Class<?>, ClassRetry> classes = new ConcurrentHashMap<>();
  private volatile @Nullable RetryRegistry registry;

  BeanRetries(ObjectProvider<RetryRegistry> registry, ObjectProvider<RetryCustomizer> customizers) {
    provider = registry;
    this.customizers = customizers;
  }

  private RetryRegistry registry() {
    RetryRegistry known = registry;
    if (known == null) {
      known = provider.getObject();
      registry = known;
    }
    return known;
  }

  @Override
  public Retry retry(String name) {
    return registry().retry(name);
  }

  /** The retry of a class: all its beans share budget and state. */
  ClassRetry ofClass(Class<?> type) {
    return classes.computeIfAbsent(type, ClassRetry::new);
  }

  /** The retries of the classes whose methods are in use. */
  List<AdditionalRetry> ofClasses() {
    return classes.values().stream()
        .filter(ClassRetry::exists)
        .map(one -> new AdditionalRetry(one.retry(), RetryPolicies.DEFAULT))
        .toList();
  }

  private Retry customized(Retry created) {
    Retry customized = created;
    for (RetryCustomizer customizer : customizers.orderedStream().toList()) {
      customized = customizer.customize(customized);
    }
    return customized;
  }

  /** The retry of one class of beans, which follows the policy {@code default}. */
  final class ClassRetry {

    private final String name;
    private volatile @Nullable Followed current;

    private ClassRetry(Class<?> type) {
      name = type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
    }

    private boolean exists() {
      return current != null;
    }

    /** The current retry; the same instance until the policy {@code default} changes. */
    Retry retry() {
      Retry model = registry().find(RetryPolicies.DEFAULT).orElse(null);
      Followed known = current;
      return known != null && known.model == model ? known.retry : follow(model);
    }

    /** Under a lock, because threads that each created a retry would have several budgets. */
    private synchronized Retry follow(@Nullable Retry model) {
      Followed known = current;
      if (known != null && known.model == model) {
        return known.retry;
      }
      Retry retry =
          known == null ? customized(withBudgetOf(model, plain())) : changed(known, model);
      current = new Followed(model, retry);
      return retry;
    }

    private Retry plain() {
      return Retry.of(RetryPolicy.defaults()).named(name);
    }

    /** A copy with the policy, and a budget of the same kind. */
    private static Retry withBudgetOf(@Nullable Retry model, Retry retry) {
      return model == null
          ? retry
          : retry.withPolicy(model.policy()).withBudget(model.state().budget().newInstance());
    }

    /** Budget and state are kept as long as the policy {@code default} keeps its own. */
    private Retry changed(Followed known, @Nullable Retry model) {
      if (model != null && known.model != null && known.model.state() == model.state()) {
        return known.retry.withPolicy(model.policy());
      }
      Retry retry = withBudgetOf(model, known.retry);
      return model == null
          ? retry.withPolicy(RetryPolicy.defaults()).withBudget(plain().state().budget())
          : retry;
    }
  }

  /** A retry, and the one named {@code default} that it follows; null if there is none. */
  private record Followed(@Nullable Retry model, Retry retry) {}
}
