package dev.reprise.spring.policies;

import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.RetryPolicyCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

/** The registry of retries. Switched off by {@code reprise.enabled=false}. */
@AutoConfiguration
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
public class RepriseAutoConfiguration {

  /** Creates the configuration; called by Spring. */
  public RepriseAutoConfiguration() {}

  @Bean
  static StartupChecks repriseStartupChecks(ConfigurableEnvironment environment) {
    return new StartupChecks(environment);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(RetryRegistry.class)
  static class FromProperties {

    @Bean
    static RetryBeanRegistrar repriseRetryBeans(ConfigurableEnvironment environment) {
      return new RetryBeanRegistrar(environment);
    }

    @Bean
    PolicyLoader reprisePolicyLoader(
        ConfigurableEnvironment environment,
        ConfigurableListableBeanFactory beans,
        ObjectProvider<RetryPolicyCustomizer> ofPolicies,
        ObjectProvider<RetryCustomizer> ofRetries,
        ObjectProvider<ReloadCheck> uses) {
      return new PolicyLoader(environment, beans.getBeanClassLoader(), ofPolicies, ofRetries, uses);
    }

    /** Not lazy even if all beans are: mistakes in the properties stop the start. */
    @Bean
    @Lazy(false)
    RetryRegistry repriseRegistry(PolicyLoader loader) {
      return loader.create();
    }

    @Bean
    static AttemptThreads repriseAttemptThreads() {
      return new AttemptThreads();
    }
  }

  @Bean
  static ShutdownAtClose repriseShutdown(ConfigurableApplicationContext context) {
    return new ShutdownAtClose(context);
  }

  @Bean
  @ConditionalOnMissingBean
  RetryPolicies reprisePolicies(
      RetryRegistry registry,
      ObjectProvider<PolicyLoader> loader,
      ApplicationEventPublisher events) {
    return new RetryPolicies(registry, loader.getIfAvailable(), events);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(EnvironmentChangeEvent.class)
  static class WithSpringCloud {

    @Bean
    EnvironmentChange repriseEnvironmentChange(ObjectProvider<RetryPolicies> policies) {
      return new EnvironmentChange(policies);
    }
  }
}
