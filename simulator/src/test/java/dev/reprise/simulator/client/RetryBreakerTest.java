package dev.reprise.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import org.junit.jupiter.api.Test;

class RetryBreakerTest {

  private static final long SECOND = 1_000_000_000L;

  private final RetryBreaker breaker =
      new RetryBreaker(RetryBudget.unlimited(), 0.25, 8, 10 * SECOND);

  private void first(int succeeded, int failed, long now) {
    for (int i = 0; i < succeeded; i++) {
      breaker.firstAttemptSucceeded(now);
    }
    for (int i = 0; i < failed; i++) {
      breaker.firstAttemptFailed(now);
    }
  }

  @Test
  void opens_at_its_share() {
    first(7, 1, SECOND);
    assertThat(breaker.tryAcquire(SECOND)).isTrue();

    first(0, 2, SECOND);
    assertThat(breaker.tryAcquire(SECOND)).isFalse();
    assertThat(breaker.tryAcquire(3, SECOND)).isFalse();
  }

  @Test
  void refuses_nothing_below_its_number_of_calls() {
    first(0, 7, SECOND);
    assertThat(breaker.tryAcquire(SECOND)).isTrue();

    first(0, 1, SECOND);
    assertThat(breaker.tryAcquire(SECOND)).isFalse();
  }

  @Test
  void closes_when_the_failures_are_older_than_its_period() {
    first(0, 10, SECOND);
    assertThat(breaker.tryAcquire(10 * SECOND)).isFalse();
    assertThat(breaker.tryAcquire(11 * SECOND)).isTrue();
    assertThat(breaker.tryAcquire(100 * SECOND)).isTrue();
  }

  @Test
  void a_new_instance_shares_nothing() {
    first(0, 10, SECOND);
    assertThat(breaker.newInstance().tryAcquire(SECOND)).isTrue();
    assertThat(breaker.isFull(SECOND)).isFalse();
    assertThat(breaker.newInstance().isFull(SECOND)).isTrue();
  }

  @Test
  void the_budget_behind_it_decides_while_it_is_closed() {
    RetryBudget bucket = RetryBudget.bucket(5, 5);
    RetryBreaker both = new RetryBreaker(new WithoutRefund(bucket), 0.5, 20, SECOND);

    assertThat(both.tryAcquire(0)).isTrue();
    both.permitReturned(true, 0);
    assertThat(both.tryAcquire(0)).isFalse();
    for (int i = 0; i < 5; i++) {
      both.firstAttemptSucceeded(0);
    }
    assertThat(both.tryAcquire(0)).isTrue();
  }
}
