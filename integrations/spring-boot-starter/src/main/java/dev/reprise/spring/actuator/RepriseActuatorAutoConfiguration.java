package dev.reprise.spring.actuator;

import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.beans.RetriedBeans;
import dev.reprise.spring.grpc.ChannelPolicies;
import dev.reprise.spring.http.ClientPolicies;
import dev.reprise.spring.policies.AdditionalRetries;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.spring.policies.RetryPolicies;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The actuator endpoint {@code reprise} and the health contributor of the same name. */
@AutoConfiguration(
    after = RepriseAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration"
    })
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
@EnableConfigurationProperties(ReportsProperties.class)
public class RepriseActuatorAutoConfiguration {

  /** Creates the configuration; called by Spring. */
  public RepriseActuatorAutoConfiguration() {}

  @Bean
  KeptReports repriseKeptReports(ReportsProperties properties) {
    return new KeptReports(properties);
  }

  @Bean
  RetryCustomizer repriseReportsCustomizer(KeptReports reports) {
    return reports::recording;
  }

  @Bean
  ExistingRetries repriseExistingRetries(
      RetryPolicies policies, ObjectProvider<AdditionalRetries> additional) {
    return new ExistingRetries(policies, additional);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnAvailableEndpoint
  RepriseEndpoint repriseEndpoint(
      RetryPolicies policies,
      ExistingRetries retries,
      KeptReports reports,
      ObjectProvider<RetriedBeans> beans,
      ObjectProvider<ClientPolicies> clients,
      ObjectProvider<ChannelPolicies> channels) {
    return new RepriseEndpoint(policies, retries, reports, beans, clients, channels);
  }

  /** Health of Spring Boot 3. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
  @org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator(
      "reprise")
  static class Health3 {

    @Bean
    @ConditionalOnMissingBean(name = "repriseHealthIndicator")
    org.springframework.boot.actuate.health.HealthIndicator repriseHealthIndicator(
        ExistingRetries retries, KeptReports reports) {
      RetryHealth health = new RetryHealth(retries, reports);
      return () ->
          org.springframework.boot.actuate.health.Health.up().withDetails(health.details()).build();
    }
  }

  /** Health of Spring Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
  @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator(
      "reprise")
  static class Health4 {

    @Bean
    @ConditionalOnMissingBean(name = "repriseHealthIndicator")
    org.springframework.boot.health.contributor.HealthIndicator repriseHealthIndicator(
        ExistingRetries retries, KeptReports reports) {
      RetryHealth health = new RetryHealth(retries, reports);
      return () ->
          org.springframework.boot.health.contributor.Health.up()
              .withDetails(health.details())
              .build();
    }
  }
}
