package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.ServerHints.BusyException;
import dev.reprise.examples.ServerHints.Reply;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerHintsTest {

  private final VirtualTime time = VirtualTime.seeded(1);

  @ParameterizedTest
  @CsvSource({
    "-PT5S, 0, 100",
    "PT0S, 0, 100",
    "PT1S, 1000, 1200",
    "PT10S, 10000, 12000",
    "PT50S, 50000, 60000",
    "PT59S, 59000, 60000",
  })
  void the_first_wait_is_as_documented(Duration hint, long from, long to) {
    for (int seed = 0; seed < 200; seed++) {
      Retry retry = retry(ServerHints.fromFailure(), VirtualTime.seeded(seed));
      long millis = throwingOnce(retry, hint).elapsed().toMillis();
      assertThat(millis).isBetween(from, to);
    }
  }

  @ParameterizedTest
  @CsvSource({"PT60S, DEADLINE", "PT200S, DEADLINE", "PT201S, HINT_TOO_LONG"})
  void a_hint_that_is_too_long_ends_the_call_without_a_wait(Duration hint, StopReason reason) {
    RetryResult<String> result = throwingOnce(retry(ServerHints.fromFailure(), time), hint);
    assertThat(result.stopReason()).isEqualTo(reason);
    assertThat(result.elapsed()).isZero();
  }

  @Test
  void a_patient_policy_waits_longer() {
    Duration hint = Duration.ofMinutes(20);
    RetryResult<String> result = throwingOnce(retry(ServerHints.patient(), time), hint);
    assertThat(result.succeeded()).isTrue();
    assertThat(result.elapsed()).isBetween(hint, hint.plus(Duration.ofMinutes(10)));
  }

  @Test
  void a_rejected_result_causes_a_wait() {
    Reply[] replies = {new Reply(503, Duration.ofSeconds(5)), new Reply(200, null)};
    int[] next = {0};
    RetryResult<Reply> result =
        retry(ServerHints.fromResult(), time).execute(() -> replies[next[0]++]);
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.elapsed()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
  }

  @Test
  void after_a_success_with_a_hint_the_next_call_waits_if_configured() {
    Reply last = new Reply(200, Duration.ofSeconds(5));
    Retry heeding = retry(ServerHints.onSuccessToo(), time);
    heeding.call(() -> last);
    assertThat(time.elapsed()).isZero();
    heeding.call(() -> new Reply(200, null));
    assertThat(time.elapsed()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));

    VirtualTime other = VirtualTime.seeded(2);
    Retry deaf = retry(ServerHints.fromResult(), other);
    deaf.call(() -> last);
    deaf.call(() -> last);
    assertThat(other.elapsed()).isZero();
  }

  private static RetryResult<String> throwingOnce(Retry retry, Duration hint) {
    int[] attempts = {0};
    Operation<String, BusyException> operation =
        () -> {
          if (attempts[0]++ == 0) {
            throw new BusyException(hint);
          }
          return "done";
        };
    return retry.execute(operation);
  }

  private static Retry retry(RetryPolicy policy, VirtualTime time) {
    return Retry.of(policy).withEnvironment(time);
  }
}
