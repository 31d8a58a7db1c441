package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The remaining share of a budget: from 1, when full, to 0, when it refuses. */
class BudgetLevelTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void of_a_bucket_is_its_share_of_tokens() {
    RetryBudget budget = RetryBudget.bucket(10, 3);
    assertEquals(1, level(budget, 0));
    budget.tryAcquire(0);
    assertEquals(0.7, level(budget, 0), 1e-9);
    budget.tryAcquire(0);
    budget.tryAcquire(0);
    assertEquals(0, level(budget, 0));
    budget.firstAttemptSucceeded(0);
    budget.firstAttemptSucceeded(0);
    assertEquals(0.3, level(budget, 0), 1e-9);
    assertEquals(1, level(RetryBudget.bucket(1, 0), 0));
  }

  @Test
  void of_the_standard_budget_includes_the_tokens_of_idle_time() {
    RetryBudget budget = RetryBudget.standard();
    long start = 1_000 * SECOND;
    assertEquals(1, level(budget, start));
    budget.tryAcquire(start);
    assertEquals(0.95, level(budget, start), 1e-9);
    assertEquals(0.97, level(budget, start + 20 * SECOND), 1e-9);
    assertEquals(0.95, level(budget, start), 1e-9);
    assertEquals(1, level(budget, start + 3_600 * SECOND));
  }

  @Test
  void of_the_standard_budget_is_zero_while_the_breaker_is_open() {
    RetryBudget budget = RetryBudget.standard();
    for (int i = 0; i < 20; i++) {
      budget.firstAttemptFailed(0);
    }
    assertEquals(0, level(budget, 0));
    assertEquals(1, level(budget, 60 * SECOND));
  }

  @Test
  void of_a_ratio_is_the_share_of_retries_not_made() {
    RetryBudget budget = RetryBudget.ratio(0, 1, Duration.ofSeconds(10));
    assertEquals(1, level(budget, 0));
    budget.tryAcquire(0);
    double after = level(budget, 0);
    assertTrue(after > 0.85 && after < 1, () -> "" + after);
    assertEquals(0, level(RetryBudget.ratio(20, 0, Duration.ofSeconds(10)), 0));
  }

  @Test
  void of_the_grpc_throttle_is_the_share_above_half() {
    RetryBudget budget = RetryBudget.grpc(10, 0.1);
    assertEquals(1, level(budget, 0));
    budget.firstAttemptFailed(0);
    assertEquals(0.8, level(budget, 0), 1e-9);
    for (int i = 0; i < 9; i++) {
      budget.firstAttemptFailed(0);
    }
    assertEquals(0, level(budget, 0));
  }

  @Test
  void of_a_budget_of_calls_in_flight_is_the_share_of_unused_retries() {
    RetryBudget budget = RetryBudget.inFlight(20, 4);
    assertEquals(1, level(budget, 0));
    budget.tryAcquire(0);
    assertEquals(0.75, level(budget, 0), 1e-9);
    budget.permitReturned(false, 0);
    assertEquals(1, level(budget, 0));
    assertEquals(0, level(RetryBudget.inFlight(0, 0), 0));
  }

  @Test
  void of_fixed_budgets_is_constant_and_of_other_budgets_unknown() {
    assertEquals(1, level(RetryBudget.unlimited(), 0));
    assertEquals(0, level(RetryBudget.none(), 0));
    assertTrue(new Unknown().level(0).isEmpty());
  }

  private static final class Unknown extends BudgetAdapter {

    @Override
    public boolean tryAcquire(long nowNanos) {
      return true;
    }

    @Override
    public RetryBudget newInstance() {
      return this;
    }

    @Override
    public boolean isFull(long nowNanos) {
      return true;
    }

    @Override
    public long retriesWhenFull() {
      return 1;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "standard",
        "bucket(7, 2)",
        "bucket(7, 0)",
        "ratio(20%, 10/s)",
        "grpc(10, 0.1)",
        "inFlight(20%, min=3)",
        "unlimited",
        "none"
      })
  void is_zero_exactly_when_the_next_retry_is_refused(String text) {
    RetryBudget budget = RetryBudget.parse(text);
    Random random = new Random(7);
    long now = 0;
    for (int i = 0; i < 5_000; i++) {
      double level = level(budget, now);
      assertTrue(level >= 0 && level <= 1, () -> text + ": " + level);
      switch (random.nextInt(4)) {
        case 0 -> {
          budget.callStarted(now);
          budget.firstAttemptSucceeded(now);
        }
        case 1 -> {
          budget.callStarted(now);
          budget.firstAttemptFailed(now);
          assertEquals(level(budget, now) > 0, acquired(budget, now, random), text);
          budget.callFinished(now);
        }
        case 2 -> now += random.nextLong(20 * SECOND);
        default -> assertEquals(level(budget, now) > 0, acquired(budget, now, random), text);
      }
    }
  }

  private static boolean acquired(RetryBudget budget, long now, Random random) {
    boolean granted = budget.tryAcquire(now);
    if (granted) {
      budget.permitReturned(random.nextBoolean(), now);
    }
    return granted;
  }

  private static double level(RetryBudget budget, long now) {
    return budget.level(now).orElseThrow();
  }
}
