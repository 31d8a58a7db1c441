package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The state that the dependents of a call find when a caller ends the call. */
@Timeout(60)
class AsyncCancelTest {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static Retry retry(boolean hedged) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder().withoutTimeLimit().idempotency(Idempotency.IDEMPOTENT);
    return Retry.of((hedged ? policy.hedge(Hedge.after(Duration.ofHours(1))) : policy).build())
        .withBudget(RetryBudget.unlimited());
  }

  private String hold(ReentrantLock lock, CountDownLatch locked) throws InterruptedException {
    lock.lock();
    try {
      locked.countDown();
      never.await();
      return "never";
    } finally {
      lock.unlock();
    }
  }

  @Test
  void interrupts_an_attempt_before_dependents_wait_for_a_lock_that_it_holds() throws Exception {
    interruptsFirst(false, call -> call.cancel(true));
  }

  @Test
  void interrupts_all_attempts_in_flight_before_dependents_run() throws Exception {
    interruptsFirst(true, call -> call.cancel(true));
  }

  @Test
  void interrupts_attempts_also_if_the_call_is_completed_in_another_way() throws Exception {
    interruptsFirst(false, call -> call.complete("other"));
    interruptsFirst(true, call -> call.completeExceptionally(new IllegalStateException("enough")));
    interruptsFirst(false, call -> call.obtrudeValue("other"));
  }

  private void interruptsFirst(boolean hedged, Consumer<CompletableFuture<String>> end)
      throws Exception {
    Retry retry = retry(hedged);
    endsWithItsDependents(retry, true, end);
    assertEquals(0, retry.state().view().retrying());
  }

  /**
   * A dependent takes the lock that the attempt holds until it is interrupted.
   *
   * @param holding true to end the call when the attempt holds the lock, false to end it while the
   *     attempt may be starting
   */
  private void endsWithItsDependents(
      Retry retry, boolean holding, Consumer<CompletableFuture<String>> end) throws Exception {
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch locked = new CountDownLatch(holding ? 1 : 0);
    CompletableFuture<String> call = retry.callAsync(() -> hold(lock, locked), threads);
    AtomicBoolean ran = new AtomicBoolean();
    CompletableFuture<?> dependent =
        call.handle(
            (value, failure) -> {
              lock.lock();
              try {
                ran.set(true);
                return value;
              } finally {
                lock.unlock();
              }
            });
    locked.await();

    CompletableFuture<?> ending = CompletableFuture.runAsync(() -> end.accept(call), threads);

    ending.get(30, TimeUnit.SECONDS);
    dependent.get(30, TimeUnit.SECONDS);
    assertTrue(ran.get());
  }

  @Test
  @Tag("proof")
  @Timeout(300)
  void an_attempt_that_starts_while_the_call_is_ended_does_not_block_a_dependent()
      throws Exception {
    for (int round = 0; round < 20_000; round++) {
      endsWithItsDependents(retry(false), false, call -> call.obtrudeValue("other"));
      endsWithItsDependents(retry(true), false, call -> call.complete("other"));
    }
  }

  @Test
  void a_stage_is_cancelled_before_dependents_run() {
    for (boolean hedged : new boolean[] {false, true}) {
      CompletableFuture<String> stage = new CompletableFuture<>();
      CompletableFuture<String> call = retry(hedged).callAsync(() -> stage);
      CompletableFuture<Boolean> seen = call.handle((value, failure) -> stage.isCancelled());

      assertTrue(call.cancel(true));

      assertTrue(seen.join());
      assertTrue(call.isCancelled());
    }
  }

  @Test
  void a_call_that_is_completed_from_outside_keeps_the_given_value() {
    for (boolean hedged : new boolean[] {false, true}) {
      CompletableFuture<String> stage = new CompletableFuture<>();
      CompletableFuture<String> call = retry(hedged).callAsync(() -> stage);

      assertTrue(call.complete("given"));
      assertFalse(call.complete("again"));
      assertFalse(call.cancel(true));

      assertEquals("given", call.join());
      assertTrue(stage.isCancelled());
    }
  }
}
