package dev.reprise.simulator.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.model.Contender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmplificationTest {

  private static final String POLICY =
      "within=unlimited backoff=exponential(100ms, x2, cap=20s, jitter=full) maxAttempts=";

  private static Amplification of(
      int attempts, String budget, double rate, int processes, double fault) {
    Contender contender =
        new Contender("x", RetryPolicy.parse(POLICY + attempts), RetryBudget.parse(budget));
    return Amplification.of(contender, rate, processes, 1, fault);
  }

  @ParameterizedTest
  @CsvSource({"3, unlimited, 3", "1, unlimited, 1", "3, 'bucket(500, 5)', 1", "3, standard, 1"})
  void measures_the_attempts_of_a_call_if_all_time_out(
      int attempts, String budget, double expected) {
    assertThat(of(attempts, budget, 700, 10, 60).perCall()).isEqualTo(expected, within(0.02));
    assertThat(of(attempts, budget, 70_000, 1000, 60).perCall()).isEqualTo(expected, within(0.03));
  }

  @ParameterizedTest
  @CsvSource({"1, unlimited, 1400", "3, unlimited, 4200", "3, 'bucket(500, 5)', 2400"})
  void counts_the_retries_of_the_calls_of_a_fault(int attempts, String budget, double expected) {
    assertThat(of(attempts, budget, 700, 10, 2).during())
        .isEqualTo(expected, within(expected / 20));
  }

  @Test
  void a_fault_longer_than_a_minute_goes_on_as_its_last_minute() {
    double minute = of(2, "unlimited", 100, 1, 60).during();
    assertThat(of(2, "unlimited", 100, 1, 600).during()).isEqualTo(10 * minute, within(minute / 5));
  }
}
