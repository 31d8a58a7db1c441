package dev.reprise.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.DelayRange;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  @Test
  void adds_up_the_delays() {
    Schedule schedule = of("maxAttempts=4 backoff=exponential(100ms, x2, jitter=full)");
    assertThat(schedule.rows())
        .extracting(DelayRow::waited)
        .containsExactly(millis(0, 50, 100), millis(0, 150, 300), millis(0, 350, 700));
    assertThat(schedule.waitedNanos()).isEqualTo(Duration.ofMillis(700).toNanos());
  }

  @Test
  void delays_that_depend_on_latency_assume_one_and_count_elapsed_time() {
    assertThat(of("maxAttempts=4 backoff=elapsed(x0.5)").rows())
        .extracting(DelayRow::delay)
        .extracting(DelayRange::maxNanos)
        .as("1.5 · 100 ms, then half of 200 ms + 150 ms, then half of 300 ms + 325 ms")
        .containsExactly(150_000_000L, 175_000_000L, 312_500_000L);
    assertThat(of("maxAttempts=3 backoff=contention(x4)").rows())
        .extracting(DelayRow::delay)
        .containsExactly(millis(0, 100, 200), millis(0, 200, 400));
  }

  @Test
  void saturates() {
    Schedule schedule = of("maxAttempts=100 within=unlimited backoff=exponential(1h, x1000)");
    assertThat(schedule.waitedNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(schedule.rows().get(9).waited().minNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_retry_that_would_start_at_the_deadline_is_not_possible() {
    Schedule schedule = of("maxAttempts=10 within=3s backoff=fixed(1s)");
    assertThat(schedule.possible()).isEqualTo(2);
    assertThat(schedule.certain()).isEqualTo(2);
    assertThat(schedule.waitedNanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    assertThat(schedule.likelyAttempts()).isEqualTo(3);
  }

  @Test
  void a_condition_to_give_up_is_evaluated_with_the_total_delay() {
    Schedule both = of("maxAttempts=10 backoff=fixed(1s) giveUpWhen=all(attempts(2), elapsed(3s))");
    assertThat(both.possible()).isEqualTo(3);
    assertThat(both.likelyAttempts()).isEqualTo(4);
    assertThat(both.waitedNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    assertThat(both.goesOn()).isFalse();
    Schedule one = of("maxAttempts=10 backoff=fixed(1s) giveUpWhen=attempts(1)");
    assertThat(one.possible()).isZero();
    assertThat(one.likelyAttempts()).isEqualTo(1);
  }

  @Test
  void rules_for_some_failures_widen_the_range_of_delays() {
    Schedule longer = of("maxAttempts=4 backoff=fixed(1s) rules=throttled(backoff=linear(2s))");
    assertThat(longer.rows().get(2).waited().maxNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    assertThat(longer.waitedNanos()).isEqualTo(Duration.ofSeconds(2 + 4 + 6).toNanos());
    Schedule limited =
        of("maxAttempts=4 backoff=fixed(1s) rules=throttled(backoff=linear(2s), maxFailures=2)");
    assertThat(limited.waitedNanos()).isEqualTo(Duration.ofSeconds(2 + 2 + 2).toNanos());
    Schedule shorter =
        of("maxAttempts=9 within=3s backoff=fixed(2s) rules=timeout(backoff=fixed(500ms))");
    assertThat(shorter.possible()).isEqualTo(5);
    assertThat(shorter.likely()).isEqualTo(1);
    Schedule never =
        of("maxAttempts=4 backoff=fixed(1s) rules=timeout(backoff=fixed(1h), maxFailures=1)");
    assertThat(never.waitedNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
  }

  @Test
  void distinguishes_possible_likely_and_certain_retries() {
    Schedule schedule = of("maxAttempts=10 within=3s backoff=uniform(0s, 2s)");
    assertThat(schedule.possible()).isEqualTo(9);
    assertThat(schedule.likely()).isEqualTo(2);
    assertThat(schedule.certain()).isEqualTo(1);
    assertThat(schedule.waitedNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
  }

  @Test
  void without_a_limit_only_the_first_rows_are_kept() {
    Schedule schedule = of("maxAttempts=unlimited within=unlimited backoff=none");
    assertThat(schedule.rows()).hasSize(10);
    assertThat(schedule.goesOn()).isTrue();
    assertThat(schedule.likelyAttempts()).isEqualTo(Integer.MAX_VALUE);
    assertThat(schedule.waitedNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void many_attempts_are_not_unlimited() {
    assertThat(of("maxAttempts=5000 within=unlimited backoff=none").likelyAttempts())
        .isEqualTo(5000);
  }

  @Test
  void one_attempt_has_no_delay() {
    Schedule schedule = of("maxAttempts=1");
    assertThat(schedule.rows()).isEmpty();
    assertThat(schedule.waitedNanos()).isZero();
    assertThat(schedule.likelyAttempts()).isEqualTo(1);
  }

  private static Schedule of(String policy) {
    return Schedule.of(RetryPolicy.parse(policy), 10);
  }

  private static DelayRange millis(long min, long mean, long max) {
    return new DelayRange(min * 1_000_000, mean * 1_000_000, max * 1_000_000);
  }
}
