package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.RetryPolicies;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.autoconfigure.RefreshAutoConfiguration;
import org.springframework.cloud.context.config.annotation.RefreshScope;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reloads by Spring Cloud's refresh, which reads changed files. */
@ExtendWith(OutputCaptureExtension.class)
class EnvironmentChangeTest {

  @TempDir Path directory;

  @Test
  void a_refresh_of_the_environment_reloads_the_policies() {
    BootedApplication.Setup setup =
        BootedApplication.in(directory)
            .yaml("reprise.policies: { orders.max-attempts: 3, mail.within: 5s }")
            .configuration(WithSpringCloud.class);
    try (BootedApplication application = setup.start()) {
      Retry orders = application.retry("orders");
      Retry mail = application.retry("mail");
      setup.yaml("reprise.policies: { orders.max-attempts: 4, mail.within: 5s, stock: '' }");
      application.context().getBean(ContextRefresher.class).refresh();
      assertThat(application.policy("orders")).isEqualTo(RetryPolicy.parse("maxAttempts=4"));
      assertThat(application.retry("orders").state()).isSameAs(orders.state());
      assertThat(application.retry("mail")).isSameAs(mail);
      assertThat(application.registry().names())
          .containsExactly("default", "mail", "orders", "stock");
    }
  }

  @Test
  void a_refresh_with_a_mistake_is_logged_and_changes_nothing(CapturedOutput output) {
    BootedApplication.Setup setup =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders.max-attempts: 3")
            .configuration(WithSpringCloud.class);
    try (BootedApplication application = setup.start()) {
      setup.yaml("reprise.policies.orders.max-attempts: 0");
      application.context().getBean(ContextRefresher.class).refresh();
      assertThat(application.policy("orders")).isEqualTo(RetryPolicy.parse("maxAttempts=3"));
      assertThat(output)
          .contains("the retry policies stay as they are")
          .contains("reprise.policies.orders.max-attempts=0: max-attempts must be at least 1");
    }
  }

  @Test
  void a_bean_of_the_refresh_scope_gets_the_reloaded_retry() {
    BootedApplication.Setup setup =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders.max-attempts: 3")
            .configuration(WithSpringCloud.class, Refreshed.class);
    try (BootedApplication application = setup.start()) {
      Client client = application.context().getBean(Client.class);
      assertThat(client.policy()).isEqualTo(RetryPolicy.parse("maxAttempts=3"));
      setup.yaml("reprise.policies.orders.max-attempts: 4");
      application.context().getBean(ContextRefresher.class).refresh();
      assertThat(client.policy()).isEqualTo(RetryPolicy.parse("maxAttempts=4"));
    }
  }

  @Test
  void a_registry_of_the_application_is_left_alone() {
    BootedApplication.Setup setup =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders.max-attempts: 3")
            .configuration(WithSpringCloud.class, OwnRegistry.class);
    try (BootedApplication application = setup.start()) {
      setup.yaml("reprise.policies.orders.max-attempts: 4");
      application.context().getBean(ContextRefresher.class).refresh();
      assertThat(application.registry().names()).containsExactly("own");
    }
  }

  @Test
  void without_spring_cloud_the_policies_are_there_as_well() {
    new ApplicationContextRunner()
        .withClassLoader(new FilteredClassLoader("org.springframework.cloud"))
        .withUserConfiguration(BootedApplication.PoliciesOnly.class)
        .run(context -> assertThat(context).hasSingleBean(RetryPolicies.class));
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(RefreshAutoConfiguration.class)
  static class WithSpringCloud {}

  static class Client {

    private final Retry retry;

    Client(Retry retry) {
      this.retry = retry;
    }

    RetryPolicy policy() {
      return retry.policy();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Refreshed {

    @Bean
    @RefreshScope
    Client client(@Qualifier("orders") Retry retry) {
      return new Client(retry);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnRegistry {

    @Bean
    RetryRegistry own() {
      return RetryRegistry.of(Map.of("reprise.policies.own", "maxAttempts=2"));
    }
  }
}
