package dev.reprise.rewrite;

import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.properties.Assertions.properties;
import static org.openrewrite.yaml.Assertions.yaml;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** The settings of Resilience4j in configuration files. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class ConfigurationTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromResilience4j();
  }

  @Test
  void instances_become_policies_with_their_base_configuration() {
    rewriteRun(
        yaml(
            """
            server:
              port: 8080
            resilience4j:
              retry:
                configs:
                  default:
                    wait-duration: 200ms
                instances:
                  orders:
                    max-attempts: 4
                    enable-exponential-backoff: true
                    exponential-backoff-multiplier: 2
                    exponential-max-wait-duration: PT5S
                    retry-exceptions:
                      - java.io.IOException
                      - java.util.concurrent.TimeoutException
                  stock:
                    waitDuration: 100
                    enableRandomizedWait: true
              circuitbreaker:
                instances:
                  orders:
                    sliding-window-size: 5
            """,
            """
            server:
              port: 8080
            resilience4j:
              circuitbreaker:
                instances:
                  orders:
                    sliding-window-size: 5
            reprise:
              policies:
                default:
                  within: unlimited
                  backoff: fixed(200ms)
                orders:
                  max-attempts: 4
                  within: unlimited
                  backoff: exponential(200ms, x2, cap=5s)
                  retry-on: [java.io.IOException, java.util.concurrent.TimeoutException]
                stock:
                  within: unlimited
                  backoff: fixed(100ms, jitter=proportional(0.5))
            """));
  }

  @Test
  void properties_are_replaced_at_their_place() {
    rewriteRun(
        properties(
            """
            a=b
            resilience4j.retry.instances.mail.max-attempts=2
            resilience4j.retry.instances.mail.retry-exceptions[0]=java.io.IOException
            resilience4j.retry.instances.mail.retry-exceptions[1]=java.lang.IllegalStateException
            c=d
            """,
            """
            a=b
            reprise.policies.mail.max-attempts=2
            reprise.policies.mail.within=unlimited
            reprise.policies.mail.backoff=fixed(500ms)
            reprise.policies.mail.retry-on=java.io.IOException, java.lang.IllegalStateException
            c=d
            """));
  }

  @Test
  void a_setting_without_a_counterpart_keeps_the_policy_and_its_annotations() {
    rewriteRun(
        properties(
            "resilience4j.retry.instances.orders.result-predicate=shop.IsEmpty",
            """
            # Reprise: not migrated: result-predicate of orders has no counterpart in properties.
            resilience4j.retry.instances.orders.result-predicate=shop.IsEmpty
            """),
        java(
            """
            import io.github.resilience4j.retry.annotation.Retry;

            class Orders {
              @Retry(name = "orders")
              public void send() {}
            }
            """,
            """
            import io.github.resilience4j.retry.annotation.Retry;

            class Orders {
              // Reprise: not migrated: the configuration of orders is not migrated.
              @Retry(name = "orders")
              public void send() {}
            }
            """));
  }

  @Test
  void a_policy_in_two_files_stays_in_both() {
    rewriteRun(
        properties(
            "resilience4j.retry.instances.orders.max-attempts=2",
            """
            # Reprise: not migrated: the settings of orders are in several files.
            resilience4j.retry.instances.orders.max-attempts=2
            """,
            spec -> spec.path("application.properties")),
        yaml(
            "resilience4j.retry.instances.orders.wait-duration: 5ms",
            """
            # Reprise: not migrated: the settings of orders are in several files.
            resilience4j.retry.instances.orders.wait-duration: 5ms
            """,
            spec -> spec.path("application-prod.yaml")));
  }

  @Test
  void durations_are_read_in_all_forms_of_spring() {
    rewriteRun(
        properties(
            """
            resilience4j.retry.instances.a.wait-duration=PT0.5S
            resilience4j.retry.instances.b.wait-duration=PT1M30S
            resilience4j.retry.instances.c.wait-duration=2S
            """,
            """
            reprise.policies.a.within=unlimited
            reprise.policies.a.backoff=fixed(500ms)
            reprise.policies.b.within=unlimited
            reprise.policies.b.backoff=fixed(90s)
            reprise.policies.c.within=unlimited
            reprise.policies.c.backoff=fixed(2s)
            """));
  }

  @Test
  void delays_that_cannot_be_read_stay() {
    stays(
        "resilience4j.retry.instances.a.wait-duration=${WAIT}",
        "the delays of a have no counterpart: fixed(${WAIT}) is not valid",
        "application.properties");
  }

  @Test
  void a_configuration_with_a_base_stays() {
    stays(
        """
        resilience4j.retry.instances.a.base-config=b
        resilience4j.retry.configs.b.base-config=c
        resilience4j.retry.configs.c.max-attempts=9
        """,
        "the base configuration b has a base configuration itself",
        "application.properties");
  }

  @Test
  void a_policy_that_inherits_from_its_base_and_from_the_default_stays() {
    stays(
        """
        resilience4j.retry.instances.a.base-config=b
        resilience4j.retry.configs.b.max-attempts=9
        resilience4j.retry.configs.default.wait-duration=2s
        """,
        "a inherits settings of both configurations, b and default",
        "application.properties");
  }

  private void stays(String settings, String reason, String path) {
    rewriteRun(
        properties(
            settings,
            "# Reprise: not migrated: " + reason + ".\n" + settings,
            it -> it.path(path)));
  }

  @Test
  void a_configuration_in_another_file_keeps_both_files() {
    String configuration = "resilience4j.retry.configs.default.wait-duration=3s\n";
    String policy = "resilience4j.retry.instances.a.max-attempts=4\n";
    rewriteRun(
        properties(
            configuration,
            "# Reprise: not migrated: policies of another file, application-prod.properties, use the"
                + " configuration default.\n"
                + configuration,
            it -> it.path("application.properties")),
        properties(
            policy,
            "# Reprise: not migrated: the configuration default is in another file,"
                + " application.properties.\n"
                + policy,
            it -> it.path("application-prod.properties")));
  }

  @Test
  void aliases_keep_the_file_and_the_annotations() {
    String settings =
        """
        base: &base
          wait-duration: 2s
        resilience4j:
          retry:
            instances:
              a:
                <<: *base
                max-attempts: 4
              orders: *base
        """;
    rewriteRun(
        yaml(
            settings,
            settings.replace(
                "resilience4j:",
                "# Reprise: not migrated: resilience4j.retry.instances.orders has an alias or an"
                    + " anchor.\nresilience4j:")),
        java(
            """
            import io.github.resilience4j.retry.annotation.Retry;

            class Orders {
              @Retry(name = "orders")
              public void send() {}
            }
            """,
            """
            import io.github.resilience4j.retry.annotation.Retry;

            class Orders {
              // Reprise: not migrated: the configuration of orders is not migrated.
              @Retry(name = "orders")
              public void send() {}
            }
            """));
  }

  @Test
  void comments_of_settings_move_above_them() {
    rewriteRun(
        yaml(
            """
            # top
            resilience4j:
              retry:
                instances:
                  # this one is slow
                  a:
                    max-attempts: 4 # four
                    wait-duration: 1s
            """,
            """
            # top
            # this one is slow
            # four
            reprise:
              policies:
                a:
                  max-attempts: 4
                  within: unlimited
                  backoff: fixed(1s)
            """));
  }

  @Test
  void truth_values_are_read_as_Spring_does() {
    rewriteRun(
        properties(
            """
            resilience4j.retry.instances.a.enable-exponential-backoff=YES
            resilience4j.retry.instances.b.enable-randomized-wait=on
            resilience4j.retry.instances.c.enable-exponential-backoff=Off
            """,
            """
            reprise.policies.a.within=unlimited
            reprise.policies.a.backoff=exponential(500ms, x1.5)
            reprise.policies.b.within=unlimited
            reprise.policies.b.backoff=fixed(500ms, jitter=proportional(0.5))
            reprise.policies.c.within=unlimited
            reprise.policies.c.backoff=fixed(500ms)
            """));
  }

  @Test
  void a_truth_value_that_is_a_placeholder_stays() {
    rewriteRun(
        properties(
            "resilience4j.retry.instances.a.enable-exponential-backoff=${GROW:true}",
            """
            # Reprise: not migrated: enable-exponential-backoff of a is neither true nor false: ${GROW:true}.
            resilience4j.retry.instances.a.enable-exponential-backoff=${GROW:true}
            """));
  }

  @Test
  void the_last_value_of_a_setting_counts() {
    rewriteRun(
        properties(
            """
            resilience4j.retry.instances.a.max-attempts=2
            resilience4j.retry.instances.a.max-attempts=4
            """,
            """
            reprise.policies.a.max-attempts=4
            reprise.policies.a.within=unlimited
            reprise.policies.a.backoff=fixed(500ms)
            """));
  }

  @Test
  void settings_in_several_documents_of_a_file_stay() {
    rewriteRun(
        properties(
            """
            resilience4j.retry.instances.a.max-attempts=2
            #---
            spring.config.activate.on-profile=prod
            resilience4j.retry.instances.a.max-attempts=5
            """,
            """
            # Reprise: not migrated: resilience4j.retry in several documents has no counterpart.
            resilience4j.retry.instances.a.max-attempts=2
            #---
            spring.config.activate.on-profile=prod
            resilience4j.retry.instances.a.max-attempts=5
            """));
  }

  @Test
  void a_document_of_its_own_is_migrated_in_its_place() {
    rewriteRun(
        properties(
            """
            a=b
            #---
            spring.config.activate.on-profile=prod
            resilience4j.retry.instances.a.max-attempts=5
            """,
            """
            a=b
            #---
            spring.config.activate.on-profile=prod
            reprise.policies.a.max-attempts=5
            reprise.policies.a.within=unlimited
            reprise.policies.a.backoff=fixed(500ms)
            """));
  }
}
