package dev.reprise.spring.observe;

import dev.reprise.batch.Batch;
import dev.reprise.event.RetryListener;
import dev.reprise.micrometer.RetryAttemptContext;
import dev.reprise.micrometer.RetryCallContext;
import dev.reprise.micrometer.RetryMetrics;
import dev.reprise.micrometer.RetryObservations;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.spring.policies.RetryPolicies;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.context.Context;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Log lines, metrics, observations, traces and context of all retries. These customizers have no
 * order and come after those of the application, because meters describe the budget, and spans use
 * the environment, that a retry has at that moment. They find the beans that they need when a retry
 * is created, so the order of the configurations does not matter.
 */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
@EnableConfigurationProperties(ObserveProperties.class)
public class RepriseObserveAutoConfiguration {

  /** Creates the configuration; called by Spring. */
  public RepriseObserveAutoConfiguration() {}

  @Bean
  @ConditionalOnProperty(
      name = "reprise.logging.enabled",
      havingValue = "true",
      matchIfMissing = true)
  RetryCustomizer repriseLoggingCustomizer() {
    RetryListener logging = RetryListener.logging();
    return retry -> retry.withListener(logging);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Context.class, OpenTelemetry.class})
  static class Telemetry {

    @Bean
    RetryCustomizer repriseTelemetryCustomizer(BeanFactory beans, ObserveProperties properties) {
      return new TelemetryCustomizer(beans, properties);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ContextSnapshotFactory.class)
  @ConditionalOnProperty(
      name = "reprise.context.enabled",
      havingValue = "true",
      matchIfMissing = true)
  static class ThreadLocals {

    @Bean
    RetryCustomizer repriseThreadLocalsCustomizer() {
      ThreadLocalContext context = new ThreadLocalContext();
      return retry -> retry.withContext(context);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObservationRegistry.class)
  static class Observations {

    @Bean
    RetryCustomizer repriseObservationsCustomizer(
        BeanFactory beans,
        ObserveProperties properties,
        ObjectProvider<ObservationConvention<RetryCallContext>> ofCalls,
        ObjectProvider<ObservationConvention<RetryAttemptContext>> ofAttempts) {
      return retry -> {
        ObservationRegistry registry = ObservedCalls.registry(beans, properties);
        if (registry == null) {
          return retry;
        }
        RetryObservations observations = RetryObservations.of(registry);
        ObservationConvention<RetryCallContext> ofCall = ofCalls.getIfUnique();
        if (ofCall != null) {
          observations = observations.withCallConvention(ofCall);
        }
        ObservationConvention<RetryAttemptContext> ofAttempt = ofAttempts.getIfUnique();
        if (ofAttempt != null) {
          observations = observations.withAttemptConvention(ofAttempt);
        }
        return observations.observe(retry);
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnProperty(
      name = "reprise.metrics.enabled",
      havingValue = "true",
      matchIfMissing = true)
  static class Metrics {

    @Bean
    RetryCustomizer repriseMetricsCustomizer(
        ObjectProvider<MeterRegistry> meters,
        ObjectProvider<RetryRegistry> retries,
        ObserveProperties properties) {
      return retry -> {
        MeterRegistry registry = meters.getIfUnique();
        if (registry == null) {
          return retry;
        }
        RetryMetrics metrics = metrics(registry, retries, properties.metrics());
        // The policy default always exists, and most applications do not use its retry.
        return retry.name().equals(RetryPolicies.DEFAULT)
            ? metrics.bindAtFirstCall(retry)
            : metrics.bind(retry);
      };
    }

    private static RetryMetrics metrics(
        MeterRegistry registry,
        ObjectProvider<RetryRegistry> retries,
        ObserveProperties.Metrics properties) {
      RetryMetrics metrics =
          RetryMetrics.of(registry).withSource(name -> retries.getObject().retry(name));
      if (properties.exceptionClasses()) {
        metrics = metrics.withExceptionClasses();
      }
      return properties.firstAttemptTimes() ? metrics.withFirstAttemptTimes() : metrics;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({MeterRegistry.class, Batch.class})
  @ConditionalOnProperty(
      name = {"reprise.metrics.enabled", "reprise.metrics.batches"},
      havingValue = "true",
      matchIfMissing = true)
  static class MetricsOfBatches {

    @Bean
    static MeteredBatches repriseMeteredBatches(ObjectProvider<MeterRegistry> meters) {
      return new MeteredBatches(meters);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnProperty(
      name = {"reprise.metrics.enabled", "reprise.metrics.guards"},
      havingValue = "true",
      matchIfMissing = true)
  static class MetricsOfGuards {

    @Bean
    static MeteredGuards repriseMeteredGuards(ObjectProvider<MeterRegistry> meters) {
      return new MeteredGuards(meters);
    }
  }
}
