package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.registry.RetryRegistry;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Registers a bean of type {@link Retry} for each policy of the properties, for injection with
 * {@code @Qualifier("orders")}. The name of the bean is {@code reprise.policies.orders}, so that it
 * differs from that of a service called orders. The bean is found by its qualifier only, except
 * that of the default policy, which also fits injection points without qualifier if the application
 * has no retries of its own.
 *
 * <p>The beans are prototypes: each injection gets the current retry. Not processed ahead of time,
 * because the properties of the started application count.
 */
final class RetryBeanRegistrar implements BeanDefinitionRegistryPostProcessor {

  private final ConfigurableEnvironment environment;

  RetryBeanRegistrar(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
    if (registry instanceof BeanFactory beans) {
      for (String policy : PolicyProperties.of(environment).names()) {
        registry.registerBeanDefinition(PolicyEntry.ROOT + "." + policy, bean(policy, beans));
      }
    }
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
    // all is done with the registry
  }

  private static BeanDefinition bean(String policy, BeanFactory beans) {
    RootBeanDefinition bean =
        new RootBeanDefinition(Retry.class, () -> beans.getBean(RetryRegistry.class).retry(policy));
    bean.setScope(BeanDefinition.SCOPE_PROTOTYPE);
    bean.addQualifier(new AutowireCandidateQualifier(Qualifier.class, policy));
    bean.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
    bean.setResourceDescription("property " + PolicyEntry.ROOT + "." + policy);
    bean.setAttribute(BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE, true);
    bean.setFallback(true);
    bean.setDefaultCandidate(policy.equals(RetryPolicies.DEFAULT));
    return bean;
  }
}
