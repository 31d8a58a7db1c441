package dev.reprise.budget;

import static dev.reprise.budget.Calls.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioBudgetTest {

  @ParameterizedTest
  @CsvSource({
    "20, 10, 10, 0, 107",
    "20, 10, 10, 4, 108",
    "20, 10, 10, 5, 108",
    "20, 10, 10, 1000, 307",
    "20, 0, 10, 4, 0",
    "20, 0, 10, 5, 1",
    "29, 0, 10, 100, 29",
    "200, 0, 10, 7, 14",
    "0, 0.25, 10, 50, 2",
    "0, 0, 10, 50, 0",
    "10, 2, 60, 100, 130",
    "100000, 0, 1, 10, 10000"
  })
  void allows_a_share_of_the_calls_and_a_minimum(
      double percent, double minPerSecond, int ttl, int calls, int retries) {
    RetryBudget budget = RetryBudget.ratio(percent, minPerSecond, Duration.ofSeconds(ttl));
    assertEquals(minPerSecond * ttl, budget.retriesWhenFull(), minPerSecond * ttl / 8 + 1);
    Calls.succeed(budget, calls, 5);
    assertEquals(retries, Calls.drain(budget, 5));
  }

  @Test
  void calls_and_retries_count_for_the_ttl() {
    RetryBudget budget = RetryBudget.finagle();
    Calls.succeed(budget, 500, 0);
    assertEquals(207, Calls.drain(budget, 0));
    assertEquals(0, Calls.drain(budget, 9 * SECOND));
    assertEquals(107, Calls.drain(budget, 11 * SECOND));
    assertEquals(0, Calls.drain(budget, 20 * SECOND));
    assertEquals(107, Calls.drain(budget, 22 * SECOND));
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "7, 3", "10, 10", "13, 2", "60, 1"})
  void a_process_whose_calls_all_fail_gets_the_minimum_in_the_long_run(int ttl, int minPerSecond) {
    RetryBudget budget = RetryBudget.ratio(0, minPerSecond, Duration.ofSeconds(ttl));
    long granted = 0;
    for (long tick = 0; tick < 3600 * SECOND; tick += SECOND / 100) {
      granted += budget.tryAcquire(tick) ? 1 : 0;
    }
    assertEquals(3600L * minPerSecond, granted, 3600 * minPerSecond / 20.0);
  }

  @Test
  void a_success_returns_nothing() {
    RetryBudget budget = RetryBudget.ratio(0, 1, Duration.ofSeconds(1));
    assertTrue(budget.tryAcquire(0));
    budget.permitReturned(true, 0);
    assertFalse(budget.tryAcquire(0));
  }

  @Test
  void is_full_when_idle() {
    RetryBudget budget = RetryBudget.finagle();
    assertTrue(budget.readsTicks());
    assertTrue(budget.isFull(0));
    Calls.succeed(budget, 1, 0);
    assertFalse(budget.isFull(0));
    assertTrue(budget.isFull(11 * SECOND));
    budget.tryAcquire(11 * SECOND);
    assertFalse(budget.isFull(11 * SECOND));
    assertTrue(budget.newInstance().isFull(11 * SECOND));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1 | 10 | 10 | percent must be from 0 to 100000, but was -1",
        "NaN | 10 | 10 | percent must be from 0 to 100000, but was NaN",
        "20 | -0.5 | 10 | minPerSecond must be from 0 to 1000000000, but was -0.5",
        "20 | 10 | 0 | ttl must be from 1 s to 1 min, but was 0 s",
        "20 | 10 | 61 | ttl must be from 1 s to 1 min, but was 61 s"
      })
  void refuses_settings_out_of_bounds(double percent, double min, int ttl, String message) {
    Duration time = Duration.ofSeconds(ttl);
    var refused =
        assertThrows(IllegalArgumentException.class, () -> RetryBudget.ratio(percent, min, time));
    assertEquals(message, refused.getMessage());
  }
}
