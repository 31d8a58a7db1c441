package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.declared.Retryable;
import dev.reprise.policy.Idempotency;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.actuator.RepriseEndpoint;
import dev.reprise.spring.policies.BeanMistake;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RetryPolicies;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.web.client.RestClient;

/** A reload that takes away, or contradicts, what parts of the application use. */
class ReloadUsesTest {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    @Bean
    Orders orders() {
      return new Orders();
    }

    @Bean
    RestClient ordersClient() {
      return RestClient.create();
    }
  }

  static class Orders {

    @Retryable(name = "orders")
    public String find() {
      return "found";
    }

    @Retryable(idempotency = Idempotency.NOT_IDEMPOTENT)
    public String list() {
      return "listed";
    }
  }

  private final Map<String, Object> properties = new HashMap<>();

  private void run(ThrowingConsumer<ApplicationContext> test) {
    new ApplicationContextRunner()
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("changed", properties)))
        .withUserConfiguration(Application.class)
        .withPropertyValues(
            "reprise.policies.unused=",
            "management.endpoints.jmx.exposure.include=reprise",
            "spring.jmx.enabled=true")
        .run(test::accept);
  }

  @Test
  void a_policy_that_an_annotated_method_uses_is_not_removed() {
    properties.put("reprise.policies.orders", "");
    run(
        context -> {
          properties.remove("reprise.policies.orders");
          assertThatThrownBy(context.getBean(RetryPolicies.class)::reload)
              .isInstanceOfSatisfying(
                  InvalidPoliciesException.class,
                  refused ->
                      assertThat(refused.beanMistakes())
                          .extracting(BeanMistake::place)
                          .containsExactly(Orders.class.getCanonicalName() + ".find()"))
              .hasMessageContaining("there is no policy named orders");
          assertThat(context.getBean(Orders.class).find()).isEqualTo("found");
          WebEndpointResponse<Map<String, Object>> response =
              context.getBean(RepriseEndpoint.class).reload();
          assertThat(response.getStatus()).isEqualTo(400);
          assertThat((List<?>) response.getBody().get("mistakes"))
              .singleElement()
              .asString()
              .contains("annotation=", "beans=[orders]", "reason=");
        });
  }

  @Test
  void a_policy_that_a_client_uses_is_not_removed() {
    properties.put("reprise.policies.orders", "");
    properties.put("reprise.policies.orders-http", "");
    properties.put("reprise.http.clients.ordersClient", "orders-http");
    run(
        context -> {
          properties.remove("reprise.policies.orders-http");
          assertThatThrownBy(context.getBean(RetryPolicies.class)::reload)
              .isInstanceOfSatisfying(
                  InvalidPoliciesException.class,
                  refused ->
                      assertThat(refused.mistakes())
                          .extracting(PropertyMistake::property)
                          .containsExactly("reprise.http.clients.ordersClient"));
          properties.put("reprise.policies.orders-http", "maxAttempts=2");
          assertThat(context.getBean(RetryPolicies.class).reload().changed())
              .containsExactly("orders-http");
        });
  }

  @Test
  void a_default_policy_that_contradicts_an_annotation_is_not_used() {
    properties.put("reprise.policies.orders", "");
    run(
        context -> {
          properties.put("reprise.policies.default", "hedge=after(1s) idempotency=idempotent");
          assertThatThrownBy(context.getBean(RetryPolicies.class)::reload)
              .hasMessageContaining(Orders.class.getCanonicalName() + ".list()");
          assertThat(context.getBean(Orders.class).list()).isEqualTo("listed");
        });
  }

  @Test
  void a_policy_that_nothing_uses_may_be_removed() {
    properties.put("reprise.policies.orders", "");
    properties.put("reprise.policies.other", "");
    run(
        context -> {
          properties.remove("reprise.policies.other");
          assertThat(context.getBean(RetryPolicies.class).reload().removed())
              .containsExactly("other");
        });
  }

  @Test
  void the_endpoint_shows_a_method_whose_policy_the_own_registry_has_removed() {
    RetryRegistry own =
        RetryRegistry.builder()
            .build(Map.of("reprise.policies.orders", "", "reprise.policies.default", ""));
    new ApplicationContextRunner()
        .withUserConfiguration(Application.class)
        .withBean(RetryRegistry.class, () -> own)
        .withPropertyValues(
            "management.endpoints.jmx.exposure.include=reprise", "spring.jmx.enabled=true")
        .run(
            context -> {
              own.reload(Map.of("reprise.policies.default", ""));
              assertThat(context.getBean(RepriseEndpoint.class).retries().get("beans"))
                  .asString()
                  .contains("Orders.find()={retry=orders, policy=null, fallback=null}");
            });
  }
}
