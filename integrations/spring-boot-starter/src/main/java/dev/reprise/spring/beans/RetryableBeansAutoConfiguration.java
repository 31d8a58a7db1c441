package dev.reprise.spring.beans;

import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.policies.AdditionalRetries;
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

  /**
   * Static and with providers only: a post-processor is created before all other beans, and what it
   * needed at once could not be processed itself.
   */
  @Bean
  static RetryableBeanPostProcessor repriseRetryableBeanPostProcessor(
      ObjectProvider<RetryRegistry> registry,
      ObjectProvider<RetryCustomizer> customizers,
      Environment environment) {
    RetryableBeanPostProcessor processor =
        new RetryableBeanPostProcessor(new BeanRetries(registry, customizers));
    processor.setProxyTargetClass(
        environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
    return processor;
  }

  @Bean
  RetriedBeans repriseRetriedBeans(RetryableBeanPostProcessor processor) {
    return processor.beans();
  }

  @Bean
  AdditionalRetries repriseRetriesOfClasses(RetryableBeanPostProcessor processor) {
    return processor.retries()::ofClasses;
  }
}
