package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcBudgetTest {

  @ParameterizedTest
  @CsvSource({"10, 4", "11, 5", "1, 0", "2, 0", "3, 1", "1000, 499"})
  void failures_cost_tokens_and_retries_need_more_than_half(int maxTokens, int retries) {
    RetryBudget budget = RetryBudget.grpc(maxTokens, 0.1);
    assertEquals(retries, budget.retriesWhenFull());
    int[] attempts = {0};
    Calls.call(budget, 10_000, 0, () -> attempts[0]++ < 0);
    assertEquals(retries, attempts[0] - 1);
  }

  /** Starts with 10 tokens; f: a first attempt fails, s: it succeeds; F and S: a retry ends. */
  @ParameterizedTest
  @CsvSource({
    "f, 9000, true",
    "ffff, 6000, true",
    "fffff, 5000, false",
    "fffffs, 5100, true",
    "fFFFF, 5000, false",
    "fFFFFS, 5100, true",
    "ffffffffffff, 0, false",
    "ffffffffffffs, 100, false",
    "sss, 10000, true",
    "fsssssssssss, 10000, true"
  })
  void computes_the_tokens_as_the_proposal_does(String events, long thousandths, boolean granted) {
    GrpcBudget budget = new GrpcBudget(10, 0.1);
    for (char event : events.toCharArray()) {
      switch (event) {
        case 'f' -> budget.firstAttemptFailed(0);
        case 's' -> budget.firstAttemptSucceeded(0);
        default -> budget.permitReturned(event == 'S', 0);
      }
    }
    assertEquals(thousandths, budget.availableThousandths());
    assertEquals(granted, budget.tryAcquire(0));
    assertEquals(thousandths, budget.availableThousandths());
  }

  @Test
  void is_full_until_an_attempt_fails() {
    RetryBudget budget = RetryBudget.grpc();
    assertFalse(budget.readsTicks());
    Calls.succeed(budget, 3, 0);
    assertTrue(budget.isFull(0));
    Calls.fail(budget, 1, 0);
    assertFalse(budget.isFull(Long.MAX_VALUE));
    assertTrue(budget.newInstance().isFull(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0.1 | maxTokens must be from 1 to 1000, but was 0",
        "1001 | 0.1 | maxTokens must be from 1 to 1000, but was 1001",
        "10 | 0 | tokenRatio must be from 0.001 to 1000, but was 0",
        "10 | 0.1234 | tokenRatio must have at most 3 decimal places, but was 0.1234"
      })
  void refuses_settings_out_of_bounds(int maxTokens, double tokenRatio, String message) {
    var refused =
        assertThrows(IllegalArgumentException.class, () -> RetryBudget.grpc(maxTokens, tokenRatio));
    assertEquals(message, refused.getMessage());
  }
}
