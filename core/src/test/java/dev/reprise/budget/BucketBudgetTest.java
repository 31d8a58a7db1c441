package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketBudgetTest {

  @ParameterizedTest
  @CsvSource({"500, 5, 100", "100, 5, 20", "7, 3, 2", "1, 1, 1", "2147483647, 2147483647, 1"})
  void retries_cost_tokens_up_to_the_capacity(int capacity, int retryCost, int retries) {
    RetryBudget budget = RetryBudget.bucket(capacity, retryCost);
    assertEquals(retries, budget.retriesWhenFull());
    assertEquals(retries, Calls.drain(budget, 0));
    assertEquals(retries, Calls.drain(budget.newInstance(), 0));
  }

  /**
   * Of ten calls: the numbers that succeed at once, after one retry, after two retries, and not at
   * all.
   */
  @ParameterizedTest
  @CsvSource({"10, 0, 0, 0, 60", "0, 10, 0, 0, 50", "0, 0, 10, 0, 0", "0, 0, 0, 5, 0"})
  void computes_the_tokens_of_ten_calls(int once, int twice, int thrice, int never, int left) {
    BucketBudget budget = new BucketBudget(500, 5);
    for (int i = 0; i < 90; i++) {
      budget.tryAcquire(0);
    }
    Calls.succeed(budget, once, 0);
    callsThatFailFirst(budget, twice, 1);
    callsThatFailFirst(budget, thrice, 2);
    callsThatFailFirst(budget, never, 3);
    assertEquals(left, budget.available());
  }

  private static void callsThatFailFirst(RetryBudget budget, int calls, int failures) {
    for (int i = 0; i < calls; i++) {
      int[] attempt = {0};
      Calls.call(budget, 3, 0, () -> attempt[0]++ >= failures);
    }
  }

  @Test
  void is_full_until_a_retry_takes_tokens_and_again_after_its_success() {
    RetryBudget budget = RetryBudget.aws();
    assertTrue(budget.isFull(0));
    budget.tryAcquire(0);
    assertFalse(budget.isFull(Long.MAX_VALUE));
    budget.permitReturned(true, 0);
    assertTrue(budget.isFull(0));
  }

  @Test
  void grants_every_retry_with_price_zero() {
    RetryBudget free = RetryBudget.bucket(1, 0);
    assertEquals(Long.MAX_VALUE, free.retriesWhenFull());
    Calls.fail(free, 1_000, 0);
    assertTrue(free.tryAcquire(0));
    assertTrue(free.isFull(0));
    assertEquals("bucket(1, 0)", RetryBudget.parse("bucket(1, 0)").toString());
  }

  @Test
  void stays_empty_without_successes() {
    RetryBudget budget = RetryBudget.aws();
    assertFalse(budget.readsTicks());
    Calls.drain(budget, 0);
    Calls.fail(budget, 1_000, Long.MAX_VALUE);
    assertFalse(budget.tryAcquire(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 5 | capacity must be from 1 to 2147483647, but was 0",
        "5 | -1 | retryCost must be from 0 to 5, but was -1",
        "5 | 6 | retryCost must be from 0 to 5, but was 6"
      })
  void refuses_settings_that_could_never_grant_a_retry(
      int capacity, int retryCost, String message) {
    var refused =
        assertThrows(IllegalArgumentException.class, () -> RetryBudget.bucket(capacity, retryCost));
    assertEquals(message, refused.getMessage());
  }
}
