package dev.reprise.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CancellableWaitsTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final CancellableWaits waits = new CancellableWaits();
  private final ScriptedOperation<String> operation =
      new ScriptedOperation<String>(time).fails(new IOException("reset")).returns("page");

  private Retry retry() {
    RetryPolicy policy =
        RetryPolicy.builder().backoff(Backoff.fixed(Duration.ofSeconds(10))).build();
    return Retry.of(policy).withEnvironment(time);
  }

  @Test
  void a_cancel_during_a_wait_ends_the_call_at_once() {
    time.schedule(Duration.ofSeconds(4), waits::cancel);

    RetryResult<String> result = waits.of(retry()).execute(operation);

    assertThat(result.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(result.failure()).hasMessage("reset");
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(4));
    assertThat(operation.calls()).isEqualTo(1);
  }

  @Test
  void a_cancel_before_a_wait_prevents_the_wait() {
    waits.cancel();

    RetryResult<String> result = waits.of(retry()).execute(operation);

    assertThat(result.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(time.elapsed()).isEqualTo(Duration.ZERO);
  }

  @Test
  void a_cancel_during_an_attempt_is_detected_even_without_a_wait() {
    Retry atOnce = Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build());
    int[] calls = {0};

    RetryResult<String> result =
        waits
            .of(atOnce)
            .execute(
                () -> {
                  calls[0]++;
                  waits.cancel();
                  throw new IOException("reset");
                });

    assertThat(result.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(result.failure()).hasMessage("reset");
    assertThat(calls[0]).isEqualTo(1);
  }

  @Test
  void a_call_that_is_not_cancelled_waits_as_usual() {
    RetryResult<String> result = waits.of(retry()).execute(operation);

    assertThat(result.value()).isEqualTo("page");
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void a_sleeping_thread_is_woken() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    RetryPolicy hours =
        RetryPolicy.builder()
            .withoutTimeLimit()
            .backoff(Backoff.fixed(Duration.ofHours(9)))
            .build();
    StopReason[] reason = new StopReason[1];
    Thread caller =
        new Thread(
            () ->
                reason[0] =
                    waits
                        .of(Retry.of(hours))
                        .execute(
                            () -> {
                              failed.countDown();
                              throw new IOException("reset");
                            })
                        .stopReason());
    caller.start();
    assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();

    waits.cancel();
    caller.join(30_000);

    assertThat(caller.isAlive()).isFalse();
    assertThat(reason[0]).isEqualTo(StopReason.CANCELLED);
  }
}
