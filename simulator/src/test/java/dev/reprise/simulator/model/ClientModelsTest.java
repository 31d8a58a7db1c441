package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.budget.RetryBudget;
import dev.reprise.simulator.experiment.Cell;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of what clients do in addition to policy and budget. */
class ClientModelsTest {

  private static final String THREE = "maxAttempts=3 within=unlimited backoff=fixed(10ms)";

  private static double mean(String metric, RetryBudget budget, String... values) {
    String[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = "length=20s";
    Cell cell = Simulated.cell(new FlakyKind(), THREE, budget, 3, all);
    return cell.estimate(metric).mean();
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "0.5, 2", "1, 1"})
  void calls_of_the_other_kind_have_their_own_policy(double share, double attempts) {
    double made = mean("amplification", RetryBudget.unlimited(), "share=1", "other-share=" + share);

    assertThat(made).isEqualTo(attempts, within(0.03));
  }

  @ParameterizedTest
  @CsvSource({"true, 0.389", "false, 0.14"})
  void without_refund_a_bucket_gets_its_tokens_from_first_attempts_alone(
      String refund, double retries) {
    double made =
        mean(
            "amplification",
            RetryBudget.bucket(100, 5),
            "share=0.3",
            "processes=1",
            "rate=500",
            "retry-refund=" + refund);

    assertThat(made - 1).isEqualTo(retries, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({"0.2, 1", "0.4, 1.39", "0, 1.39"})
  void a_breaker_refuses_retries_while_more_than_its_share_fails(double breaker, double attempts) {
    double made =
        mean(
            "amplification",
            RetryBudget.unlimited(),
            "share=0.3",
            "processes=1",
            "rate=500",
            "breaker=" + breaker);

    assertThat(made).isEqualTo(attempts, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"2, 0.67, 0.72", "1, 0, 0.5"})
  void clients_throttle_only_what_exceeds_the_accepted_requests(
      double factor, double least, double most) {
    double answered =
        mean(
            "answered",
            RetryBudget.none(),
            "share=0.3",
            "processes=1",
            "rate=500",
            "throttle=" + factor);

    assertThat(answered).isBetween(least, most);
  }

  @Test
  void a_backend_that_fails_always_receives_few_requests_of_clients_that_throttle() {
    double made =
        mean(
            "amplification",
            RetryBudget.unlimited(),
            "share=1",
            "processes=1",
            "rate=100",
            "throttle=2");

    assertThat(made).isLessThan(0.01);
  }
}
