package dev.reprise.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.View;
import org.junit.jupiter.api.Test;

class RetryStateTest {

  private final RetryBudget budget = RetryBudget.unlimited();
  private final RetryState state = new RetryState(budget);

  @Test
  void begins_with_nothing_known() {
    assertEquals(View.NONE, state.view());
    assertTrue(state.isIdle());
    assertSame(budget, state.budget());
  }

  @Test
  void counts_the_callers_that_are_retrying() {
    state.retryingBegins();
    state.retryingBegins();
    assertEquals(2, state.view().retrying());
    assertEquals(3, state.viewWithOneMore().retrying());
    assertFalse(state.isIdle());

    state.callFinished(0);
    state.firstAttemptPrevailed(0);
    assertEquals(0, state.view().retrying());
    assertTrue(state.isIdle());
  }

  @Test
  void is_spare_while_it_is_idle_full_and_not_asked_to_pause() {
    RetryState bucket = new RetryState(RetryBudget.bucket(10, 5));
    assertTrue(bucket.isSpare(0));

    bucket.retryingBegins();
    assertFalse(bucket.isSpare(0));
    bucket.callFinished(0);
    assertTrue(bucket.isSpare(0));

    bucket.pause(7, 0);
    assertFalse(bucket.isSpare(6));
    assertTrue(bucket.isSpare(7));

    assertTrue(bucket.tryAcquire(7));
    assertFalse(bucket.isSpare(7));
    bucket.paidAttemptEnded(true, 0, 7);
    assertTrue(bucket.isSpare(7));
  }

  @Test
  void takes_the_first_measured_attempt_for_the_latency() {
    took(0);
    assertEquals(0, state.view().attemptLatencyNanos());

    took(800);
    assertEquals(800, state.view().attemptLatencyNanos());
  }

  @Test
  void moves_the_latency_an_eighth_of_the_way_to_each_attempt() {
    took(800);
    took(1_600);
    assertEquals(900, state.view().attemptLatencyNanos());

    took(100);
    assertEquals(800, state.view().attemptLatencyNanos());
  }

  @Test
  void follows_a_latency_that_changed_for_good() {
    took(1_000_000);
    for (int i = 0; i < 200; i++) {
      took(10_000_000);
    }
    long latency = state.view().attemptLatencyNanos();

    assertTrue(latency > 9_999_000 && latency <= 10_000_000, "latency " + latency);
  }

  @Test
  void survives_attempts_of_centuries() {
    took(Long.MAX_VALUE);
    took(1);
    took(Long.MAX_VALUE);

    assertTrue(state.view().attemptLatencyNanos() > 0);
  }

  private void took(long nanos) {
    state.paidAttemptEnded(false, nanos, 0);
  }
}
