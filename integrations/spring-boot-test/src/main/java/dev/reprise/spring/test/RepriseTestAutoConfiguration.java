package dev.reprise.spring.test;

import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.RetryPolicyCustomizer;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Retries of a test: without waits, recorded, and with full budgets in each test method. */
@AutoConfiguration(before = RepriseAutoConfiguration.class)
public class RepriseTestAutoConfiguration {

  static final String VIRTUAL_TIME = "reprise.test.virtual-time";

  /** Creates the configuration; called by Spring. */
  public RepriseTestAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  RecordingListener repriseRecordingListener() {
    return new RecordingListener();
  }

  @Bean
  RenewedBudgets repriseRenewedBudgets() {
    return new RenewedBudgets();
  }

  /** Before other customizers: a new budget has a new state, which metrics may read. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  RetryCustomizer repriseTestCustomizer(RenewedBudgets budgets, RecordingListener recorder) {
    return retry ->
        retry.withBudget(budgets.renewing(retry.state().budget())).withListener(recorder);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = VIRTUAL_TIME, havingValue = "true", matchIfMissing = true)
  static class InVirtualTime {

    @Bean
    @ConditionalOnMissingBean
    VirtualTime repriseVirtualTime() {
      return VirtualTime.seeded(1);
    }

    /** After the threads of the starter, which it replaces: the clock runs all attempts. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 1)
    RetryCustomizer repriseVirtualTimeCustomizer(VirtualTime time) {
      return retry ->
          retry.withEnvironment(time).withExecutor(task -> time.executor().execute(task));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = VIRTUAL_TIME, havingValue = "false")
  static class WithoutWaits {

    /** Also after a reload. */
    @Bean
    RetryPolicyCustomizer repriseNoWaitsOfPolicies() {
      return (name, policy) -> policy.toBuilder().noWaits().build();
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    RetryCustomizer repriseNoWaitsCustomizer() {
      return retry -> retry.withPolicy(retry.policy().toBuilder().noWaits().build());
    }
  }
}
