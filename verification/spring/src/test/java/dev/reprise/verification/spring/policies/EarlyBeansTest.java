package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** All auto-configurations together create no bean too early. */
@ExtendWith(OutputCaptureExtension.class)
class EarlyBeansTest {

  private static final String TOO_EARLY =
      "is not eligible for getting processed by all BeanPostProcessors";

  @TempDir Path directory;

  @Test
  void no_bean_is_created_before_the_post_processors(CapturedOutput output) {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders.max-attempts: 3")
            .configuration(Everything.class)
            .start()) {
      assertThat(application.retry("orders")).isNotNull();
      assertThat(output).doesNotContain(TOO_EARLY);
    }
  }

  @Test
  void the_log_shows_a_bean_that_is_created_too_early(CapturedOutput output) {
    BootedApplication.in(directory).configuration(Everything.class, TooEarly.class).start().close();
    assertThat(output).contains(TOO_EARLY);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableTransactionManagement
  static class Everything {}

  @Configuration(proxyBeanMethods = false)
  static class TooEarly {

    @Bean
    org.springframework.beans.factory.config.BeanPostProcessor needsTheRegistry(
        dev.reprise.registry.RetryRegistry registry) {
      return new org.springframework.beans.factory.config.BeanPostProcessor() {};
    }
  }
}
