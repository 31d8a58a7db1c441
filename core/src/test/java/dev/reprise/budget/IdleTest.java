package dev.reprise.budget;

import static dev.reprise.budget.Calls.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trap 30: budget arithmetic that overflows after an idle time and never refills. */
class IdleTest {

  private static final long YEAR = 365 * 24 * 3600 * SECOND;

  private final StandardBudget budget = new StandardBudget();

  @ParameterizedTest
  @ValueSource(
      longs = {1_000, 15 * 60 + 300, 35 * 60, 72 * 60, 49L * 24 * 3600, 365L * 24 * 3600 * 292})
  void refills_after_an_idle_time_of_any_length(long idleSeconds) {
    Calls.drain(budget, 7);
    Calls.fail(budget, 20, 7);
    long later = 7 + idleSeconds * SECOND;
    assertTrue(budget.isFull(later));
    assertEquals(20, Calls.drain(budget, later));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 250, 292, 293, 300, 400, 500, 584})
  void refills_and_closes_the_breaker_after_centuries(int years) {
    Calls.drain(budget, 7);
    Calls.fail(budget, 20, 7);
    assertFalse(budget.tryAcquire(7));
    long later = 7 + years * YEAR; // wraps around after 293 years
    assertEquals(20, Calls.drain(budget, later));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE - 20 * SECOND, -20 * SECOND, -36_000 * SECOND, 0})
  void refills_when_the_clock_wraps_or_passes_zero(long start) {
    Calls.drain(budget, start);
    assertEquals(1, Calls.drain(budget, start + 50 * SECOND));
    assertEquals(0, Calls.drain(budget, start + 99 * SECOND));
  }

  @Test
  void idle_time_with_a_full_bucket_earns_nothing() {
    assertEquals(20, Calls.drain(budget, 10_000 * SECOND));
    assertEquals(0, Calls.drain(budget, 10_001 * SECOND));
  }

  @Test
  void a_tick_slightly_out_of_order_neither_adds_nor_removes_tokens() {
    Calls.drain(budget, 100 * SECOND);
    assertFalse(budget.tryAcquire(99 * SECOND));
    assertFalse(budget.tryAcquire(0));
    assertTrue(budget.tryAcquire(150 * SECOND));
  }

  @Test
  void a_clock_that_was_set_back_by_days_does_not_block_the_budget_for_days() {
    long week = 7 * 24 * 3600 * SECOND;
    Calls.drain(budget, week);
    Calls.fail(budget, 20, week);
    assertTrue(budget.tryAcquire(0));
    Calls.drain(budget, 0);
    assertTrue(budget.tryAcquire(50 * SECOND));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 250, 293, 300, 584})
  void a_ratio_is_full_again_after_centuries(int years) {
    RetryBudget ratio = RetryBudget.finagle();
    assertEquals(107, Calls.drain(ratio, 7));
    assertEquals(107, Calls.drain(ratio, 7 + years * YEAR));
  }
}
