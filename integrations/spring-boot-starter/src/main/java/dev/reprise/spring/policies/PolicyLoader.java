package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.InvalidSettingsException;
import dev.reprise.registry.RegistryChange;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.registry.RetryRegistryBuilder;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.RetryPolicyCustomizer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.ConfigurableEnvironment;

/** Creates the registry from the environment, and reads the environment again for a reload. */
final class PolicyLoader {

  private final ConfigurableEnvironment environment;
  private final @Nullable ClassLoader classes;
  private final ObjectProvider<RetryPolicyCustomizer> ofPolicies;
  private final ObjectProvider<RetryCustomizer> ofRetries;
  private final ObjectProvider<ReloadCheck> uses;

  PolicyLoader(
      ConfigurableEnvironment environment,
      @Nullable ClassLoader classes,
      ObjectProvider<RetryPolicyCustomizer> ofPolicies,
      ObjectProvider<RetryCustomizer> ofRetries,
      ObjectProvider<ReloadCheck> uses) {
    this.environment = environment;
    this.classes = classes;
    this.ofPolicies = ofPolicies;
    this.ofRetries = ofRetries;
    this.uses = uses;
  }

  /** Mistakes that show before any bean is created have stopped the start already. */
  RetryRegistry create() {
    PolicyProperties properties = PolicyProperties.of(environment);
    Mistakes mistakes = new Mistakes();
    try {
      RetryRegistry registry = builder().eachRetry(this::customized).build(properties.values());
      properties.mistakes(List.of()).forEach(mistakes::add);
      mistakes.throwIfAny();
      return registry;
    } catch (InvalidSettingsException invalid) {
      properties.mistakes(invalid.errors()).forEach(mistakes::add);
      mistakes.throwIfAny();
      throw invalid;
    }
  }

  /** With any mistake, also in the uses of the policies, nothing changes. */
  RegistryChange reload(RetryRegistry registry) {
    PolicyProperties properties = PolicyProperties.of(environment);
    Mistakes mistakes = new Mistakes();
    try {
      RetryRegistry next = builder().build(properties.values());
      properties.mistakes(List.of()).forEach(mistakes::add);
      mistakes.throwIfAnyInReload();
      uses.orderedStream().forEach(use -> use.check(next, mistakes));
      mistakes.throwIfAnyInReload();
      return registry.reload(properties.values());
    } catch (InvalidSettingsException invalid) {
      properties.mistakes(invalid.errors()).forEach(mistakes::add);
      mistakes.throwIfAnyInReload();
      throw invalid;
    }
  }

  private RetryRegistryBuilder builder() {
    return RetryRegistry.builder().classLoader(classes).eachPolicy(this::customized);
  }

  private RetryPolicy customized(String name, RetryPolicy policy) {
    RetryPolicy customized = policy;
    for (RetryPolicyCustomizer customizer : ofPolicies.orderedStream().toList()) {
      customized =
          Objects.requireNonNull(
              customizer.customize(name, customized), "RetryPolicyCustomizer returned null");
    }
    return customized;
  }

  private Retry customized(Retry retry) {
    Retry customized = retry;
    for (RetryCustomizer customizer : ofRetries.orderedStream().toList()) {
      customized =
          Objects.requireNonNull(customizer.customize(customized), "RetryCustomizer returned null");
    }
    return customized;
  }
}
