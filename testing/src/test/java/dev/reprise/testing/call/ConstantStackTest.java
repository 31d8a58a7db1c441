package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryCall;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Trap 19: a million retries in one call, in constant stack and memory. */
class ConstantStackTest {

  private static final int RETRIES = 1_000_000;
  private static final Executor DIRECT = Runnable::run;
  private static final IOException RESET = new QuietFailure("reset");

  private final VirtualTime time = VirtualTime.seeded(1);
  private final AtomicInteger calls = new AtomicInteger();
  private final Retry atOnce = retry(Backoff.none());

  private Retry retry(Backoff backoff) {
    return Retry.of(
            RetryPolicy.builder()
                .maxAttempts(RETRIES + 1)
                .withoutTimeLimit()
                .backoff(backoff)
                .build())
        .withBudget(RetryBudget.unlimited())
        .withEnvironment(time);
  }

  private String succeedAtLast() throws IOException {
    if (calls.incrementAndGet() <= RETRIES) {
      throw RESET;
    }
    return "page";
  }

  private CompletableFuture<String> stage() {
    return calls.incrementAndGet() <= RETRIES
        ? CompletableFuture.failedFuture(RESET)
        : CompletableFuture.completedFuture("page");
  }

  private CompletableFuture<String> stageThatCompletesLater() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    boolean last = calls.incrementAndGet() > RETRIES;
    time.executor()
        .execute(
            () -> {
              if (last) {
                stage.complete("page");
              } else {
                stage.completeExceptionally(RESET);
              }
            });
    return stage;
  }

  private void succeeded(String value) {
    assertThat(value).isEqualTo("page");
    assertThat(calls).hasValue(RETRIES + 1);
  }

  @Test
  @DisplayName("trap 19: a million immediate retries of a blocking call")
  void a_million_immediate_retries_of_a_blocking_call() throws IOException {
    succeeded(atOnce.call(this::succeedAtLast));
  }

  @Test
  @DisplayName("trap 19: a million immediate retries in token form")
  void a_million_immediate_retries_in_token_form() throws IOException {
    try (RetryCall call = atOnce.begin()) {
      while (calls.get() <= RETRIES) {
        try {
          succeeded(succeedAtLast());
          call.succeeded();
        } catch (QuietFailure failure) {
          call.failed(failure);
        }
      }
    }
    assertThat(calls).hasValue(RETRIES + 1);
  }

  @Test
  @DisplayName("trap 19: a million immediate retries of stages on a direct executor")
  void a_million_immediate_retries_of_stages_on_a_direct_executor() {
    succeeded(atOnce.withExecutor(DIRECT).callAsync(this::stage).join());
  }

  @Test
  @DisplayName("trap 19: a million immediate retries of stages on an executor with a queue")
  void a_million_immediate_retries_of_stages_on_an_executor_with_a_queue() {
    succeeded(time.await(atOnce.callAsync(this::stage)).join());
  }

  @Test
  @DisplayName("trap 19: a million immediate retries of stages that complete later")
  void a_million_immediate_retries_of_stages_that_complete_later() {
    CompletableFuture<String> call =
        atOnce.withExecutor(DIRECT).callAsync(this::stageThatCompletesLater);
    succeeded(time.await(call).join());
  }

  @Test
  @DisplayName("trap 19: a million immediate retries of a blocking operation on a direct executor")
  void a_million_immediate_retries_of_a_blocking_operation_on_a_direct_executor() {
    succeeded(atOnce.callAsync(this::succeedAtLast, DIRECT).join());
  }

  @Test
  @DisplayName("trap 19: a million immediate retries on the common pool")
  void a_million_immediate_retries_on_the_common_pool() {
    Retry real = Retry.of(atOnce.policy()).withBudget(RetryBudget.unlimited());
    succeeded(real.callAsync(this::stage).join());
  }

  @Test
  void a_million_retries_over_days_blocking() {
    RetryResult<String> result =
        retry(Backoff.fixed(Duration.ofSeconds(1))).execute(this::succeedAtLast);
    succeeded(result.value());
    assertThat(result.elapsed()).isEqualTo(Duration.ofSeconds(RETRIES));
  }

  @Test
  void a_million_retries_over_days_asynchronous() {
    Retry slow = retry(Backoff.fixed(Duration.ofSeconds(1)));
    RetryResult<String> result = time.await(slow.executeAsync(this::stage)).join();
    succeeded(result.value());
    assertThat(result.elapsed()).isEqualTo(Duration.ofSeconds(RETRIES));
  }
}
