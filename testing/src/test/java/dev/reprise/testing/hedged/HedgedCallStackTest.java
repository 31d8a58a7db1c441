package dev.reprise.testing.hedged;

import static dev.reprise.testing.hedged.HedgedPool.atOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.call.QuietFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trap 19: a million immediate retries of a call that could hedge, in constant stack. */
class HedgedCallStackTest {

  private static final int RETRIES = 1_000_000;
  private static final Executor DIRECT = Runnable::run;
  private static final IOException RESET = new QuietFailure("reset");

  private final AtomicInteger calls = new AtomicInteger();
  private final Retry retry =
      Retry.of(
              atOnce()
                  .maxAttempts(RETRIES + 1)
                  .withoutTimeLimit()
                  .hedge(Hedge.after(Duration.ofDays(1)))
                  .build())
          .withBudget(RetryBudget.unlimited());

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

  private void succeeded(String value) {
    assertThat(value).isEqualTo("page");
    assertThat(calls).hasValue(RETRIES + 1);
  }

  @Test
  @DisplayName("trap 19: a million immediate retries of hedged stages on a direct executor")
  void a_million_immediate_retries_of_hedged_stages_on_a_direct_executor() {
    succeeded(retry.withExecutor(DIRECT).callAsync(this::stage).join());
  }

  @Test
  @DisplayName("trap 19: a million immediate retries of a hedged blocking call")
  void a_million_immediate_retries_of_a_hedged_blocking_call() throws IOException {
    succeeded(retry.withExecutor(DIRECT).call(this::succeedAtLast));
  }

  @Test
  @DisplayName("trap 19: a million immediate retries of hedged stages in virtual time")
  void a_million_immediate_retries_of_hedged_stages_in_virtual_time() {
    VirtualTime time = VirtualTime.seeded(1);
    succeeded(time.await(retry.withEnvironment(time).callAsync(this::stage)).join());
  }

  @Test
  @Tag("proof")
  @DisplayName("trap 19: a million immediate retries of hedged attempts on a pool")
  void a_million_immediate_retries_of_hedged_attempts_on_a_pool() throws Exception {
    try (HedgedPool pool = new HedgedPool(2)) {
      succeeded(retry.withExecutor(pool).call(this::succeedAtLast));
    }
  }

  @Test
  @Tag("proof")
  @DisplayName("trap 19: a million hedges that fail at once next to an attempt that hangs")
  void a_million_hedges_that_fail_at_once() {
    Retry hedging =
        retry
            .withPolicy(retry.policy().toBuilder().hedge(Hedge.after(Duration.ZERO)).build())
            .withExecutor(DIRECT);
    CompletableFuture<String> slow = new CompletableFuture<>();
    CompletableFuture<String> call =
        hedging.callAsync(() -> calls.get() == 0 ? slowly(slow) : stage());
    succeeded(call.join());
    assertThat(slow).isCancelled();
  }

  private CompletableFuture<String> slowly(CompletableFuture<String> slow) {
    calls.incrementAndGet();
    return slow;
  }
}
