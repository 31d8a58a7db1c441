package dev.reprise.budget;

import static dev.reprise.budget.Calls.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The breaker of the standard budget: no retries while most first attempts fail. */
class StandardBreakerTest {

  private final StandardBudget budget = new StandardBudget();

  @ParameterizedTest
  @CsvSource({
    "0, 0, true",
    "19, 0, true",
    "20, 0, false",
    "10, 9, true",
    "10, 10, false",
    "10, 11, true",
    "9, 11, true",
    "11, 9, false",
    "50, 50, false",
    "49, 51, true",
    "500000, 500001, true",
    "500000, 500000, false"
  })
  void opens_at_half_of_at_least_twenty(int failed, int succeeded, boolean granted) {
    Calls.succeed(budget, succeeded, 0);
    Calls.fail(budget, failed, 0);
    assertEquals(granted, budget.tryAcquire(0));
  }

  @Test
  void counts_only_first_attempts() {
    for (int i = 0; i < 19; i++) {
      Calls.call(budget, 2, 0, () -> false);
    }
    assertEquals(5, budget.available());
    assertTrue(budget.tryAcquire(0));
  }

  @Test
  void takes_no_tokens_while_open() {
    Calls.fail(budget, 20, 0);
    assertFalse(budget.tryAcquire(0));
    assertEquals(100, budget.available());
  }

  @ParameterizedTest
  @ValueSource(
      longs = {0, -1, -5 * SECOND, Long.MAX_VALUE, Long.MAX_VALUE - 5 * SECOND, Long.MIN_VALUE})
  void closes_when_the_window_has_passed(long start) {
    Calls.fail(budget, 20, start);
    assertFalse(budget.tryAcquire(start));
    assertFalse(budget.tryAcquire(start + 9 * SECOND));
    assertTrue(budget.tryAcquire(start + 11 * SECOND));
  }

  @Test
  void failures_leave_the_window_one_at_a_time() {
    for (int second = 0; second < 20; second++) {
      Calls.fail(budget, 1, second * SECOND);
    }
    assertTrue(budget.tryAcquire(19 * SECOND));
    Calls.fail(budget, 11, 19 * SECOND);
    assertFalse(budget.tryAcquire(19 * SECOND));
    assertTrue(budget.tryAcquire(26 * SECOND));
  }

  @Test
  void closes_as_soon_as_most_attempts_succeed_again() {
    Calls.fail(budget, 30, 0);
    Calls.succeed(budget, 30, SECOND);
    assertFalse(budget.tryAcquire(SECOND));
    Calls.succeed(budget, 1, SECOND);
    assertTrue(budget.tryAcquire(SECOND));
  }

  @Test
  void counts_successes_of_calls_that_are_longer_than_the_window() {
    long minute = 60 * SECOND;
    for (int i = 0; i < 200; i++) {
      long now = minute + i * SECOND / 20;
      budget.firstAttemptSucceeded(now - minute);
      if (i % 10 == 0) {
        budget.firstAttemptFailed(now);
      }
    }
    Calls.fail(budget, 20, 70 * SECOND);
    assertTrue(budget.tryAcquire(70 * SECOND));
  }
}
