package dev.reprise.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.state.RetryState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RegistryReloadTest {

  private static final Map<String, String> BEFORE =
      Map.of(
          "reprise.policies.a.maxAttempts", "2",
          "reprise.policies.b", "maxAttempts=3",
          "reprise.policies.b.budget", "bucket(100, 5)");

  private final List<RetryEvent> heard = new ArrayList<>();
  private final RetryRegistry registry =
      RetryRegistry.builder().eachRetry(retry -> retry.withListener(heard::add)).build(BEFORE);

  @Test
  void keeps_the_instance_if_only_the_text_changed_and_not_its_meaning() {
    Retry a = registry.retry("a");
    Retry b = registry.retry("b");

    RegistryChange change =
        registry.reload(
            Map.of(
                "reprise.policies.a", " maxAttempts=2 within=60s",
                "reprise.policies.b.maxAttempts", "3",
                "reprise.policies.b.budget", "bucket(100,5)"));

    assertTrue(change.isEmpty(), change.toString());
    assertSame(a, registry.retry("a"));
    assertSame(b, registry.retry("b"));
  }

  @Test
  void a_shutdown_ends_the_waits_of_all_names_and_of_those_added_later() {
    Retry a = registry.retry("a").named("copy");

    registry.shutdown();
    registry.reload(Map.of("reprise.policies.a", "maxAttempts=4", "reprise.policies.late", ""));

    for (Retry retry : List.of(a, registry.retry("a"), registry.retry("late"))) {
      RetryReport report = retry.execute(RegistryReloadTest::down).report();
      assertEquals(StopReason.SHUT_DOWN, report.stopReason());
      assertEquals(1, report.attempts());
    }
  }

  @Test
  void of_a_policy_keeps_budget_state_and_listeners() {
    RetryState state = registry.retry("b").state();

    RegistryChange change =
        registry.reload(with("reprise.policies.b", "maxAttempts=1 retryOn=java.io.IOException"));

    Retry b = registry.retry("b");
    assertEquals(new RegistryChange(Set.of(), Set.of("b"), Set.of()), change);
    assertEquals(RetryPolicy.parse("maxAttempts=1 retryOn=java.io.IOException"), b.policy());
    assertEquals("b", b.name());
    assertSame(state, b.state());
    assertThrows(IOException.class, () -> b.call(RegistryReloadTest::down));
    assertEquals(2, heard.size());
  }

  @Test
  void of_a_budget_creates_a_new_one_and_keeps_listeners() {
    RetryState state = registry.retry("b").state();

    registry.reload(with("reprise.policies.b.budget", "bucket(50, 5)"));
    Retry b = registry.retry("b");

    assertNotSame(state, b.state());
    assertEquals("bucket(50, 5)", b.state().budget().toString());
    assertEquals(RetryPolicy.parse("maxAttempts=3"), b.policy());
    registry.reload(Map.of("reprise.policies.b", "maxAttempts=3"));
    assertEquals("standard", registry.retry("b").state().budget().toString());
    assertThrows(
        IOException.class,
        () -> registry.retry("b").withPolicy(RetryPolicy.none()).call(RegistryReloadTest::down));
    assertFalse(heard.isEmpty());
  }

  @Test
  void of_both_at_once_changes_both() {
    registry.reload(
        Map.of("reprise.policies.a", "maxAttempts=9", "reprise.policies.a.budget", "unlimited"));

    assertEquals(9, registry.retry("a").policy().maxAttempts());
    assertEquals("unlimited", registry.retry("a").state().budget().toString());
  }

  @Test
  void adds_new_names_and_removes_missing_ones() {
    Retry gone = registry.retry("a");

    RegistryChange change =
        registry.reload(
            Map.of(
                "reprise.policies.b", "maxAttempts=3",
                "reprise.policies.b.budget", "bucket(100, 5)",
                "reprise.policies.c", "",
                "reprise.policies.d", ""));

    assertEquals(new RegistryChange(Set.of("c", "d"), Set.of(), Set.of("a")), change);
    assertEquals(Set.of("b", "c", "d"), registry.names());
    assertThrows(IllegalArgumentException.class, () -> registry.retry("a"));
    assertEquals("fine", gone.call(() -> "fine"));
    registry.reload(BEFORE);
    assertNotSame(gone.state(), registry.retry("a").state());
  }

  @Test
  void a_running_call_continues_after_its_name_was_removed() throws IOException {
    Retry a = registry.retry("a");
    int[] attempts = {0};
    String answer =
        a.withPolicy(RetryPolicy.parse("maxAttempts=2 backoff=none"))
            .call(
                () -> {
                  registry.reload(Map.of());
                  if (++attempts[0] == 1) {
                    throw new IOException("once");
                  }
                  return "fine";
                });

    assertEquals("fine", answer);
    assertEquals(Set.of(), registry.names());
  }

  @Test
  void with_a_mistake_changes_nothing() {
    Retry a = registry.retry("a");
    Map<String, String> wrong = with("reprise.policies.a.maxAttempts", "4");
    wrong.put("reprise.policies.b.budget", "none at all");
    wrong.put("reprise.policies.c", "");
    wrong.put("reprise.policies.d.what", "");

    InvalidSettingsException refused =
        assertThrows(InvalidSettingsException.class, () -> registry.reload(wrong));

    assertEquals(2, refused.errors().size());
    assertSame(a, registry.retry("a"));
    assertEquals(Set.of("a", "b"), registry.names());
  }

  @Test
  void with_an_exception_from_code_changes_nothing() {
    RetryRegistry fragile =
        RetryRegistry.builder()
            .eachRetry(
                retry -> {
                  if (retry.name().equals("c")) {
                    throw new IllegalStateException("no listener for c");
                  }
                  return retry;
                })
            .build(BEFORE);
    Map<String, String> more = with("reprise.policies.a.maxAttempts", "4");
    more.put("reprise.policies.c", "");

    assertThrows(IllegalStateException.class, () -> fragile.reload(more));
    assertEquals(2, fragile.retry("a").policy().maxAttempts());
  }

  @Test
  void keeps_a_shutdown() {
    registry.retry("a").shutdown();

    registry.reload(with("reprise.policies.a.maxAttempts", "7"));

    assertEquals(1, registry.retry("a").execute(RegistryReloadTest::down).attempts());
  }

  @Test
  void runs_the_code_for_policies_again_but_not_that_for_retries() {
    int[] asked = {0};
    RetryRegistry coded =
        RetryRegistry.builder()
            .eachPolicy((name, policy) -> policy.toBuilder().retryIf("busy", e -> true).build())
            .eachRetry(
                retry -> {
                  asked[0]++;
                  return retry;
                })
            .build(Map.of("reprise.policies.a", "maxAttempts=2"));

    coded.reload(Map.of("reprise.policies.a", "maxAttempts=4"));

    String text = coded.retry("a").policy().toString();
    assertTrue(text.contains("maxAttempts=4") && text.contains("custom(busy)"), text);
    assertEquals(1, asked[0]);
    Retry same = coded.retry("a");
    assertTrue(coded.reload(Map.of("reprise.policies.a", "maxAttempts=4")).isEmpty());
    assertSame(same, coded.retry("a"));
  }

  @Test
  void by_two_threads_loses_no_state_and_shows_no_partial_change() throws Exception {
    RetryState state = registry.retry("b").state();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int thread = 0; thread < 2; thread++) {
        int own = thread;
        ends.add(
            threads.submit(
                () -> {
                  start.await();
                  for (int i = 0; i < 2_000; i++) {
                    registry.reload(both(1 + (own + 2 * i) % 50));
                  }
                  return null;
                }));
      }
      start.countDown();
      registry.reload(both(7));
      while (!ends.stream().allMatch(Future::isDone)) {
        assertTrue(registry.retry("b").policy().maxAttempts() <= 50);
        assertSame(state, registry.retry("b").state());
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(
        registry.retry("a").policy().maxAttempts(), registry.retry("b").policy().maxAttempts());
    assertSame(state, registry.retry("b").state());
  }

  /** Waits inside the code while a reload on another thread finishes first. */
  @Test
  void that_finishes_second_restarts_from_the_result_of_the_first() {
    List<String> equipped = new ArrayList<>();
    RetryRegistry[] overtaken = new RetryRegistry[1];
    overtaken[0] =
        RetryRegistry.builder()
            .eachRetry(
                retry -> {
                  equipped.add(retry.name());
                  if (retry.name().equals("c")) {
                    overtaken[0].reload(Map.of("reprise.policies.a", "", "reprise.policies.d", ""));
                  }
                  return retry;
                })
            .build(Map.of("reprise.policies.a", ""));
    RetryState state = overtaken[0].retry("a").state();

    RegistryChange change =
        overtaken[0].reload(
            Map.of("reprise.policies.a", "maxAttempts=2", "reprise.policies.c", ""));

    assertEquals(new RegistryChange(Set.of("c"), Set.of("a"), Set.of("d")), change);
    assertSame(state, overtaken[0].retry("a").state());
    assertEquals(List.of("a", "c", "d"), equipped);
  }

  private static Map<String, String> both(int attempts) {
    return Map.of(
        "reprise.policies.a.maxAttempts", String.valueOf(attempts),
        "reprise.policies.b.maxAttempts", String.valueOf(attempts),
        "reprise.policies.b.budget", "bucket(100, 5)");
  }

  private static Map<String, String> with(String key, String value) {
    Map<String, String> properties = new HashMap<>(BEFORE);
    properties.put(key, value);
    return properties;
  }

  private static String down() throws IOException {
    throw new IOException("down");
  }
}
