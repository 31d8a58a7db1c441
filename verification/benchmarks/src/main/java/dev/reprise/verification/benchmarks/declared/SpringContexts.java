package dev.reprise.verification.benchmarks.declared;

import dev.reprise.spring.beans.RetryableBeansAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import io.github.resilience4j.core.ContextAwareScheduledThreadPoolExecutor;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.spring6.fallback.FallbackDecorators;
import io.github.resilience4j.spring6.fallback.FallbackExecutor;
import io.github.resilience4j.spring6.retry.configure.RetryAspect;
import io.github.resilience4j.spring6.retry.configure.RetryConfigurationProperties;
import io.github.resilience4j.spring6.spelresolver.DefaultSpelResolver;
import io.github.resilience4j.spring6.spelresolver.SpelResolver;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Import;
import org.springframework.core.StandardReflectionParameterNameDiscoverer;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;

/**
 * The annotations in a Spring context, configured as their documentation shows. All of them
 * decorate by a subclass, the default of Spring Boot, whose calls are faster than those of a proxy
 * of an interface.
 */
final class SpringContexts {

  private SpringContexts() {}

  /** A proxy with an interceptor that only proceeds. */
  static Values forwarding(Values target) {
    ProxyFactory factory = new ProxyFactory(target);
    factory.setProxyTargetClass(true);
    factory.addAdvice((MethodInterceptor) MethodInvocation::proceed);
    return (Values) factory.getProxy();
  }

  static AnnotationConfigApplicationContext reprise() {
    return new AnnotationConfigApplicationContext(Reprise.class);
  }

  static AnnotationConfigApplicationContext springRetry() {
    return new AnnotationConfigApplicationContext(SpringRetry.class);
  }

  static AnnotationConfigApplicationContext springCore() {
    return new AnnotationConfigApplicationContext(SpringCore.class);
  }

  static AnnotationConfigApplicationContext resilience4j() {
    return new AnnotationConfigApplicationContext(Resilience4j.class);
  }

  /** The starter of Reprise. The annotation is that of the interface. */
  @Configuration(proxyBeanMethods = false)
  @Import({RepriseAutoConfiguration.class, RetryableBeansAutoConfiguration.class})
  static class Reprise {

    @Bean
    Values values() {
      return new Values.Fixed();
    }
  }

  /** spring-retry 2.0.13. */
  @Configuration(proxyBeanMethods = false)
  @EnableRetry(proxyTargetClass = true)
  static class SpringRetry {

    @Bean
    Values values() {
      return new SpringRetryValues();
    }

    /** With its annotation. */
    static class SpringRetryValues extends Values.Fixed {

      @Override
      @org.springframework.retry.annotation.Retryable
      public String value(String key) {
        return super.value(key);
      }
    }
  }

  /** Spring 7.0.10. */
  @Configuration(proxyBeanMethods = false)
  @EnableResilientMethods(proxyTargetClass = true)
  static class SpringCore {

    @Bean
    Values values() {
      return new SpringCoreValues();
    }

    /** With its annotation. */
    static class SpringCoreValues extends Values.Fixed {

      @Override
      @org.springframework.resilience.annotation.Retryable
      public String value(String key) {
        return super.value(key);
      }
    }
  }

  /** Resilience4j 2.4.0: its aspect, and the beans that its auto-configuration creates. */
  @Configuration(proxyBeanMethods = false)
  @EnableAspectJAutoProxy(proxyTargetClass = true)
  static class Resilience4j {

    @Bean
    Values values() {
      return new Resilience4jValues();
    }

    @Bean
    SpelResolver spelResolver(BeanFactory beans) {
      return new DefaultSpelResolver(
          new SpelExpressionParser(), new StandardReflectionParameterNameDiscoverer(), beans);
    }

    @Bean(destroyMethod = "close")
    RetryAspect retryAspect(SpelResolver resolver) {
      return new RetryAspect(
          new RetryConfigurationProperties(),
          RetryRegistry.ofDefaults(),
          List.of(),
          new FallbackExecutor(resolver, new FallbackDecorators(List.of())),
          resolver,
          ContextAwareScheduledThreadPoolExecutor.newScheduledThreadPool().corePoolSize(1).build());
    }

    /** With its annotation. */
    static class Resilience4jValues extends Values.Fixed {

      @Override
      @io.github.resilience4j.retry.annotation.Retry(name = "values")
      public String value(String key) {
        return super.value(key);
      }
    }
  }
}
