package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.RetryPolicyCustomizer;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.spring.policies.RetryPolicies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.MapPropertySource;

/** Retries as beans. */
class RetryInjectionTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RepriseAutoConfiguration.class))
          .withPropertyValues(
              "reprise.policies.orders.max-attempts=5", "reprise.policies.mail.max-attempts=2");

  @Test
  void a_retry_is_injected_by_the_name_of_its_policy() {
    application
        .withUserConfiguration(Shop.class)
        .run(
            context -> {
              Injected injected = context.getBean(Injected.class);
              assertThat(injected.orders)
                  .isSameAs(context.getBean(RetrySource.class).retry("orders"));
              assertThat(injected.orders.name()).isEqualTo("orders");
              assertThat(injected.other.name()).isEqualTo("default");
              assertThat(injected.other.policy()).isEqualTo(RetryPolicy.defaults());
              assertThat(injected.all).extracting(Retry::name).containsExactly("default");
              assertThat(context.getBean("orders")).isInstanceOf(OrderService.class);
            });
  }

  @Test
  void an_injected_retry_stays_and_the_next_injection_gets_the_reloaded_one() {
    application
        .withUserConfiguration(Shop.class)
        .run(
            context -> {
              Injected injected = context.getBean(Injected.class);
              Retry before = injected.orders;
              assertThat(reload(context, Map.of("reprise.policies.orders.max-attempts", 7)))
                  .containsExactly("orders");
              assertThat(injected.orders).isSameAs(before);
              assertThat(injected.current.getObject().policy())
                  .isEqualTo(RetryPolicy.parse("maxAttempts=7"));
              assertThat(injected.source.retry("orders").policy())
                  .isEqualTo(RetryPolicy.parse("maxAttempts=7"));
              assertThat(injected.source.retry("orders").state()).isSameAs(before.state());
            });
  }

  @Test
  void the_policy_called_default_is_that_of_whatever_names_none() {
    application
        .withPropertyValues("reprise.policies.default.max-attempts=4")
        .withUserConfiguration(Shop.class)
        .run(
            context -> {
              RetryPolicies policies = context.getBean(RetryPolicies.class);
              assertThat(policies.defaultRetry().policy())
                  .isEqualTo(RetryPolicy.parse("maxAttempts=4"));
              assertThat(context.getBean(Injected.class).other).isSameAs(policies.defaultRetry());
              reload(context, Map.of("reprise.policies.default.max-attempts", 6));
              assertThat(policies.defaultRetry().policy())
                  .isEqualTo(RetryPolicy.parse("maxAttempts=6"));
            });
  }

  @Test
  void a_retry_of_the_application_goes_before_the_default_one() {
    application
        .withUserConfiguration(OwnRetry.class)
        .run(
            context -> {
              assertThat(context.getBean(Retry.class).name()).isEqualTo("own");
              assertThat(context).hasBean("conditional");
            });
  }

  @Test
  void a_registry_of_the_application_replaces_that_of_the_properties() {
    application
        .withBean(RetryRegistry.class, () -> RetryRegistry.of(Map.of("reprise.policies.a", "")))
        .run(
            context -> {
              RetryPolicies policies = context.getBean(RetryPolicies.class);
              assertThat(policies.names()).containsExactly("a");
              assertThatThrownBy(policies::reload)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("defines its own RetryRegistry");
            });
  }

  @Test
  void customizers_add_code_in_their_order_and_again_after_a_reload() {
    application
        .withUserConfiguration(Customizers.class)
        .run(
            context -> {
              RetryRegistry registry = context.getBean(RetryRegistry.class);
              assertThat(registry.retry("orders").name()).isEqualTo("orders-first-second");
              assertThat(registry.retry("orders").policy().toString()).contains("retryIf=custom(");
              reload(context, Map.of("reprise.policies.orders.max-attempts", 7));
              assertThat(registry.retry("orders").name()).isEqualTo("orders-first-second");
              assertThat(registry.retry("orders").policy().toString())
                  .contains("maxAttempts=7")
                  .contains("retryIf=custom(");
              assertThat(registry.retry("mail").policy())
                  .isEqualTo(RetryPolicy.parse("maxAttempts=2"));
            });
  }

  @Test
  void nothing_is_there_if_switched_off() {
    application
        .withPropertyValues("reprise.enabled=false", "reprise.policies.orders.max-attempts=0")
        .run(
            context ->
                assertThat(context.getBeanDefinitionNames())
                    .noneMatch(
                        name -> name.toLowerCase(java.util.Locale.ROOT).contains("reprise")));
  }

  @Test
  void a_child_context_uses_the_registry_of_its_parent() {
    application.run(
        parent ->
            application
                .withParent(parent)
                .withUserConfiguration(Shop.class)
                .run(
                    child -> {
                      assertThat(child.getBean(RetryRegistry.class))
                          .isSameAs(parent.getBean(RetryRegistry.class));
                      assertThat(child.getBean(RetryPolicies.class))
                          .isSameAs(parent.getBean(RetryPolicies.class));
                      assertThat(child.getBean(Injected.class).orders)
                          .isSameAs(parent.getBean(RetryRegistry.class).retry("orders"));
                      assertThat(child.getBean(Injected.class).other.name()).isEqualTo("default");
                    }));
  }

  private static Iterable<String> reload(
      ConfigurableApplicationContext context, Map<String, Object> newer) {
    context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("newer", newer));
    return context.getBean(RetryPolicies.class).reload().changed();
  }

  static final class OrderService {}

  record Injected(
      Retry orders,
      Retry other,
      List<Retry> all,
      ObjectProvider<Retry> current,
      RetrySource source) {}

  @Configuration(proxyBeanMethods = false)
  static class Shop {

    @Bean
    OrderService orders() {
      return new OrderService();
    }

    @Bean
    Injected injected(
        @Qualifier("orders") Retry first,
        Retry second,
        List<Retry> all,
        @Qualifier("orders") ObjectProvider<Retry> current,
        RetrySource source) {
      return new Injected(first, second, all, current, source);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnRetry {

    @Bean
    Retry own() {
      return Retry.none().named("own");
    }

    @Bean
    @ConditionalOnMissingBean(RetryPolicies.class)
    String conditional() {
      return "evaluated before the auto-configuration";
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Customizers {

    @Bean
    @Order(2)
    RetryCustomizer second() {
      return retry -> retry.named(retry.name() + "-second");
    }

    @Bean
    @Order(1)
    RetryCustomizer first() {
      return retry -> retry.named(retry.name() + "-first");
    }

    @Bean
    RetryPolicyCustomizer soldOut() {
      return (name, policy) ->
          name.equals("orders")
              ? policy.toBuilder().retryIf(IllegalStateException.class::isInstance).build()
              : policy;
    }
  }
}
