package dev.reprise.budget;

import static dev.reprise.budget.Calls.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardBudgetTest {

  private final StandardBudget budget = new StandardBudget();

  @Test
  void a_full_budget_grants_twenty_retries() {
    assertEquals(20, budget.retriesWhenFull());
    assertEquals(20, Calls.drain(budget, 0));
    assertEquals(0, budget.available());
  }

  @Test
  void a_success_at_the_first_attempt_returns_one_token() {
    Calls.drain(budget, 0);
    Calls.succeed(budget, 4, 0);
    assertFalse(budget.tryAcquire(0));
    Calls.succeed(budget, 1, 0);
    assertTrue(budget.tryAcquire(0));
    assertEquals(0, budget.available());
  }

  @Test
  void a_success_after_retries_returns_the_five_tokens_of_its_last_retry() {
    boolean[] outcomes = {false, false, false, true};
    int[] made = {0};
    assertTrue(Calls.call(budget, 4, 0, () -> outcomes[made[0]++]));
    assertEquals(90, budget.available());
  }

  @Test
  void a_failed_call_returns_nothing() {
    assertFalse(Calls.call(budget, 3, 0, () -> false));
    assertEquals(90, budget.available());
  }

  @Test
  void successes_never_exceed_the_capacity() {
    Calls.succeed(budget, 1_000, 0);
    assertEquals(100, budget.available());
    budget.tryAcquire(0);
    Calls.succeed(budget, 3, 0);
    budget.permitReturned(true, 0);
    assertEquals(100, budget.available());
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "49.9, 0", "50, 1", "99.9, 1", "100, 2", "999.9, 19", "1000, 20", "9999, 20"})
  void gains_a_token_after_every_ten_idle_seconds(double idleSeconds, int retries) {
    Calls.drain(budget, 7);
    assertEquals(retries, Calls.drain(budget, 7 + (long) (idleSeconds * SECOND)));
  }

  @Test
  void repeated_requests_gain_no_token() {
    Calls.drain(budget, 0);
    for (int i = 1; i <= 200; i++) {
      assertFalse(budget.tryAcquire(i * 9 * SECOND));
    }
    assertEquals(0, budget.available());
  }

  @Test
  void grants_a_request_every_fifty_seconds_if_it_is_requested_every_ten_seconds() {
    Calls.drain(budget, 0);
    int granted = 0;
    for (int i = 1; i <= 100; i++) {
      granted += budget.tryAcquire(i * 10 * SECOND) ? 1 : 0;
    }
    assertEquals(20, granted);
  }

  @Test
  void requests_while_the_breaker_is_open_also_end_the_idle_time() {
    Calls.drain(budget, 0);
    Calls.fail(budget, 20, 9 * SECOND);
    assertFalse(budget.tryAcquire(9 * SECOND));
    assertEquals(0, Calls.drain(budget, 58 * SECOND));
  }

  @Test
  void an_empty_budget_is_full_after_a_thousand_idle_seconds() {
    Calls.drain(budget, 7 * SECOND);
    assertFalse(budget.isFull(1_007 * SECOND - 1));
    assertTrue(budget.isFull(1_007 * SECOND));
    assertEquals(20, Calls.drain(budget, 1_007 * SECOND));
  }

  @Test
  void is_full_only_when_idle() {
    assertTrue(budget.readsTicks());
    assertTrue(budget.isFull(0));
    Calls.succeed(budget, 1, 0);
    assertFalse(budget.isFull(0));
    assertTrue(budget.isFull(11 * SECOND));
    Calls.fail(budget, 1, 11 * SECOND);
    assertFalse(budget.isFull(11 * SECOND));
    assertTrue(budget.isFull(22 * SECOND));
  }

  @Test
  void a_new_instance_is_full_and_shares_nothing() {
    Calls.drain(budget, 0);
    RetryBudget fresh = budget.newInstance();
    assertNotSame(budget, fresh);
    assertEquals(20, Calls.drain(fresh, 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void saves_97_percent_of_calls_under_30_percent_random_failures(long seed) {
    Random random = new Random(seed);
    int calls = 100_000;
    int answered = 0;
    for (int i = 0; i < calls; i++) {
      long tick = i * (SECOND / 100);
      if (Calls.call(budget, 3, tick, () -> random.nextDouble() >= 0.3)) {
        answered++;
      }
    }
    double share = answered / (double) calls;
    assertTrue(share > 0.969 && share < 0.976, "seed " + seed + ": " + share);
  }
}
