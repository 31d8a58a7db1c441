package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.registry.RetryRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;

/** Spring Boot wraps the variables of the process before an application sees them. */
class ProcessVariablesTest {

  @Test
  void a_variable_of_the_process_defines_a_policy() {
    assertThat(maxAttempts(null, "REPRISE_POLICIES_ORDERS_MAXATTEMPTS")).isEqualTo(7);
  }

  @Test
  void a_variable_has_the_prefix_of_the_application() {
    assertThat(maxAttempts("shop", "SHOP_REPRISE_POLICIES_ORDERS_MAXATTEMPTS")).isEqualTo(7);
  }

  @Test
  void a_variable_of_another_tool_is_ignored() {
    try (ConfigurableApplicationContext context =
        start(null, Map.of("REPRISE_NEWER_JDK", "/usr/lib/jvm"))) {
      assertThat(context.getBean(RetryRegistry.class).names()).doesNotContain("newer");
    }
  }

  private static int maxAttempts(String prefix, String variable) {
    try (ConfigurableApplicationContext context = start(prefix, Map.of(variable, "7"))) {
      return context.getBean(RetryRegistry.class).retry("orders").policy().maxAttempts();
    }
  }

  private static ConfigurableApplicationContext start(
      String prefix, Map<String, Object> variables) {
    SpringApplication application = new SpringApplication(PoliciesOnly.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setEnvironmentPrefix(prefix);
    application.setLogStartupInfo(false);
    application.setEnvironment(
        new StandardEnvironment() {
          @Override
          public Map<String, Object> getSystemEnvironment() {
            return variables;
          }
        });
    return application.run("--spring.main.banner-mode=off");
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(classes = dev.reprise.spring.policies.RepriseAutoConfiguration.class)
  static class PoliciesOnly {}
}
