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
  void begins_without_information() {
    assertEquals(View.NONE, state.view());
    assertTrue(state.isIdle());
    assertSame(budget, state.budget());
  }

  @Test
  void counts_the_callers_that_are_retrying() {
    state.retryingStarted();
    state.retryingStarted();
    assertEquals(2, state.view().retrying());
    assertEquals(3, state.viewIncludingCaller().retrying());
    assertFalse(state.isIdle());

    state.callFinished(0);
    state.firstAttemptWon(0);
    assertEquals(0, state.view().retrying());
    assertTrue(state.isIdle());
  }

  @Test
  void is_idle_while_its_budget_is_full_no_call_retries_and_no_pause_is_requested() {
    RetryState bucket = new RetryState(RetryBudget.bucket(10, 5));
    assertTrue(bucket.isReplaceable(0));

    bucket.retryingStarted();
    assertFalse(bucket.isReplaceable(0));
    bucket.callFinished(0);
    assertTrue(bucket.isReplaceable(0));

    bucket.pause(7, 0);
    assertFalse(bucket.isReplaceable(6));
    assertTrue(bucket.isReplaceable(7));

    assertTrue(bucket.tryAcquire(7));
    assertFalse(bucket.isReplaceable(7));
    bucket.paidAttemptEnded(true, 0, 7);
    assertTrue(bucket.isReplaceable(7));
  }

  @Test
  void uses_the_first_measured_attempt_as_the_latency() {
    took(0);
    assertEquals(0, state.view().attemptLatencyNanos());

    took(800);
    assertEquals(800, state.view().attemptLatencyNanos());
  }

  @Test
  void changes_the_latency_by_an_eighth_of_the_difference_at_each_attempt() {
    took(800);
    took(1_600);
    assertEquals(900, state.view().attemptLatencyNanos());

    took(100);
    assertEquals(800, state.view().attemptLatencyNanos());
  }

  @Test
  void follows_a_permanent_change_of_the_latency() {
    took(1_000_000);
    for (int i = 0; i < 200; i++) {
      took(10_000_000);
    }
    long latency = state.view().attemptLatencyNanos();

    assertTrue(latency > 9_999_000 && latency <= 10_000_000, "latency " + latency);
  }

  @Test
  void handles_attempts_of_centuries() {
    took(Long.MAX_VALUE);
    took(1);
    took(Long.MAX_VALUE);

    assertTrue(state.view().attemptLatencyNanos() > 0);
  }

  @Test
  void keeps_the_pause_that_ends_last() {
    state.pause(0, 10);
    assertEquals(0, state.remainingPauseNanos(10));

    state.pause(1, 10);
    assertEquals(1, state.remainingPauseNanos(10));

    state.pause(500, 10);
    state.pause(400, 10);
    assertEquals(500, state.remainingPauseNanos(10));

    state.pause(450, 110);
    assertEquals(450, state.remainingPauseNanos(110));
    assertEquals(0, state.remainingPauseNanos(561));
  }

  @Test
  void requests_permits_only_for_retries_with_a_price() {
    RetryState poor = new RetryState(RetryBudget.bucket(10, 5));
    assertTrue(poor.tryAcquire(0, 1));
    assertTrue(poor.tryAcquire(2, 1));
    assertFalse(poor.tryAcquire(1, 1));
    assertFalse(poor.tryAcquire(1));
    assertTrue(poor.tryAcquire(0, 1));

    poor.paidAttemptEnded(2, true, 0, 1);
    assertTrue(poor.tryAcquire(1, 1));
  }

  @Test
  void returns_a_paid_permit_and_nothing_for_a_free_one() {
    RetryState full = new RetryState(RetryBudget.inFlight(50, 1));
    full.callStarted(0);
    assertTrue(full.tryAcquire(0));
    assertFalse(full.tryAcquire(0));
    full.permitUnused(0, 0);
    assertFalse(full.tryAcquire(0), "a free attempt gives nothing back");
    full.permitUnused(0);
    assertTrue(full.tryAcquire(0));
  }

  @Test
  void records_latencies_for_backoffs_and_hedges_that_use_them() {
    state.recordLatency(800);
    assertEquals(1, state.view().latencies().count());
  }

  @Test
  void issues_the_permits_that_drivers_use() {
    assertSame(budget, state.permits());
  }

  private void took(long nanos) {
    state.paidAttemptEnded(false, nanos, 0);
  }
}
