package dev.reprise.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class RetryRegistryTest {

  @Test
  void reads_a_policy_setting_by_setting() {
    RetryRegistry registry =
        RetryRegistry.of(
            Map.of(
                "reprise.policies.orders.maxAttempts", "5",
                "reprise.policies.orders.within", "30s",
                "reprise.policies.orders.backoff", "exponential(100ms, x2, cap=10s, jitter=full)",
                "reprise.policies.orders.retryOn",
                    "java.io.IOException, java.util.concurrent.TimeoutException"));

    Retry retry = registry.retry("orders");

    assertEquals("orders", retry.name());
    assertEquals(
        RetryPolicy.builder()
            .maxAttempts(5)
            .within(Duration.ofSeconds(30))
            .backoff(
                RetryPolicy.parse("backoff=exponential(100ms, x2, cap=10s, jitter=full)").backoff())
            .retryOn(IOException.class, TimeoutException.class)
            .build(),
        retry.policy());
    assertEquals("standard", retry.state().budget().toString());
  }

  @Test
  void reads_a_policy_from_one_text() {
    RetryRegistry registry =
        RetryRegistry.of(Map.of("reprise.policies.mail", " maxAttempts=2 within=1s "));

    assertEquals(RetryPolicy.parse("maxAttempts=2 within=1s"), registry.retry("mail").policy());
  }

  @Test
  void reads_a_budget_with_either_form_or_alone() {
    RetryRegistry registry =
        RetryRegistry.of(
            Map.of(
                "reprise.policies.a", "maxAttempts=2",
                "reprise.policies.a.budget", "bucket( 100, 5 )",
                "reprise.policies.b.maxAttempts", "4",
                "reprise.policies.b.budget", " unlimited ",
                "reprise.policies.c.budget", "aws"));

    assertEquals("bucket(100, 5)", budget(registry, "a").toString());
    assertEquals("unlimited", budget(registry, "b").toString());
    assertEquals("bucket(500, 5)", budget(registry, "c").toString());
    assertEquals(2, registry.retry("a").policy().maxAttempts());
    assertEquals(RetryPolicy.defaults(), registry.retry("c").policy());
  }

  @Test
  void reads_an_empty_text_as_the_defaults() {
    RetryRegistry registry = RetryRegistry.of(Map.of("reprise.policies.mail", ""));

    assertEquals(RetryPolicy.defaults(), registry.retry("mail").policy());
  }

  @Test
  void ignores_other_keys() {
    Properties properties = new Properties();
    properties.put("reprise.policies.a.maxAttempts", "2");
    properties.put("reprise.disabled", "maybe");
    properties.put("reprise.policiesX.maxAttempts", "-");
    properties.put(7, 8);

    assertEquals(Set.of("a"), RetryRegistry.of(properties).names());
    assertEquals(Set.of(), RetryRegistry.of(System.getProperties()).names());
  }

  @Test
  void applies_the_defaults_of_properties() {
    Properties defaults = new Properties();
    defaults.put("reprise.policies.a.maxAttempts", "2");
    defaults.put("reprise.policies.a.within", "2s");
    Properties properties = new Properties(defaults);
    properties.put("reprise.policies.a.maxAttempts", "7");

    assertEquals(
        RetryPolicy.parse("maxAttempts=7 within=2s"),
        RetryRegistry.of(properties).retry("a").policy());
  }

  @Test
  void gives_the_same_instance_every_time() {
    RetryRegistry registry = RetryRegistry.of(Map.of("reprise.policies.a.maxAttempts", "2"));

    assertSame(registry.retry("a"), registry.retry("a"));
  }

  @Test
  void shares_nothing_between_names() {
    RetryRegistry registry =
        RetryRegistry.of(
            Map.of("reprise.policies.a.budget", "aws", "reprise.policies.b.budget", "aws"));

    assertNotSame(budget(registry, "a"), budget(registry, "b"));
    registry.retry("a").shutdown();
    assertEquals(2, attemptsOf(registry.retry("b")));
    assertEquals(1, attemptsOf(registry.retry("a")));
  }

  @Test
  void refuses_an_unknown_name_and_lists_the_known_ones() {
    RetryRegistry registry =
        RetryRegistry.of(
            Map.of("reprise.policies.orders", "", "reprise.policies.mail.maxAttempts", "2"));

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> registry.retry("order"));

    assertEquals(
        "there is no policy named order, did you mean orders? Expected one of [mail, orders]",
        refused.getMessage());
    assertThrows(NullPointerException.class, () -> registry.retry(null));
  }

  @Test
  void distinguishes_names_of_lower_and_upper_case() {
    RetryRegistry registry =
        RetryRegistry.of(
            Map.of("reprise.policies.a", "maxAttempts=2", "reprise.policies.A", "maxAttempts=3"));

    assertEquals(2, registry.retry("a").policy().maxAttempts());
    assertEquals(3, registry.retry("A").policy().maxAttempts());
    assertEquals("RetryRegistry[A, a]", registry.toString());
  }

  @Test
  void copies_the_properties() {
    Properties properties = new Properties();
    properties.put("reprise.policies.a.maxAttempts", "2");
    RetryRegistry registry = RetryRegistry.of(properties);

    properties.put("reprise.policies.a.maxAttempts", "9");

    assertEquals(2, registry.retry("a").policy().maxAttempts());
    assertThrows(UnsupportedOperationException.class, () -> registry.names().add("b"));
  }

  @Test
  void finds_exception_classes_through_the_given_loader() {
    Map<String, String> properties =
        Map.of("reprise.policies.a.retryOn", getClass().getName() + "$Own");
    ClassLoader none = new ClassLoader(null) {};

    assertEquals(
        RetryPolicy.builder().retryOn(Own.class).build(),
        RetryRegistry.builder().classLoader(null).build(properties).retry("a").policy());
    assertThrows(
        InvalidSettingsException.class,
        () -> RetryRegistry.builder().classLoader(none).build(properties));
  }

  @Test
  void uses_its_first_loader_for_every_reload() throws InterruptedException {
    Map<String, String> properties =
        Map.of("reprise.policies.a.retryOn", getClass().getName() + "$Own");
    RetryRegistry registry = RetryRegistry.of(Map.of());
    Thread stranger = new Thread(() -> registry.reload(properties));
    stranger.setContextClassLoader(new ClassLoader(null) {});

    stranger.start();
    stranger.join();

    assertEquals(RetryPolicy.builder().retryOn(Own.class).build(), registry.retry("a").policy());
  }

  @Test
  void adds_code_to_policies_by_name() {
    RetryRegistry registry =
        RetryRegistry.builder()
            .eachPolicy(
                (name, policy) ->
                    name.equals("a")
                        ? policy.toBuilder().retryIf("busy", e -> true).build()
                        : policy)
            .build(Map.of("reprise.policies.a", "maxAttempts=2", "reprise.policies.b", ""));

    assertEquals(
        "retryIf=custom(busy)",
        registry.retry("a").policy().toString().replaceAll(".*(retryIf=\\S+).*", "$1"));
    assertNotEquals(registry.retry("a").policy(), RetryPolicy.parse("maxAttempts=2"));
    assertEquals(RetryPolicy.defaults(), registry.retry("b").policy());
  }

  @Test
  void configures_each_retry_with_code_that_has_no_text_form() {
    RetryBudget own = RetryBudget.bucket(10, 1);
    RetryRegistry registry =
        RetryRegistry.builder()
            .eachRetry(retry -> retry.name().equals("a") ? retry.withBudget(own) : retry)
            .build(Map.of("reprise.policies.a", "", "reprise.policies.b", ""));

    assertSame(own, budget(registry, "a"));
    assertEquals("standard", budget(registry, "b").toString());
  }

  static final class Own extends Exception {
    private static final long serialVersionUID = 1;
  }

  private static RetryBudget budget(RetryRegistry registry, String name) {
    return registry.retry(name).state().budget();
  }

  private static int attemptsOf(Retry retry) {
    RetryPolicy policy = RetryPolicy.parse("maxAttempts=2 backoff=none");
    return retry
        .withPolicy(policy)
        .execute(
            () -> {
              throw new IOException("down");
            })
        .attempts();
  }
}
