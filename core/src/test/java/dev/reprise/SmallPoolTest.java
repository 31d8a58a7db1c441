package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.call.ManagedBlock;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pool of one thread, as the common pool has on two processors. */
class SmallPoolTest {

  private final ForkJoinPool pool = new ForkJoinPool(1);

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  @Test
  void a_hedged_call_may_wait_on_a_thread_of_the_pool_that_its_attempts_need() throws Exception {
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(2)
                    .hedge(Hedge.after(Duration.ofDays(1)))
                    .idempotency(Idempotency.IDEMPOTENT)
                    .build())
            .withBudget(RetryBudget.unlimited())
            .withExecutor(pool);

    assertEquals("page", pool.submit(() -> retry.call(() -> "page")).get(1, TimeUnit.MINUTES));
  }

  @Test
  void a_blocking_operation_runs_once_and_its_exception_is_thrown() throws Exception {
    int[] runs = {0};
    RejectedExecutionException own = new RejectedExecutionException("its own");

    ManagedBlock.run(() -> runs[0]++);
    pool.submit(
            () -> {
              ManagedBlock.run(() -> runs[0]++);
              return runs[0];
            })
        .get(1, TimeUnit.MINUTES);

    assertEquals(2, runs[0]);
    assertThrows(
        RejectedExecutionException.class,
        () ->
            ManagedBlock.run(
                () -> {
                  runs[0]++;
                  throw own;
                }));
    assertThrows(
        InterruptedException.class,
        () ->
            ManagedBlock.run(
                () -> {
                  throw new InterruptedException();
                }));
    assertEquals(3, runs[0]);
  }

  @Test
  void a_blocking_operation_runs_even_if_the_pool_cannot_replace_its_thread() throws Exception {
    ForkJoinPool full =
        new ForkJoinPool(
            1,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            false,
            1,
            1,
            1,
            null,
            1,
            TimeUnit.MINUTES);
    try {
      assertTrue(
          full.submit(
                  () -> {
                    boolean[] ran = {false};
                    ManagedBlock.run(() -> ran[0] = true);
                    return ran[0];
                  })
              .get(1, TimeUnit.MINUTES));
    } finally {
      full.shutdownNow();
    }
  }
}
