package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.stats.Estimate;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the effect of retries on a server that hangs. */
class OutageTest {

  private static final String FULL_JITTER =
      "within=unlimited backoff=exponential(100ms, x2, cap=20s, jitter=full) maxAttempts=";
  private static final RetryPolicy PRICES_OF_AWS =
      RetryPolicy.parse(FULL_JITTER + 3).toBuilder().rules(FailureRule.aws()).build();

  private static Estimate recovery(
      String scenario, String rate, String attempts, RetryBudget budget, int seeds) {
    return recovery(scenario, rate, RetryPolicy.parse(FULL_JITTER + attempts), budget, seeds);
  }

  private static Estimate recovery(
      String scenario, String rate, RetryPolicy policy, RetryBudget budget, int seeds) {
    Contender contender = new Contender("tested", policy, budget);
    Scenario tested =
        Scenarios.named(scenario).with("rate", rate).withContenders(List.of(contender));
    Cell cell = new Experiment(tested, List.of(), seeds, 1).run().cells().get(0);
    return cell.estimate("recovery_s");
  }

  private static void recoversAfter(Estimate recovery, double seconds) {
    assertThat(recovery.undefined()).as("runs without recovery").isZero();
    assertThat(recovery.mean()).isEqualTo(seconds, within(Math.max(3, seconds / 10)));
  }

  @ParameterizedTest
  @CsvSource({
    "700, 1, unlimited, 30",
    "700, 3, 'bucket(500, 5)', 31",
    "700, 3, standard, 31",
    "900, 3, standard, 94"
  })
  void recovers_after_the_server_hangs_for_a_minute(
      String rate, String attempts, String budget, double seconds) {
    recoversAfter(recovery("outage-hang", rate, attempts, RetryBudget.parse(budget), 3), seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "700, 1, unlimited, 30",
    "700, 3, 'bucket(500, 5)', 31",
    "700, 3, finagle, 136",
    "700, 3, standard, 31",
    "900, 3, standard, 94",
    "950, 3, standard, 197"
  })
  @Tag("proof")
  void recovers_on_average_after_the_server_hangs_for_a_minute(
      String rate, String attempts, String budget, double seconds) {
    recoversAfter(recovery("outage-hang", rate, attempts, RetryBudget.parse(budget), 10), seconds);
  }

  @ParameterizedTest
  @CsvSource({"700, 30", "900, 92", "950, 183"})
  @Tag("proof")
  void all_thirty_runs_recover_with_prices(String rate, double seconds) {
    Estimate hang = recovery("outage-hang", rate, PRICES_OF_AWS, RetryBudget.standard(), 10);
    recoversAfter(hang, seconds);
  }

  @Test
  @Tag("proof")
  void the_prices_of_aws_halve_the_recovery_with_its_budget() {
    Estimate plain = recovery("outage-hang", "900", "3", RetryBudget.aws(), 10);
    Estimate priced = recovery("outage-hang", "900", PRICES_OF_AWS, RetryBudget.aws(), 10);
    assertThat(plain.mean()).isBetween(160.0, 260.0);
    assertThat(priced.mean()).isBetween(95.0, 135.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "3", "5"})
  @Tag("proof")
  void never_recovers_without_a_budget(String attempts) {
    Estimate hang = recovery("outage-hang", "700", attempts, RetryBudget.unlimited(), 2);
    assertThat(hang.count()).as("recovered").isZero();
  }

  @Test
  @Tag("proof")
  void a_larger_bucket_fails_near_the_capacity() {
    Estimate hang = recovery("outage-hang", "950", "3", RetryBudget.bucket(500, 5), 5);
    assertThat(hang.count()).as("recovered").isZero();
  }

  @Test
  @Tag("proof")
  void a_hang_of_two_seconds_is_enough_for_a_permanent_outage() {
    Estimate naive = recovery("two-second-hang", "700", "3", RetryBudget.unlimited(), 2);
    assertThat(naive.count()).as("recovered").isZero();
  }

  @Test
  void the_standard_budget_recovers_in_all_five_runs() {
    Estimate standard = recovery("two-second-hang", "700", "3", RetryBudget.standard(), 5);
    recoversAfter(standard, 2.4);
    Estimate bucket = recovery("two-second-hang", "700", "3", RetryBudget.bucket(500, 5), 5);
    recoversAfter(bucket, 5);
  }
}
