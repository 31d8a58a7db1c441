package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Each way in which Spring lets an application write a property. */
class PropertySpellingsTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RepriseAutoConfiguration.class));

  @Test
  void kebab_case_and_camel_case_mean_the_same_setting() {
    application
        .withPropertyValues(
            "reprise.policies.orders.max-attempts=5",
            "reprise.policies.mail.maxAttempts=6",
            "reprise.policies.stock.MAX_ATTEMPTS=7")
        .run(
            context -> {
              assertThat(policy(context.getBean(RetryRegistry.class), "orders"))
                  .isEqualTo(RetryPolicy.parse("maxAttempts=5"));
              assertThat(policy(context.getBean(RetryRegistry.class), "mail"))
                  .isEqualTo(RetryPolicy.parse("maxAttempts=6"));
              assertThat(policy(context.getBean(RetryRegistry.class), "stock"))
                  .isEqualTo(RetryPolicy.parse("maxAttempts=7"));
            });
  }

  @Test
  void an_environment_variable_sets_a_policy() {
    application
        .withInitializer(Variables.of("REPRISE_POLICIES_ORDERS_MAXATTEMPTS=5"))
        .run(
            context ->
                assertThat(policy(context.getBean(RetryRegistry.class), "orders"))
                    .isEqualTo(RetryPolicy.parse("maxAttempts=5")));
  }

  private static RetryPolicy policy(RetryRegistry registry, String name) {
    return registry.retry(name).policy();
  }
}
