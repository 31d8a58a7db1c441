package dev.reprise.verification.spring.beans;

import dev.reprise.spring.RetryCustomizer;
import dev.reprise.spring.beans.RetryableBeansAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import dev.reprise.testing.RecordingListener;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A Spring Boot application with the starter; its retries do not wait. */
final class BeanApplication {

  private BeanApplication() {}

  static ApplicationContextRunner with(Class<?>... configurations) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RepriseAutoConfiguration.class, RetryableBeansAutoConfiguration.class))
        .withUserConfiguration(Recorded.class)
        .withUserConfiguration(configurations)
        .withPropertyValues(
            "reprise.policies.default.backoff=none", "reprise.policies.reports.maxAttempts=1");
  }

  @Configuration(proxyBeanMethods = false)
  static class Recorded {

    @Bean
    RecordingListener recordingListener() {
      return new RecordingListener();
    }

    @Bean
    RetryCustomizer recorded(RecordingListener listener) {
      return retry -> retry.withListener(listener);
    }
  }
}
