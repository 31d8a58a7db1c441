package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Asynchronous calls whose stage or executor fails, or whose future is kept by others. */
class AsyncEdgesTest {

  private final List<RetryEvent> events = new CopyOnWriteArrayList<>();
  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build())
          .withBudget(RetryBudget.unlimited())
          .withListener(events::add);

  @Test
  void a_stage_that_throws_when_cancelled_does_not_prevent_the_call_from_ending() {
    CompletableFuture<String> future = retry.callAsync(Uncancellable::new);

    assertTrue(future.cancel(true));

    assertEquals(2, events.size());
    RetryEvent.CallFinished end = assertInstanceOf(RetryEvent.CallFinished.class, events.get(1));
    assertEquals(StopReason.CANCELLED, end.stopReason());
  }

  @Test
  void an_attempt_whose_stage_throws_when_cancelled_can_time_out() {
    Retry impatient =
        retry.withPolicy(
            RetryPolicy.builder()
                .backoff(Backoff.none())
                .attemptTimeout(Duration.ofNanos(1))
                .build());

    RetryResult<String> result = impatient.executeAsync(Uncancellable::new).join();

    assertEquals(3, result.attempts());
  }

  @Test
  void a_stage_returned_by_a_blocking_operation_is_reported_as_a_mistake() {
    CompletableFuture<CompletionStage<String>> future =
        retry.callAsync(() -> CompletableFuture.completedStage("not retried"), Runnable::run);

    CompletionException thrown = assertThrows(CompletionException.class, future::join);
    assertTrue(thrown.getCause().getMessage().contains("use callAsync(operation)"));
  }

  @Test
  void returns_its_future_although_an_executor_throws_after_it_ran_the_call() {
    CompletableFuture<String> future =
        retry.callAsync(
            () -> "done",
            task -> {
              task.run();
              throw new IllegalStateException("executor");
            });

    assertEquals("done", future.join());
  }

  @Test
  void retries_an_interruption_that_the_policy_names_and_clears_the_flag() {
    Retry named =
        retry.withPolicy(
            RetryPolicy.builder()
                .backoff(Backoff.none())
                .retryOn(InterruptedException.class)
                .build());
    int[] attempts = {0};

    CompletableFuture<Boolean> future =
        named.callAsync(
            () -> {
              if (++attempts[0] < 3) {
                throw new InterruptedException();
              }
              return Thread.currentThread().isInterrupted();
            },
            Runnable::run);

    assertFalse(future.join());
  }

  @Test
  void no_attempt_begins_after_a_shutdown() {
    List<Runnable> queue = new CopyOnWriteArrayList<>();
    CompletableFuture<RetryResult<String>> future =
        retry
            .withExecutor(queue::add)
            .executeAsync(() -> CompletableFuture.failedFuture(new IOException()));

    retry.shutdown();
    queue.forEach(Runnable::run);

    assertEquals(1, future.join().attempts());
    assertEquals(StopReason.SHUT_DOWN, future.join().stopReason());
  }

  @Test
  void a_reference_to_the_future_does_not_keep_the_operation_in_memory() {
    Object[] held = {new Object()};
    WeakReference<Object> reference = new WeakReference<>(held[0]);
    CompletableFuture<Integer> future = retry.callAsync(hashOf(held[0]));
    held[0] = null;

    for (int i = 0; i < 100 && reference.get() != null; i++) {
      System.gc();
    }

    assertTrue(future.isDone());
    assertEquals(null, reference.get());
  }

  @Test
  void a_shutdown_action_runs_once_and_can_be_removed() {
    int[] runs = {0, 0, 0};
    retry.onShutdown(() -> runs[0]++);
    retry.onShutdown(() -> runs[1]++).run();

    retry.named("copy").shutdown();
    retry.shutdown();
    retry.onShutdown(() -> runs[2]++);

    assertEquals(List.of(1, 0, 1), List.of(runs[0], runs[1], runs[2]));
  }

  @Test
  void calls_on_different_keys_have_different_numbers() {
    for (String key : List.of("a", "b")) {
      assertThrows(IOException.class, () -> retry.on(key).run(this::fail));
    }

    List<Long> ends =
        events.stream()
            .filter(RetryEvent.CallFinished.class::isInstance)
            .map(event -> ((RetryEvent.CallFinished) event).call())
            .toList();
    assertEquals(List.of(1L, 2L), ends);
  }

  private void fail() throws IOException {
    throw new IOException();
  }

  private static Operation<CompletionStage<Integer>, RuntimeException> hashOf(Object held) {
    return () -> CompletableFuture.completedFuture(held.hashCode());
  }

  private static final class Uncancellable extends CompletableFuture<String> {

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      throw new IllegalStateException("not to be cancelled");
    }
  }
}
