package dev.reprise.spring.data;

import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.jdbc.store.SqlIdempotencyStore;
import dev.reprise.jdbc.store.SqlIdempotencyStoreBuilder;
import dev.reprise.servlet.IdempotencyFilter;
import dev.reprise.servlet.IdempotentRequests;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/**
 * The filter for requests with an idempotency key, and its store in the database. Switched on by
 * {@code reprise.idempotency.enabled=true}.
 */
@AutoConfiguration(
    after = RepriseAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@ConditionalOnProperty(name = "reprise.enabled", havingValue = "true", matchIfMissing = true)
@ConditionalOnProperty(name = "reprise.idempotency.enabled", havingValue = "true")
@EnableConfigurationProperties(IdempotencyProperties.class)
@ImportRuntimeHints(JdbcHints.class)
public class RepriseIdempotencyAutoConfiguration {

  /** Creates the configuration; called by Spring. */
  public RepriseIdempotencyAutoConfiguration() {}

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(IdempotencyStore.class)
  @ConditionalOnSingleCandidate(DataSource.class)
  static class Store {

    @Bean
    SqlIdempotencyStore repriseIdempotencyStore(
        DataSource dataSource, IdempotencyProperties properties) {
      SqlIdempotencyStoreBuilder store =
          IdempotencyProperties.with(
              SqlIdempotencyStore.on(dataSource), "table", it -> it.table(properties.table()));
      store =
          IdempotencyProperties.set(
              store,
              "max-entries",
              properties.maxEntries(),
              SqlIdempotencyStoreBuilder::maxEntries);
      if (properties.createSchema()) {
        store = store.createSchema();
      }
      return store.open();
    }
  }

  @Bean
  @ConditionalOnMissingBean
  IdempotencyPurge repriseIdempotencyPurge(
      IdempotencyStore store, IdempotencyProperties properties) {
    return new IdempotencyPurge(store, properties.purgeInterval());
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass(Filter.class)
  static class Requests {

    @Bean
    @ConditionalOnMissingBean
    IdempotentRequests repriseIdempotentRequests(
        IdempotencyStore store,
        IdempotencyProperties properties,
        Environment environment,
        ObjectProvider<GuardMeters> meters) {
      String name = environment.resolvePlaceholders("${spring.application.name:}");
      IdempotentRequests requests = properties.requests(store, name);
      GuardMeters counted = meters.getIfAvailable();
      return counted == null ? requests : requests.guard(counted::bind);
    }

    @Bean
    @ConditionalOnMissingBean(
        value = IdempotencyFilter.class,
        parameterizedContainer = FilterRegistrationBean.class)
    FilterRegistrationBean<IdempotencyFilter> repriseIdempotencyFilter(
        IdempotentRequests requests, IdempotencyProperties properties) {
      FilterRegistrationBean<IdempotencyFilter> filter =
          new FilterRegistrationBean<>(new IdempotencyFilter(requests));
      filter.setName("repriseIdempotency");
      filter.setUrlPatterns(properties.urlPatterns());
      filter.setOrder(properties.order());
      filter.setDispatcherTypes(DispatcherType.REQUEST);
      return filter;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnProperty(
      name = {"reprise.metrics.enabled", "reprise.metrics.guards"},
      havingValue = "true",
      matchIfMissing = true)
  static class Metrics {

    @Bean
    GuardMeters repriseGuardMeters(ObjectProvider<MeterRegistry> registry) {
      return new GuardMeters(registry);
    }
  }
}
