package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InFlightBudgetTest {

  @ParameterizedTest
  @CsvSource({
    "20, 3, 0, 3",
    "20, 3, 15, 3",
    "20, 3, 19, 3",
    "20, 3, 20, 4",
    "20, 3, 1000, 200",
    "20, 0, 4, 0",
    "20, 0, 5, 1",
    "0, 0, 1000, 0",
    "100, 0, 7, 7"
  })
  void allows_a_share_of_the_calls_in_progress_and_a_minimum(
      double percent, int minRetries, int calls, int retries) {
    RetryBudget budget = RetryBudget.inFlight(percent, minRetries);
    for (int i = 0; i < calls; i++) {
      budget.callStarted(0);
    }
    assertEquals(retries, Calls.drain(budget, 0));
  }

  @Test
  void an_ended_call_frees_its_place_and_is_no_longer_counted() {
    RetryBudget budget = RetryBudget.inFlight(50, 0);
    for (int i = 0; i < 4; i++) {
      budget.callStarted(0);
    }
    assertEquals(2, Calls.drain(budget, 0));
    budget.permitReturned(false, 0);
    assertEquals(1, Calls.drain(budget, 0));
    budget.firstAttemptSucceeded(0);
    budget.firstAttemptSucceeded(0);
    budget.permitReturned(true, 0);
    assertFalse(budget.tryAcquire(0));
    budget.permitReturned(true, 0);
    assertTrue(budget.tryAcquire(0));
    budget.permitReturned(true, 0);
    budget.callFinished(0);
    assertFalse(budget.tryAcquire(0));
  }

  @Test
  void is_full_when_no_call_is_in_progress() {
    RetryBudget budget = RetryBudget.envoy();
    assertFalse(budget.readsTicks());
    assertTrue(budget.isFull(0));
    budget.callStarted(0);
    assertFalse(budget.isFull(0));
    assertTrue(budget.newInstance().isFull(0));
    budget.firstAttemptFailed(0);
    budget.callFinished(0);
    assertTrue(budget.isFull(0));
  }

  @ParameterizedTest
  @CsvSource({"20, 3, true", "100, 0, true", "99, 0, false", "0, 1, true"})
  void a_single_call_can_retry_for_ever_or_not_at_all(double percent, int min, boolean forever) {
    RetryBudget budget = RetryBudget.inFlight(percent, min);
    assertEquals(forever ? Long.MAX_VALUE : 0, budget.retriesWhenFull());
    int[] attempts = {0};
    Calls.call(budget, 1_000, 0, () -> attempts[0]++ < 0);
    assertEquals(forever ? 1_000 : 1, attempts[0]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1 | 3 | percent must be from 0 to 100, but was -1",
        "101 | 3 | percent must be from 0 to 100, but was 101",
        "20 | -1 | minRetries must be from 0 to 2147483647, but was -1"
      })
  void refuses_settings_out_of_bounds(double percent, int minRetries, String message) {
    var refused =
        assertThrows(
            IllegalArgumentException.class, () -> RetryBudget.inFlight(percent, minRetries));
    assertEquals(message, refused.getMessage());
  }
}
