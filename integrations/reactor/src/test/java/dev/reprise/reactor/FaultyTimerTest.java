package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Tests calls whose timer cannot cancel its tasks. */
class FaultyTimerTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final AtomicInteger attempts = new AtomicInteger();
  private final Mono<Integer> failsOnce =
      Mono.fromCallable(
          () -> {
            if (attempts.incrementAndGet() == 1) {
              throw new IOException("connection lost");
            }
            return attempts.get();
          });

  private Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.backoff(Backoff.fixed(Duration.ofSeconds(1))).build())
        .withEnvironment(
            time.withDelayer(
                (task, nanos) -> {
                  var unused = time.delayer().schedule(task, nanos);
                  return () -> {
                    throw new IllegalStateException("cannot cancel");
                  };
                }));
  }

  private void checkRetried(Mono<Integer> retried) {
    CompletableFuture<Integer> result = retried.toFuture();
    time.runUntilIdle();

    assertThat(result).isCompletedWithValue(2);
  }

  @Test
  void a_mono_is_retried() {
    RetryPolicyBuilder policy = RetryPolicy.builder().attemptTimeout(Duration.ofMinutes(1));
    checkRetried(failsOnce.transform(ReactorRetry.of(retry(policy))::mono));
  }

  @Test
  void a_flux_is_retried() {
    RetryPolicyBuilder policy = RetryPolicy.builder().attemptTimeout(Duration.ofMinutes(1));
    checkRetried(failsOnce.flux().transform(ReactorRetry.of(retry(policy))::flux).next());
  }

  @Test
  void the_retry_of_reactor_subscribes_again() {
    ReactorRetry retry = ReactorRetry.of(retry(RetryPolicy.builder()));
    checkRetried(failsOnce.retryWhen(retry.retrySpec()));
  }
}
