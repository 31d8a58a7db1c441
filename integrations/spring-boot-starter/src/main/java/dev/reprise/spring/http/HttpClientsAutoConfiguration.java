package dev.reprise.spring.http;

import dev.reprise.reactor.webclient.RetryFilter;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.PerPolicy;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Retries of HTTP clients, if {@code spring-web} is on the class path. */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.web.client.RestClient")
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
@ImportRuntimeHints(HttpClientsHints.class)
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
    return new ClientPolicies(environment);
  }

  @Bean
  RetryingClients repriseRetryingClients(
      RetryRegistry registry,
      ObjectProvider<HttpRetryCustomizer> customizers,
      ObjectProvider<ObservationRegistry> observations,
      Environment environment) {
    return new RetryingClients(
        new PerPolicy<>(
            registry,
            (policy, retry) ->
                new PolicySettings(customizers).of(policy, retry).planner(SpringFaults.OUTCOMES)),
        readBytes(environment),
        new ResendCount(observations.getIfUnique(() -> ObservationRegistry.NOOP)));
  }

  private static int readBytes(Environment environment) {
    DataSize size =
        Binder.get(environment).bind(READ_BODIES_UP_TO, DataSize.class).orElse(DataSize.ofBytes(0));
    if (size.isNegative() || size.toBytes() > Integer.MAX_VALUE) {
      throw new InvalidConfigurationPropertyValueException(
          READ_BODIES_UP_TO, size, "must be from 0B to " + Integer.MAX_VALUE + "B");
    }
    return (int) size.toBytes();
  }

  /** Static and with providers only, because it is created before all other beans. */
  @Bean
  static ClientNamesCheck repriseHttpClientNamesCheck(
      ConfigurableEnvironment environment,
      ConfigurableListableBeanFactory beans,
      ObjectProvider<ClientPolicies> clients,
      ObjectProvider<RetryRegistry> registry) {
    return new ClientNamesCheck(environment, beans, clients, registry);
  }

  /** Groups of HTTP interfaces, which Spring 7 has. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = GroupConfigurerFactory.CONFIGURER)
  static class OfGroups {

    @Bean
    FactoryBean<?> repriseHttpServiceGroupConfigurer(
        ObjectProvider<ClientPolicies> policies, ObjectProvider<RetryingClients> clients) {
      return new GroupConfigurerFactory(
          GroupConfigurerFactory.CONFIGURER,
          policies,
          (builder, policy) -> clients.getObject().addTo((RestClient.Builder) builder, policy));
    }
  }

  /** Retries of WebClient, which is in spring-webflux. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      name = {
        "org.springframework.web.reactive.function.client.WebClient",
        "dev.reprise.reactor.webclient.RetryFilter"
      })
  static class OfWebClients {

    @Bean
    static WebClientPostProcessor repriseWebClientPostProcessor(
        ObjectProvider<ClientPolicies> policies, ObjectProvider<RetryingWebClients> clients) {
      return new WebClientPostProcessor(policies, clients);
    }

    @Bean
    RetryingWebClients repriseRetryingWebClients(
        RetryRegistry registry,
        ObjectProvider<HttpRetryCustomizer> customizers,
        Environment environment) {
      int bytes = readBytes(environment);
      PolicySettings settings = new PolicySettings(customizers);
      return new RetryingWebClients(
          new PerPolicy<>(
              registry,
              (policy, retry) ->
                  RetryFilter.of(settings.of(policy, retry)).readingBodiesUpTo(bytes)));
    }

    /** Groups of HTTP interfaces, which Spring 7 has. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = GroupConfigurerFactory.REACTIVE_CONFIGURER)
    static class OfGroups {

      @Bean
      FactoryBean<?> repriseWebClientHttpServiceGroupConfigurer(
          ObjectProvider<ClientPolicies> policies, ObjectProvider<RetryingWebClients> clients) {
        return new GroupConfigurerFactory(
            GroupConfigurerFactory.REACTIVE_CONFIGURER,
            policies,
            (builder, policy) -> clients.getObject().addTo((WebClient.Builder) builder, policy));
      }
    }
  }
}
