package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FixedBudgetTest {

  @Test
  void unlimited_grants_every_retry() {
    RetryBudget budget = RetryBudget.unlimited();
    Calls.fail(budget, 1_000, 0);
    assertEquals(1_000_000, Calls.drain(budget, 0));
    assertEquals(Long.MAX_VALUE, budget.retriesWhenFull());
  }

  @Test
  void none_grants_no_retry() {
    RetryBudget budget = RetryBudget.none();
    Calls.succeed(budget, 1_000, 0);
    assertEquals(0, Calls.drain(budget, 0));
    assertEquals(0, budget.retriesWhenFull());
  }

  @Test
  void both_have_no_state_and_read_no_ticks() {
    for (RetryBudget budget : new RetryBudget[] {RetryBudget.unlimited(), RetryBudget.none()}) {
      assertFalse(budget.readsTicks());
      assertTrue(budget.isFull(0));
      assertSame(budget, budget.newInstance());
    }
    assertSame(RetryBudget.unlimited(), RetryBudget.unlimited());
  }
}
