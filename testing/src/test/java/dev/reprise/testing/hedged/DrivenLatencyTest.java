package dev.reprise.testing.hedged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class DrivenLatencyTest {

  private static final Duration LATENCY = Duration.ofMillis(10);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final Retry retry =
      Retry.of(RetryPolicy.parse("maxAttempts=3 hedge=percentile(50) idempotency=idempotent"))
          .withEnvironment(time);

  @Test
  void a_percentile_is_measured_from_attempts_whose_caller_reports_a_success() throws Exception {
    assertHedgesAfter((call, attempt) -> call.succeeded(attempt));
  }

  @Test
  void a_percentile_is_measured_from_attempts_whose_results_are_judged() throws Exception {
    assertHedgesAfter((call, attempt) -> call.returned(attempt, "fine"));
  }

  private void assertHedgesAfter(BiConsumer<DrivenCall<String>, Attempt> end) throws Exception {
    for (int i = 0; i < Hedge.MIN_SAMPLES; i++) {
      DrivenCall<String> call = retry.driver().start();
      Attempt attempt = Objects.requireNonNull(call.begin(call.step()));
      time.pass(LATENCY);
      end.accept(call, attempt);
    }

    DrivenCall<String> next = retry.driver().start();
    Attempt unused = next.begin(next.step());

    assertThat(next.step()).isInstanceOf(RetryStep.HedgeAfter.class);
    assertThat(next.step().delay()).isEqualTo(LATENCY);
    next.close();
  }
}
