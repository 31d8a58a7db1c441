package dev.reprise.simulator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.model.Contender;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmplificationTest {

  private static final String POLICY =
      "within=unlimited backoff=exponential(100ms, x2, cap=20s, jitter=full) maxAttempts=";

  @ParameterizedTest
  @CsvSource({"3, unlimited, 3", "1, unlimited, 1", "3, 'bucket(500, 5)', 1", "3, standard, 1"})
  void measures_the_attempts_of_a_call_if_all_time_out(
      int attempts, String budget, double expected) {
    Contender contender =
        new Contender("x", RetryPolicy.parse(POLICY + attempts), RetryBudget.parse(budget));
    assertThat(Amplification.of(contender, 700, 10, 1)).isBetween(expected - 0.02, expected + 0.02);
    assertThat(Amplification.of(contender, 70_000, 1000, 1))
        .isBetween(expected - 0.03, expected + 0.03);
  }
}
