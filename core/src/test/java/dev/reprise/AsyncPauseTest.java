package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pauses that use the library's own timer. */
class AsyncPauseTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final IOException failure = new IOException("down");
  private final AtomicInteger attempts = new AtomicInteger();

  private static Retry waiting(Duration pause) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .withoutTimeLimit()
            .backoff(Backoff.fixed(pause))
            .build();
    return Retry.of(policy).withBudget(RetryBudget.bucket(1000, 1));
  }

  private CompletionStage<String> fail() {
    attempts.incrementAndGet();
    return CompletableFuture.failedFuture(failure);
  }

  private static <T> T soon(CompletableFuture<T> call) throws Exception {
    return call.get(30, TimeUnit.SECONDS);
  }

  @Test
  void a_shutdown_ends_all_pauses_of_the_retry_and_of_its_copies_but_no_other_pauses()
      throws Exception {
    Retry retry = waiting(LONG);
    Retry other = waiting(LONG);
    CompletableFuture<String> untouched = other.callAsync(this::fail);
    List<CompletableFuture<RetryResult<String>>> calls = new ArrayList<>();
    for (int call = 0; call < 100; call++) {
      calls.add(retry.executeAsync(this::fail));
      calls.add(retry.named("copy").withListener(event -> {}).executeAsync(this::fail));
    }

    retry.shutdown();

    for (CompletableFuture<RetryResult<String>> call : calls) {
      RetryResult<String> result = soon(call);
      assertEquals(StopReason.SHUT_DOWN, result.stopReason());
      assertEquals(1, result.attempts());
      assertSame(failure, result.failure());
    }
    assertFalse(untouched.isDone());
    assertTrue(untouched.cancel(true));
  }

  @Test
  void a_call_that_begins_to_wait_after_a_shutdown_ends_at_once() throws Exception {
    Retry retry = waiting(LONG);
    CompletableFuture<String> open = new CompletableFuture<>();
    CompletableFuture<RetryResult<String>> call = retry.executeAsync(() -> open);

    retry.shutdown();
    open.completeExceptionally(failure);

    assertEquals(StopReason.SHUT_DOWN, soon(call).stopReason());
  }

  @Test
  void a_shutdown_is_reported_as_such_even_if_the_executor_has_been_shut_down_before()
      throws Exception {
    Executor gone =
        task -> {
          throw new RejectedExecutionException("gone");
        };
    Retry retry = waiting(LONG).withExecutor(gone);
    CompletableFuture<RetryResult<String>> call = retry.executeAsync(this::fail);

    retry.shutdown();

    assertEquals(StopReason.SHUT_DOWN, soon(call).stopReason());
  }

  @Test
  void a_shutdown_does_not_wait_for_an_executor_of_the_caller() throws Exception {
    AtomicInteger taken = new AtomicInteger();
    Executor stuck = task -> taken.incrementAndGet();
    Retry retry = waiting(LONG).withExecutor(stuck);
    CompletableFuture<RetryResult<String>> call = retry.executeAsync(this::fail);

    retry.shutdown();

    assertEquals(StopReason.SHUT_DOWN, soon(call).stopReason());
    assertEquals(0, taken.get());
    assertEquals(0, retry.state().view().retrying());
  }

  @Test
  void an_executor_that_rejects_tasks_ends_the_call_after_its_pause() throws Exception {
    RejectedExecutionException rejection = new RejectedExecutionException("full");
    Executor full =
        task -> {
          throw rejection;
        };
    Retry retry = waiting(Duration.ofMillis(1)).withExecutor(full);

    RetryResult<String> result = soon(retry.executeAsync(this::fail));

    assertEquals(StopReason.EXECUTOR_REJECTED, result.stopReason());
    assertSame(rejection, failure.getSuppressed()[0]);
  }

  @Test
  void a_call_that_waited_without_listeners_reports_every_attempt_and_wait() throws Exception {
    Retry retry = waiting(Duration.ofMillis(1));

    RetryResult<String> result = soon(retry.executeAsync(this::fail));

    assertEquals(3, attempts.get());
    assertEquals(StopReason.ATTEMPTS, result.stopReason());
    assertEquals(3, result.report().records().size());
    assertEquals(Duration.ofMillis(1).toNanos(), result.report().records().get(0).waited().nanos());
    assertEquals(0, retry.state().view().retrying());
  }

  @Test
  void keeps_a_rejected_result_during_the_pause() throws Exception {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(2)
            .backoff(Backoff.fixed(LONG))
            .retryOnResult("empty", String.class, String::isEmpty)
            .withoutTimeLimit()
            .build();
    Retry retry = Retry.of(policy);
    CompletableFuture<String> call = retry.callAsync(() -> CompletableFuture.completedStage(""));

    retry.shutdown();

    ExecutionException thrown = assertThrows(ExecutionException.class, () -> soon(call));
    ResultRejectedException rejected =
        assertInstanceOf(ResultRejectedException.class, thrown.getCause());
    assertEquals("", rejected.result());
  }

  @Test
  void a_cancelled_call_returns_its_permit_once_and_starts_no_further_attempt() {
    Retry retry = waiting(LONG);
    CompletableFuture<String> call = retry.callAsync(this::fail);
    assertEquals(1, retry.state().view().retrying());

    assertTrue(call.cancel(true));
    assertTrue(call.cancel(true));

    assertEquals(0, retry.state().view().retrying());
    retry.shutdown();
    assertEquals(1, attempts.get());
  }

  @Test
  void a_listener_added_to_a_copy_receives_no_events_of_a_call_of_the_original() throws Exception {
    List<RetryEvent> heard = new CopyOnWriteArrayList<>();
    Retry retry = waiting(Duration.ofMillis(1));
    CompletableFuture<String> call = retry.callAsync(this::fail);
    Retry unused = retry.withListener(heard::add);

    assertThrows(ExecutionException.class, () -> soon(call));
    assertEquals(List.of(), heard);
    assertEquals("retry", unused.name());
  }

  @Test
  void a_recording_that_begins_during_the_pause_contains_the_later_events_of_the_call() {
    FakeEnvironment world = new FakeEnvironment();
    List<Runnable> due = new ArrayList<>();
    world.delayer =
        (task, delayNanos) -> {
          due.add(task);
          return () -> {};
        };
    Retry retry = waiting(Duration.ofNanos(100)).withEnvironment(world);
    CompletableFuture<String> call = retry.callAsync(this::fail);

    Recorded recorded =
        Recorded.during(
            () -> {
              while (!due.isEmpty()) {
                due.remove(0).run();
              }
            });

    assertSame(failure, assertThrows(CompletionException.class, call::join).getCause());
    assertEquals(List.of("2 retry", "3 gave up"), recorded.lines("Attempt", "attempt", "decision"));
    assertEquals(List.of("3 attempts used up"), recorded.lines("GiveUp", "attempts", "stopReason"));
  }

  @Test
  void follows_a_stage_that_is_not_a_CompletableFuture() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> call = waiting(LONG).callAsync(() -> answer.minimalCompletionStage());

    answer.complete("page");

    assertEquals("page", soon(call));
  }
}
