package dev.reprise.spring.beans;

import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.policies.AdditionalRetries;
import dev.reprise.spring.policies.ReloadCheck;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Retries the methods of beans that have {@code @Retryable}. Switched off by {@code
 * reprise.annotations.enabled=false}.
 */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@ConditionalOnClass(AbstractBeanFactoryAwareAdvisingPostProcessor.class)
@ConditionalOnProperty(
    name = {"reprise.enabled", "reprise.annotations.enabled"},
    havingValue = "true",
    matchIfMissing = true)
public class RetryableBeansAutoConfiguration {

  /** Creates the configuration; called by Spring. */
  public RetryableBeansAutoConfiguration() {}

  /** Finds mistakes before any bean is created, so it is static and has providers only. */
  @Bean
  static RetryableBeansCheck repriseRetryableBeansCheck(
      ObjectProvider<RetryRegistry> registry,
      ObjectProvider<RetryCustomizer> customizers,
      Environment environment) {
    return new RetryableBeansCheck(
        new RetriedTypes(new BeanRetries(registry, customizers)),
        new BeanChecks(),
        proxiesByClass(environment));
  }

  /**
   * Static, and needs only the check: a post-processor is created before all other beans, and what
   * it needed at once could not be processed itself.
   */
  @Bean
  static RetryableBeanPostProcessor repriseRetryableBeanPostProcessor(
      RetryableBeansCheck check, Environment environment) {
    RetryableBeanPostProcessor processor =
        new RetryableBeanPostProcessor(check.types(), check.checks());
    processor.setProxyTargetClass(proxiesByClass(environment));
    return processor;
  }

  private static boolean proxiesByClass(Environment environment) {
    return environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true);
  }

  @Bean
  RetriedBeans repriseRetriedBeans(RetryableBeanPostProcessor processor) {
    return processor.beans();
  }

  @Bean
  ReloadCheck repriseReloadOfBeans(RetriedBeans beans) {
    return beans::check;
  }

  @Bean
  AdditionalRetries repriseRetriesOfClasses(RetryableBeanPostProcessor processor) {
    return processor.retries()::ofClasses;
  }
}
