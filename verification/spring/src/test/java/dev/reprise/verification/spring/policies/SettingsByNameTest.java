package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.declared.Retryable;
import dev.reprise.spring.beans.RetryableBeansAutoConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;

/**
 * Attempts and delays of annotated methods come from properties by name, without an expression in
 * each attribute. Users of spring-retry asked for it in its issues 171 and 312.
 */
class SettingsByNameTest {

  @TempDir Path directory;

  @Test
  void each_annotated_method_has_the_policy_of_its_name() {
    try (BootedApplication application =
        started("reprise.policies: { reads: maxAttempts=4, writes: maxAttempts=2 }")) {
      Service service = application.context().getBean(Service.class);
      assertThat(attempts(service, service::read)).isEqualTo(4);
      assertThat(attempts(service, service::write)).isEqualTo(2);
      assertThat(attempts(service, service::unnamed)).isEqualTo(3);
    }
  }

  @Test
  void the_policy_called_default_is_that_of_methods_without_a_name() {
    try (BootedApplication application =
        started(
            "reprise.policies: { reads: maxAttempts=4, writes: '', default.max-attempts: 5 }")) {
      Service service = application.context().getBean(Service.class);
      assertThat(attempts(service, service::unnamed)).isEqualTo(5);
    }
  }

  @Test
  void a_reload_changes_the_next_call() {
    try (BootedApplication application =
        started("reprise.policies: { reads: maxAttempts=4, writes: '' }")) {
      Service service = application.context().getBean(Service.class);
      assertThat(attempts(service, service::read)).isEqualTo(4);
      application
          .context()
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              new MapPropertySource(
                  "newer", java.util.Map.of("reprise.policies.reads.maxAttempts", 6)));
      application.policies().reload();
      assertThat(attempts(service, service::read)).isEqualTo(6);
    }
  }

  private BootedApplication started(String yaml) {
    return BootedApplication.in(directory)
        .yaml(yaml)
        .arguments(
            "--reprise.policies.reads.no-waits=true",
            "--reprise.policies.writes.no-waits=true",
            "--reprise.policies.default.no-waits=true",
            "--reprise.policies.reads.budget=unlimited")
        .configuration(Application.class)
        .start();
  }

  private static int attempts(Service service, Call call) {
    service.reset();
    assertThatThrownBy(call::make).isInstanceOf(IOException.class);
    return service.attempts();
  }

  interface Call {

    void make() throws IOException;
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(RetryableBeansAutoConfiguration.class)
  @Import(Service.class)
  static class Application {}

  static class Service {

    private int attempts;

    @Retryable(name = "reads")
    void read() throws IOException {
      fail();
    }

    @Retryable(name = "writes")
    void write() throws IOException {
      fail();
    }

    @Retryable
    void unnamed() throws IOException {
      fail();
    }

    int attempts() {
      return attempts;
    }

    void reset() {
      attempts = 0;
    }

    private void fail() throws IOException {
      attempts++;
      throw new IOException("down");
    }
  }
}
