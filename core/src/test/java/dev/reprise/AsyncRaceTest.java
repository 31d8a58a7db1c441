package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Races between the completion of a stage, the start of its attempt and the caller's cancel. */
class AsyncRaceTest {

  private static final int ROUNDS = 3_000;

  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final CyclicBarrier together = new CyclicBarrier(3);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private void meet() {
    try {
      together.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException
        | BrokenBarrierException
        | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000})
  void the_first_of_several_events_ends_a_call_and_the_others_change_nothing(long delayNanos)
      throws Exception {
    Backoff backoff =
        delayNanos == 0 ? Backoff.none() : Backoff.fixed(Duration.ofNanos(delayNanos));
    Retry retry =
        Retry.of(RetryPolicy.builder().maxAttempts(2).withoutTimeLimit().backoff(backoff).build())
            .withBudget(RetryBudget.unlimited());
    for (int round = 0; round < ROUNDS; round++) {
      List<CompletableFuture<String>> stages =
          List.of(new CompletableFuture<>(), new CompletableFuture<>());
      int[] started = {0};
      CompletableFuture<CompletableFuture<String>> made = new CompletableFuture<>();
      boolean fails = round % 2 == 0;
      threads.execute(
          () -> {
            meet();
            answer(stages.get(0), fails);
            answer(stages.get(1), false);
          });
      boolean cancels = round % 3 == 0;
      threads.execute(
          () -> {
            meet();
            if (cancels) {
              boolean unused = made.join().complete("given up");
            }
          });
      meet();
      CompletableFuture<String> call = retry.callAsync(() -> stages.get(started[0]++));
      made.complete(call);
      String value = call.get(30, TimeUnit.SECONDS);
      assertTrue(value.equals("page") || cancels && value.equals("given up"), value);
      await(retry);
    }
  }

  private static void answer(CompletableFuture<String> stage, boolean fails) {
    if (fails) {
      stage.completeExceptionally(new IOException("down"));
    } else {
      stage.complete("page");
    }
  }

  /** A call that is completed from outside and cancelled right after that. */
  private static void await(Retry retry) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    int retrying = retry.state().view().retrying();
    while (retrying != 0 && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
      retrying = retry.state().view().retrying();
    }
    assertEquals(0, retrying);
  }
}
