package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Tests calls whose timer cannot cancel its tasks, or returns no handle. */
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

  /** A timer that returns null in place of a handle, and drops its tasks. */
  private void checkRejected(Function<ReactorRetry, Mono<Integer>> retried) {
    Retry retry =
        Retry.of(RetryPolicy.builder().build())
            .withEnvironment(time.withDelayer((task, nanos) -> null));
    CompletableFuture<Integer> result = retried.apply(ReactorRetry.of(retry)).toFuture();
    time.runUntilIdle();

    assertThat(result).isCompletedExceptionally();
    Throwable failure = result.handle((value, thrown) -> thrown).join();
    assertThat(failure).isInstanceOf(IOException.class);
    assertThat(RetryReport.of(failure).orElseThrow().stopReason())
        .isEqualTo(StopReason.EXECUTOR_REJECTED);
  }

  @Test
  void a_timer_that_returns_no_handle_has_rejected_the_wait() {
    checkRejected(retry -> failsOnce.transform(retry::mono));
    attempts.set(0);
    checkRejected(retry -> failsOnce.flux().transform(retry::flux).next());
    attempts.set(0);
    checkRejected(retry -> failsOnce.retryWhen(retry.retrySpec()));
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
