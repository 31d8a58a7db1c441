package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.OptionalDouble;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class LowestBudgetLevelTest {

  private final Retry retry =
      Retry.of(RetryPolicy.parse("maxAttempts=2 backoff=none"))
          .withBudget(RetryBudget.bucket(10, 5));

  private static void fail(Retry retry) {
    assertThrows(
        IOException.class,
        () ->
            retry.run(
                () -> {
                  throw new IOException("reset");
                }));
  }

  private static void assertLevel(double expected, Retry retry) {
    assertEquals(OptionalDouble.of(expected), retry.budgetLevel());
  }

  @Test
  void without_keys_it_is_that_of_the_budget() {
    assertLevel(1, retry);
    fail(retry);
    assertLevel(0.5, retry);
    fail(retry);
    assertLevel(0, retry);
  }

  @Test
  void it_is_that_of_the_key_with_the_lowest_level() {
    fail(retry.on("slow.example"));
    fail(retry.on("down.example"));
    fail(retry.on("down.example"));
    retry.on("up.example").run(() -> {});

    assertLevel(0, retry);
    assertLevel(0, retry.on("up.example"));
    assertEquals(1, retry.state().budget().level(0).orElseThrow());
  }

  @Test
  void copies_share_it_and_another_budget_has_its_own() {
    Retry renamed = retry.named("other").withPolicy(RetryPolicy.none());
    Retry full = retry.withBudget(RetryBudget.bucket(10, 5));
    fail(retry.on("down.example"));

    assertLevel(0.5, renamed);
    assertLevel(1, full);
  }

  @Test
  void it_is_empty_if_the_budget_does_not_know_it() {
    assertEquals(OptionalDouble.empty(), withLevel(OptionalDouble.empty()).budgetLevel());
  }

  @Test
  void it_is_empty_if_the_budget_breaks_its_contract() {
    try (LogCapture log = new LogCapture(Level.WARNING)) {
      assertEquals(OptionalDouble.empty(), withLevel(null).budgetLevel());
      assertEquals(1, log.records.size());
    }
  }

  private Retry withLevel(OptionalDouble level) {
    RetryBudget budget =
        (RetryBudget)
            Proxy.newProxyInstance(
                RetryBudget.class.getClassLoader(),
                new Class<?>[] {RetryBudget.class},
                (proxy, method, arguments) ->
                    method.getName().equals("level")
                        ? level
                        : method.invoke(RetryBudget.unlimited(), arguments));
    return retry.withBudget(budget);
  }
}
