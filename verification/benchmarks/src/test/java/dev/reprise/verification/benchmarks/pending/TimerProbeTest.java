package dev.reprise.verification.benchmarks.pending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.verification.benchmarks.process.Facts;
import org.junit.jupiter.api.Test;

class TimerProbeTest {

  @Test
  void every_timer_has_a_rate_with_one_thread_and_with_two() {
    Facts facts = new Facts();

    TimerProbe.turnover(facts, 1, 2000);

    assertThat(TimerUnderTest.values())
        .allSatisfy(
            timer -> {
              assertThat(facts.get(timer.turnover(1))).isPositive();
              assertThat(facts.get(timer.turnover(2))).isPositive();
            });
  }

  @Test
  void lateness_grows_with_the_percentile() {
    Facts facts = new Facts();

    TimerProbe.lateness(facts, 1, 100_000, 2000);

    for (TimerUnderTest timer : TimerUnderTest.values()) {
      double median = facts.get(timer.lateness("p50"));
      assertThat(median).isNotNegative();
      assertThat(facts.get(timer.lateness("p99"))).isGreaterThanOrEqualTo(median);
      assertThat(facts.get(timer.lateness("max"))).isGreaterThanOrEqualTo(median);
    }
  }
}
