package dev.reprise.verification.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.actuator.RepriseEndpoint;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

class ActuatorSwitchesTest {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Automatic {}

  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner()
          .withUserConfiguration(Automatic.class)
          .withPropertyValues(
              "reprise.policies.orders=maxAttempts=2 backoff=none",
              "management.endpoints.web.exposure.include=reprise");

  @Test
  void the_endpoint_is_there_if_it_is_exposed() {
    runner.run(context -> assertThat(context).hasSingleBean(RepriseEndpoint.class));
    runner
        .withPropertyValues("management.endpoints.web.exposure.include=health")
        .run(context -> assertThat(context).doesNotHaveBean(RepriseEndpoint.class));
  }

  @Test
  void the_health_contributor_can_be_switched_off() {
    runner.run(context -> assertThat(context).hasBean("repriseHealthIndicator"));
    runner
        .withPropertyValues("management.health.reprise.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("repriseHealthIndicator"));
  }

  @Test
  void everything_can_be_switched_off() {
    runner
        .withPropertyValues("reprise.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(RepriseEndpoint.class)
                    .doesNotHaveBean("repriseHealthIndicator"));
  }

  @Test
  @Tag("same-on-each-boot")
  void messages_are_shown_if_they_are_switched_on() {
    runner
        .withPropertyValues("reprise.reports.messages=true")
        .run(
            context ->
                assertThat(reportsAfterAFailure(context))
                    .contains("java.io.IOException: disk is full"));
    runner.run(
        context ->
            assertThat(reportsAfterAFailure(context))
                .doesNotContain("disk is full")
                .contains("attempts=2"));
  }

  @Test
  @Tag("same-on-each-boot")
  void no_reports_are_kept_if_their_number_is_zero() {
    runner
        .withPropertyValues("reprise.reports.kept=0")
        .run(context -> assertThat(reportsAfterAFailure(context)).isEqualTo("{}"));
  }

  @Test
  @Tag("same-on-each-boot")
  void a_number_of_reports_out_of_bounds_is_reported() {
    runner
        .withPropertyValues("reprise.reports.kept=1001")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .message()
                    .isEqualTo("reprise.reports.kept must be from 0 to 1000, but was 1001"));
  }

  private static String reportsAfterAFailure(ApplicationContext context) {
    assertThatThrownBy(
            () ->
                context
                    .getBean(RetryRegistry.class)
                    .retry("orders")
                    .call(
                        () -> {
                          throw new IOException("disk is full");
                        }))
        .isInstanceOf(IOException.class);
    return String.valueOf(context.getBean(RepriseEndpoint.class).retries().get("reports"));
  }

  @Test
  @Tag("same-on-each-boot")
  void a_registry_of_the_application_is_not_reloaded() {
    runner
        .withBean(RetryRegistry.class, () -> RetryRegistry.of(Map.of("reprise.policies.mine", "")))
        .run(
            context -> {
              RepriseEndpoint endpoint = context.getBean(RepriseEndpoint.class);
              assertThat(endpoint.retry("mine")).containsKey("explanation");
              assertThat(endpoint.reload().getStatus()).isEqualTo(409);
            });
  }

  @Test
  void the_endpoint_is_there_over_JMX() {
    runner
        .withPropertyValues(
            "spring.jmx.enabled=true",
            "spring.jmx.unique-names=true",
            "management.endpoints.jmx.exposure.include=reprise")
        .run(
            context -> {
              MBeanServer server = context.getBean(MBeanServer.class);
              ObjectName endpoint =
                  server
                      .queryNames(
                          new ObjectName("org.springframework.boot:type=Endpoint,name=Reprise,*"),
                          null)
                      .iterator()
                      .next();
              assertThat(invoke(server, endpoint, "retries")).containsKeys("policies", "reports");
              assertThat(invoke(server, endpoint, "retry", "orders"))
                  .containsEntry("policy", "maxAttempts=2 within=1m backoff=none");
              assertThat(invoke(server, endpoint, "reload")).containsEntry("status", 200);
            });
  }

  @SuppressWarnings("unchecked") // an operation returns an object of JSON
  private static Map<String, Object> invoke(
      MBeanServer server, ObjectName endpoint, String operation, String... arguments)
      throws JMException {
    String[] types = new String[arguments.length];
    Arrays.fill(types, String.class.getName());
    return (Map<String, Object>) server.invoke(endpoint, operation, arguments, types);
  }
}
