package dev.reprise.examples;

import static dev.reprise.simulator.testing.SimulationAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.preset.Presets;
import dev.reprise.simulator.testing.Simulation;
import dev.reprise.simulator.testing.SimulationResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The effect of a policy in an outage, tested before release. */
class SimulatedPolicyTest {

  @Test
  void our_policy_lets_the_server_recover() {
    RetryPolicy policy = RetryPolicy.defaults();

    assertThat(Simulation.of("outage-hang").policy(policy).budget(RetryBudget.standard()).seeds(5))
        .recoversWithin(Duration.ofSeconds(60))
        .amplificationBelow(1.2)
        .loadBelow(1.5)
        .answersAtLeast(0.6);
  }

  @Test
  void it_answers_nearly_all_calls_if_three_in_ten_attempts_fail_at_random() {
    assertThat(Simulation.of("failing-share").policy(RetryPolicy.defaults()))
        .onAverage()
        .answersAtLeast(0.96)
        .amplificationBelow(1.5);
  }

  @Test
  void a_naive_policy_keeps_the_server_down() {
    RetryPolicy naive =
        RetryPolicy.builder()
            .maxAttempts(3)
            .withoutTimeLimit()
            .backoff(Backoff.fixed(Duration.ofMillis(100)))
            .build();

    Simulation outage =
        Simulation.of("two-second-hang")
            .with("watch", "120s")
            .policy(naive)
            .budget(RetryBudget.unlimited())
            .seeds(2);

    assertThatThrownBy(() -> assertThat(outage).recoversWithin(Duration.ofSeconds(60)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("recovery_s")
        .hasMessageContaining("worst run not within 120 s");
  }

  @Test
  void another_librarys_default_is_measured_in_the_same_way() {
    SimulationResult failsafe =
        Simulation.of("two-second-hang")
            .with("watch", "60s")
            .contender(Presets.named("failsafe"))
            .seeds(2)
            .run();

    assertThat(failsafe).metric("amplification").above(2);
  }
}
