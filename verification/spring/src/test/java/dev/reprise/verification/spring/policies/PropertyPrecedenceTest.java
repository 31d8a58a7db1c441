package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.RetryPolicy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Which source counts if several set the same policy. */
class PropertyPrecedenceTest {

  @TempDir Path directory;

  @Test
  void a_profile_a_variable_and_the_command_line_change_single_settings() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml(
                """
                reprise.policies.orders: { max-attempts: 3, within: 30s, nesting: multiply }
                ---
                spring.config.activate.on-profile: prod
                reprise.policies.orders.max-attempts: 4
                """)
            .file("application-prod.yaml", "reprise.policies.orders.within: 20s")
            .variables("REPRISE_POLICIES_ORDERS_ATTEMPTTIMEOUT=2s")
            .arguments("--spring.profiles.active=prod", "--reprise.policies.orders.no-waits=true")
            .start()) {
      assertThat(application.policy("orders"))
          .isEqualTo(
              RetryPolicy.parse(
                  "maxAttempts=4 within=20s attemptTimeout=2s noWaits=true nesting=multiply"));
    }
  }

  @Test
  void a_list_is_replaced_as_a_whole() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders.retry-on: [java.io.IOException, java.lang.Error]")
            .arguments("--reprise.policies.orders.retryOn=java.net.ConnectException")
            .start()) {
      assertThat(application.policy("orders"))
          .isEqualTo(RetryPolicy.parse("retryOn=java.net.ConnectException"));
    }
  }

  @Test
  void a_setting_changes_a_text_of_a_source_with_lower_precedence() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders: maxAttempts=3 backoff=exponential(1s, x2) within=${t}")
            .arguments("--reprise.policies.orders.max-attempts=5", "--t=40s")
            .start()) {
      assertThat(application.policy("orders"))
          .isEqualTo(RetryPolicy.parse("maxAttempts=5 backoff=exponential(1s, x2) within=40s"));
    }
  }

  @Test
  void a_text_replaces_all_settings_of_sources_with_lower_precedence_but_the_budget() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders: { max-attempts: 3, within: 9s, budget: none }")
            .arguments("--reprise.policies.orders=nesting=multiply")
            .start()) {
      assertThat(application.policy("orders")).isEqualTo(RetryPolicy.parse("nesting=multiply"));
      assertThat(application.retry("orders").state().budget().toString()).isEqualTo("none");
    }
  }

  @Test
  void for_random_sources_and_spellings_the_value_is_that_of_springs_binder() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try (BootedApplication application = BootedApplication.in(directory).start()) {
      for (int round = 0; round < 500; round++) {
        List<String> added = addSources(application.context().getEnvironment(), round, random);
        application.policies().reload();
        assertThat(application.policy("my-orders"))
            .as("seed %d, round %d", seed, round)
            .isEqualTo(RetryPolicy.parse(bound(application.context().getEnvironment())));
        MutablePropertySources sources =
            application.context().getEnvironment().getPropertySources();
        added.forEach(sources::remove);
      }
    }
  }

  private static List<String> addSources(
      ConfigurableEnvironment environment, int round, Random random) {
    // Spring Boot recognizes the source of environment variables by the end of its name
    String end = round + "-systemEnvironment";
    List<String> names = List.of("first" + end, "second" + end, "third" + end);
    for (String name : names) {
      Map<String, Object> values = new HashMap<>();
      boolean variables = random.nextInt(3) == 0;
      List<String> keys =
          variables
              ? List.of(
                  "REPRISE_POLICIES_MYORDERS_MAXATTEMPTS",
                  "REPRISE_POLICIES_MYORDERS_ATTEMPTTIMEOUT")
              : random.nextBoolean()
                  ? List.of(
                      "reprise.policies.my-orders.max-attempts",
                      "reprise.policies.my-orders.attempt-timeout")
                  : List.of(
                      "reprise.policies.my-orders.maxAttempts",
                      "reprise.policies.my-orders.attemptTimeout");
      if (random.nextInt(3) > 0) {
        values.put(keys.get(0), 2 + random.nextInt(20));
      }
      if (random.nextInt(3) > 0) {
        values.put(keys.get(1), 1 + random.nextInt(20) + "s");
      }
      environment
          .getPropertySources()
          .addFirst(
              variables
                  ? new SystemEnvironmentPropertySource(name, values)
                  : new MapPropertySource(name, values));
    }
    environment
        .getPropertySources()
        .addLast(
            new MapPropertySource(
                "last" + round, Map.of("reprise.policies.my-orders.within", "1h")));
    return List.of(names.get(0), names.get(1), names.get(2), "last" + round);
  }

  /** The text form of the settings that Spring's binder finds. */
  private static String bound(ConfigurableEnvironment environment) {
    Binder binder = Binder.get(environment);
    String prefix = "reprise.policies.my-orders.";
    return "within=1h"
        + binder
            .bind(prefix + "max-attempts", String.class)
            .map(value -> " maxAttempts=" + value)
            .orElse("")
        + binder
            .bind(prefix + "attempt-timeout", String.class)
            .map(value -> " attemptTimeout=" + value)
            .orElse("");
  }
}
