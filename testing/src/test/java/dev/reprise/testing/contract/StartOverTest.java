package dev.reprise.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Operations that run long between their failures, in every shape. */
class StartOverTest extends Scenarios {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
  private static final UnaryOperator<RetryPolicyBuilder> SUBSCRIPTION =
      policy ->
          policy
              .unlimitedAttempts()
              .withoutTimeLimit()
              .startOverAfter(Duration.ofMinutes(1))
              .backoff(Backoff.exponential(seconds(1)).cappedAt(seconds(8)));

  StartOverTest() {
    super(new ScenarioRunner(CallShape.all(), () -> VirtualTime.seeded(1)));
  }

  @Test
  void delays_restart_after_a_healthy_attempt() {
    inEveryShape(
        fixture -> {
          IOException lost = new IOException("connection lost");
          fixture.policy(SUBSCRIPTION);
          fixture.operation.fails(lost).fails(lost).fails(lost).fails(lost).fails(lost);
          fixture.operation.takes(TEN_MINUTES).fails(lost).takes(Duration.ZERO);
          fixture.operation.fails(lost).fails(lost).returns("closed");

          assertThat(fixture.returns("closed", 9).delays())
              .containsExactlyElementsOf(allSeconds(1, 2, 4, 8, 8, 1, 2, 4));
        });
  }

  @Test
  void an_attempt_is_healthy_from_exactly_the_given_duration() {
    for (int millis : List.of(59_999, 60_000)) {
      long third = millis < 60_000 ? 4 : 1;
      inEveryShape(
          fixture -> {
            IOException lost = new IOException("connection lost");
            fixture.policy(SUBSCRIPTION);
            fixture.operation.fails(lost).fails(lost);
            fixture.operation.takes(Duration.ofMillis(millis)).fails(lost).returns("closed");
            assertThat(fixture.returns("closed", 4).delays())
                .containsExactlyElementsOf(allSeconds(1, 2, third));
          });
    }
  }

  @Test
  void the_limit_of_attempts_restarts_and_attempt_numbers_continue() {
    inEveryShape(
        fixture -> {
          IOException lost = new IOException("connection lost");
          fixture.policy(SUBSCRIPTION).policy(policy -> policy.maxAttempts(3));
          fixture.operation.fails(lost).takes(TEN_MINUTES).fails(lost);
          fixture.operation.takes(Duration.ZERO).fails(lost);

          CallObservation seen = fixture.fails(lost, StopReason.ATTEMPTS, 4);

          assertThat(seen.delays()).containsExactlyElementsOf(allSeconds(1, 1, 2));
        });
  }

  @Test
  void the_deadline_is_not_renewed() {
    inEveryShape(
        fixture -> {
          IOException lost = new IOException("connection lost");
          fixture.policy(SUBSCRIPTION).policy(policy -> policy.within(Duration.ofMinutes(15)));
          fixture.operation.takes(TEN_MINUTES).fails(lost);

          CallObservation seen = fixture.fails(lost, StopReason.DEADLINE, 2);

          assertThat(seen.delays()).containsExactly(seconds(1));
        });
  }

  @Test
  void nothing_restarts_by_default() {
    assertThat(RetryPolicy.defaults().startOverAfter()).isEmpty();
    inEveryShape(
        fixture -> {
          IOException lost = new IOException("connection lost");
          fixture.policy(SUBSCRIPTION);
          fixture.policy(policy -> policy.startOverAfter(Duration.ofSeconds(Long.MAX_VALUE)));
          fixture
              .operation
              .takes(TEN_MINUTES)
              .fails(lost)
              .fails(lost)
              .fails(lost)
              .returns("closed");
          assertThat(fixture.returns("closed", 4).delays())
              .containsExactlyElementsOf(allSeconds(1, 2, 4));
        });
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static List<Duration> allSeconds(long... seconds) {
    return java.util.Arrays.stream(seconds).mapToObj(Duration::ofSeconds).toList();
  }
}
