package dev.reprise.verification.spring.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each way in which Spring lets an application write a property. */
class PropertySpellingsTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"max-attempts", "maxAttempts", "MAX_ATTEMPTS", "maxattempts"})
  void a_setting_has_each_spelling_of_a_property(String spelled) {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .file("application.properties", "reprise.policies.orders." + spelled + "=5")
            .start()) {
      assertThat(application.policy("orders")).isEqualTo(parsed("maxAttempts=5"));
    }
  }

  @Test
  void every_setting_can_be_written_in_kebab_case() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml(
                """
                reprise.policies.orders:
                  max-attempts: 5
                  within: 30s
                  attempt-timeout: 3s
                  start-over-after: 1m
                  rules: throttled(backoff=fixed(1s), maxFailures=3, price=2)
                  give-up-when: elapsed(20s)
                  backoff: exponential(100ms, x2, cap=10s, jitter=full)
                  retry-on: java.io.IOException
                  retry-on-cause: java.net.ConnectException
                  abort-on: java.io.FileNotFoundException
                  retry-on-null: true
                  idempotency: idempotent
                  hedge: after(50ms)
                  nesting: multiply
                  max-hint: 5s
                  hint-jitter: 0.3
                  hints-on-success: true
                  no-waits: true
                  returning-rejected: true
                  closing-rejected: true
                  budget: ratio(20%, 10/s)
                """)
            .start()) {
      assertThat(application.policy("orders"))
          .isEqualTo(
              parsed(
                  "maxAttempts=5 within=30s attemptTimeout=3s startOverAfter=1m"
                      + " rules=throttled(backoff=fixed(1s), maxFailures=3, price=2)"
                      + " giveUpWhen=elapsed(20s)"
                      + " backoff=exponential(100ms, x2, cap=10s, jitter=full)"
                      + " retryOn=java.io.IOException retryOnCause=java.net.ConnectException"
                      + " abortOn=java.io.FileNotFoundException retryOnNull=true"
                      + " idempotency=idempotent hedge=after(50ms) nesting=multiply maxHint=5s"
                      + " hintJitter=0.3 hintsOnSuccess=true noWaits=true returningRejected=true"
                      + " closingRejected=true"));
      assertThat(application.retry("orders").state().budget().toString())
          .isEqualTo(RetryBudget.parse("ratio(20%, 10/s)").toString());
    }
  }

  @Test
  void a_policy_can_be_one_text() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders: maxAttempts=5 backoff=exponential(100ms, x2)")
            .start()) {
      assertThat(application.policy("orders"))
          .isEqualTo(parsed("maxAttempts=5 backoff=exponential(100ms, x2)"));
    }
  }

  @Test
  void a_policy_without_a_value_has_all_defaults() {
    try (BootedApplication application =
        BootedApplication.in(directory).yaml("reprise.policies.orders:").start()) {
      assertThat(application.policy("orders")).isEqualTo(RetryPolicy.defaults());
    }
  }

  @Test
  void a_list_is_written_with_dashes_in_brackets_or_with_commas() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml(
                """
                reprise.policies:
                  dashes:
                    retry-on:
                      - java.io.IOException
                      - java.util.concurrent.TimeoutException
                  brackets:
                    retry-on: [java.io.IOException, java.util.concurrent.TimeoutException]
                  commas:
                    retry-on: java.io.IOException,   java.util.concurrent.TimeoutException
                  rules:
                    rules: [throttled(maxFailures=3, price=2), timeout(maxFailures=1)]
                """)
            .start()) {
      RetryPolicy both =
          parsed("retryOn=java.io.IOException,java.util.concurrent.TimeoutException");
      assertThat(application.policy("dashes")).isEqualTo(both);
      assertThat(application.policy("brackets")).isEqualTo(both);
      assertThat(application.policy("commas")).isEqualTo(both);
      assertThat(application.policy("rules"))
          .isEqualTo(parsed("rules=throttled(maxFailures=3, price=2),timeout(maxFailures=1)"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "on", "true", "TRUE"})
  void a_boolean_has_each_spelling_of_yaml(String written) {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies.orders.retry-on-null: " + written)
            .start()) {
      assertThat(application.policy("orders")).isEqualTo(parsed("retryOnNull=true"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "my-orders, REPRISE_POLICIES_MYORDERS_MAXATTEMPTS",
    "my-orders, REPRISE_POLICIES_MY_ORDERS_MAXATTEMPTS",
    "my-orders, REPRISE_POLICIES_MY_ORDERS_MAX_ATTEMPTS",
    "my_orders, REPRISE_POLICIES_MY_ORDERS_MAX_ATTEMPTS",
    "myOrders, REPRISE_POLICIES_MYORDERS_MAXATTEMPTS",
    "myOrders, reprise_policies_myorders_maxattempts",
    "api-2, REPRISE_POLICIES_API_2_MAXATTEMPTS",
    "max, REPRISE_POLICIES_MAX_MAX_ATTEMPTS",
    "retry-on, REPRISE_POLICIES_RETRY_ON_MAXATTEMPTS",
    "orders, reprise.policies.orders.maxAttempts",
  })
  void a_variable_changes_a_policy_of_a_file(String name, String variable) {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies." + name + ": { max-attempts: 3, within: 30s }")
            .variables(variable + "=5")
            .start()) {
      assertThat(application.registry().names()).containsExactlyInAnyOrder(name, "default");
      assertThat(application.policy(name)).isEqualTo(parsed("maxAttempts=5 within=30s"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "REPRISE_POLICIES_ORDERS_MAXATTEMPTS, orders",
    "REPRISE_POLICIES_MYORDERS_MAXATTEMPTS, myorders",
    "REPRISE_POLICIES_MY_ORDERS_MAX_ATTEMPTS, my-orders",
    "REPRISE_POLICIES_API_2_MAXATTEMPTS, api-2",
  })
  void a_variable_alone_defines_a_policy(String variable, String name) {
    try (BootedApplication application =
        BootedApplication.in(directory).variables(variable + "=5").start()) {
      assertThat(application.policy(name)).isEqualTo(parsed("maxAttempts=5"));
    }
  }

  @Test
  void a_variable_holds_a_text_or_an_element_of_a_list() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml("reprise.policies.my-mail.max-attempts: 3")
            .variables(
                "REPRISE_POLICIES_MY_MAIL=within=5s",
                "REPRISE_POLICIES_STOCK=maxAttempts=7",
                "REPRISE_POLICIES_ORDERS_RETRYON_0=java.io.IOException",
                "REPRISE_POLICIES_ORDERS_RETRYON_1=java.util.concurrent.TimeoutException")
            .start()) {
      assertThat(application.policy("my-mail")).isEqualTo(parsed("within=5s"));
      assertThat(application.policy("stock")).isEqualTo(parsed("maxAttempts=7"));
      assertThat(application.policy("orders"))
          .isEqualTo(parsed("retryOn=java.io.IOException,java.util.concurrent.TimeoutException"));
    }
  }

  @Test
  void placeholders_are_replaced() {
    try (BootedApplication application =
        BootedApplication.in(directory)
            .yaml(
                """
                limits.orders: 5
                reprise.policies.orders:
                  max-attempts: ${limits.orders}
                  within: ${limits.time:20s}
                  backoff: exponential(${random.int[100,200]}ms, x2)
                """)
            .start()) {
      RetryPolicy policy = application.policy("orders");
      assertThat(policy.toString()).contains("maxAttempts=5").contains("within=20s");
      assertThat(policy.toString()).containsPattern("exponential\\((1\\d\\d|200)ms, x2");
    }
  }

  @Test
  void the_keys_of_json_and_system_properties_count() throws IOException {
    String property = "reprise.policies.mail.max-attempts";
    System.setProperty(property, "7");
    try (BootedApplication application =
        BootedApplication.in(directory)
            .arguments(
                "--spring.application.json={\"reprise\":{\"policies\":{\"orders\":"
                    + "{\"maxAttempts\":5,\"retry-on\":[\"java.io.IOException\"]}}}}")
            .start()) {
      assertThat(application.policy("orders"))
          .isEqualTo(parsed("maxAttempts=5 retryOn=java.io.IOException"));
      assertThat(application.policy("mail")).isEqualTo(parsed("maxAttempts=7"));
    } finally {
      System.clearProperty(property);
    }
  }

  private static RetryPolicy parsed(String text) {
    return RetryPolicy.parse(text);
  }
}
