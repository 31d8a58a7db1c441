package dev.reprise.verification.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Allocation of a call whose operation returns a stage, beyond the stage itself: one future.
 *
 * <p>Of several rounds the lowest count is checked, as in {@link FirstTryAllocationTest}.
 */
class AsyncAllocationTest {

  private static final int CALLS = 20_000;
  private static final int ROUNDS = 8;

  /** The largest future of this library; one of {@code CompletableFuture} has 24 bytes. */
  private static final int OWN_FUTURE = 64;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final CompletableFuture<String> done = CompletableFuture.completedFuture("page");
  private CompletableFuture<String> open = new CompletableFuture<>();
  private CompletableFuture<?> kept = done;

  enum Kind {
    UNLIMITED_BUDGET_AND_NO_DEADLINE,
    AS_SHIPPED,
    WITH_A_LISTENER_ON_FAILURES;

    Retry retry() {
      RetryPolicy defaults = RetryPolicy.builder().backoff(Backoff.none()).build();
      return switch (this) {
        case UNLIMITED_BUDGET_AND_NO_DEADLINE ->
            Retry.of(defaults.toBuilder().withoutTimeLimit().build())
                .withBudget(RetryBudget.unlimited());
        case AS_SHIPPED -> Retry.of(defaults);
        case WITH_A_LISTENER_ON_FAILURES -> Retry.of(defaults).withListener(event -> {});
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_call_whose_stage_is_complete_allocates_one_future(Kind kind) {
    Retry retry = kind.retry();
    Operation<CompletionStage<String>, IOException> operation = () -> done;
    long bare = lowest(() -> CompletableFuture.completedFuture("page"));
    long ours = lowest(() -> retry.callAsync(operation));
    assertEquals(bare, ours, "bytes of one future, and of a call");
  }

  @ParameterizedTest
  @EnumSource
  void a_call_whose_stage_completes_later_allocates_one_future_more_than_its_stage(Kind kind) {
    Retry retry = kind.retry();
    Operation<CompletionStage<String>, IOException> operation = () -> open;
    long bare =
        lowest(
            () -> {
              open = new CompletableFuture<>();
              CompletableFuture<String> handled = open.handle((value, thrown) -> value);
              open.complete("page");
              return handled;
            });
    long ours =
        lowest(
            () -> {
              open = new CompletableFuture<>();
              CompletableFuture<String> called = retry.callAsync(operation);
              open.complete("page");
              return called;
            });
    assertTrue(ours - bare <= OWN_FUTURE, () -> "bytes beyond the bare stage: " + (ours - bare));
  }

  private long lowest(Supplier<CompletableFuture<?>> call) {
    for (int i = 0; i < 10; i++) {
      kept = call.get();
    }
    long lowest = measure(call);
    for (int round = 1; round < ROUNDS; round++) {
      lowest = Math.min(lowest, measure(call));
    }
    assertTrue(kept.isDone());
    assertEquals(0, lowest % CALLS, () -> "bytes in " + CALLS + " calls");
    return lowest / CALLS;
  }

  private long measure(Supplier<CompletableFuture<?>> call) {
    long self = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(self);
    for (int i = 0; i < CALLS; i++) {
      kept = call.get();
    }
    return THREADS.getThreadAllocatedBytes(self) - before;
  }
}
