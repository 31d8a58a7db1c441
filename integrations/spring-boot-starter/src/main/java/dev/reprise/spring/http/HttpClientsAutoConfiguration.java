package dev.reprise.spring.http;

import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/** Retries of HTTP clients, if {@code spring-web} is on the class path. */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.web.client.RestClient")
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
public class HttpClientsAutoConfiguration {

  private static final String READ_BODIES_UP_TO = "reprise.http.read-bodies-up-to";

  /** Creates the configuration; called by Spring. */
  public HttpClientsAutoConfiguration() {}

  @Bean
  static ClientPostProcessor repriseHttpClientPostProcessor(
      ObjectProvider<ClientPolicies> policies, ObjectProvider<RetryingClients> clients) {
    return new ClientPostProcessor(policies, clients);
  }

  @Bean
  ClientPolicies repriseHttpClientPolicies(Environment environment) {
    return ClientPolicies.of(environment);
  }

  @Bean
  RetryingClients repriseRetryingClients(
      RetryRegistry registry,
      ObjectProvider<HttpRetryCustomizer> customizers,
      Environment environment) {
    DataSize read = environment.getProperty(READ_BODIES_UP_TO, DataSize.class, DataSize.ofBytes(0));
    return new RetryingClients(
        new PolicyPlanners(registry, customizers), Math.toIntExact(read.toBytes()));
  }

  @Bean
  ClientNamesCheck repriseHttpClientNamesCheck(
      ClientPolicies clients, RetryRegistry registry, ListableBeanFactory beans) {
    return new ClientNamesCheck(clients, registry, beans);
  }

  /** Groups of HTTP interfaces, which Spring 7 has. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = GroupConfigurerFactory.CONFIGURER)
  static class OfGroups {

    @Bean
    FactoryBean<Object> repriseHttpServiceGroupConfigurer(
        ObjectProvider<ClientPolicies> policies, ObjectProvider<RetryingClients> clients) {
      return new GroupConfigurerFactory(policies, clients);
    }
  }
}
