package dev.reprise.verification.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class StarterTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RepriseAutoConfiguration.class));

  @Test
  void a_registry_is_there() {
    application.run(context -> assertThat(context).hasSingleBean(RetryRegistry.class));
  }

  @Test
  void nothing_is_there_if_switched_off() {
    application
        .withPropertyValues("reprise.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(RetryRegistry.class));
  }
}
