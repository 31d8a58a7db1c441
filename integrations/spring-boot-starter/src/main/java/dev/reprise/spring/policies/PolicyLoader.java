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

  PolicyLoader(
      ConfigurableEnvironment environment,
      @Nullable ClassLoader classes,
      ObjectProvider<RetryPolicyCustomizer> ofPolicies,
      ObjectProvider<RetryCustomizer> ofRetries) {
    this.environment = environment;
    this.classes = classes;
    this.ofPolicies = ofPolicies;
    this.ofRetries = ofRetries;
  }

  RetryRegistry create() {
    PolicyProperties properties = validProperties();
    try {
      return builder().eachRetry(this::customized).build(properties.values());
    } catch (InvalidSettingsException invalid) {
      throw properties.failure(invalid.errors());
    }
  }

  RegistryChange reload(RetryRegistry registry) {
    PolicyProperties properties = validProperties();
    try {
      return registry.reload(properties.values());
    } catch (InvalidSettingsException invalid) {
      throw properties.failure(invalid.errors());
    }
  }

  /**
   * The properties without the mistakes that show before the values are parsed. If there are any,
   * those of the values are added to them, so that one error lists all.
   */
  private PolicyProperties validProperties() {
    PolicyProperties properties = PolicyProperties.of(environment);
    if (properties.mistakes().isEmpty()) {
      return properties;
    }
    try {
      builder().build(properties.values());
    } catch (InvalidSettingsException invalid) {
      throw properties.failure(invalid.errors());
    }
    throw properties.failure(List.of());
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
