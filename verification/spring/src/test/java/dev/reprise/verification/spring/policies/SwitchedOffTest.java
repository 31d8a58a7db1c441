package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** One property switches off all parts of the starter. */
class SwitchedOffTest {

  @TempDir Path directory;

  @Test
  void no_part_has_a_bean() {
    assertThat(beansOfReprise("--reprise.enabled=false", "--reprise.idempotency.enabled=true"))
        .isEmpty();
    assertThat(beansOfReprise("--reprise.idempotency.enabled=false")).isNotEmpty();
  }

  private List<String> beansOfReprise(String... arguments) {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders.max-attempts: 3")
            .arguments(arguments)
            .configuration(Everything.class)
            .start()) {
      ConfigurableListableBeanFactory beans = application.context().getBeanFactory();
      return Stream.of(beans.getBeanDefinitionNames())
          .filter(name -> isOfReprise(beans.getType(name)))
          .toList();
    }
  }

  private static boolean isOfReprise(@org.jspecify.annotations.Nullable Class<?> type) {
    return type != null
        && type.getName().startsWith("dev.reprise.")
        && !type.getName().startsWith("dev.reprise.verification.");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {}
}
