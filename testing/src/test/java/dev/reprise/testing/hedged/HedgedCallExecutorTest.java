package dev.reprise.testing.hedged;

import static dev.reprise.testing.hedged.HedgedPool.atOnce;
import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.call.FutureCompletionTest;
import dev.reprise.testing.internal.RecordingBudget;
import dev.reprise.testing.internal.UncheckedThrow;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trap 18 for hedged calls: the call ends, whichever executor or timer rejects its tasks. */
class HedgedCallExecutorTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener recorder = new RecordingListener();
  private final RecordingBudget budget = new RecordingBudget(99);
  private final AtomicInteger calls = new AtomicInteger();
  private final Retry retry = Retry.of(atOnce().build()).withBudget(budget).withListener(recorder);

  static List<Throwable> refusals() {
    return FutureCompletionTest.refusals();
  }

  /** Returns an executor that accepts a number of tasks, and rejects the next ones. */
  private static Executor tired(int tasks, Executor executor, Throwable refusal) {
    AtomicInteger left = new AtomicInteger(tasks);
    return task -> {
      if (left.getAndDecrement() <= 0) {
        throw UncheckedThrow.throwing(refusal);
      }
      executor.execute(task);
    };
  }

  private void settled() {
    recorder.assertGrammar();
    budget.assertSettled();
    assertThat(time.pending()).isZero();
    assertThat(retry.state().view().retrying()).isZero();
  }

  private String failTwice() throws IOException {
    if (calls.incrementAndGet() < 3) {
      throw new IOException("reset");
    }
    return "page";
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("trap 18: an executor that refuses everything")
  void ends_when_the_executor_rejects_every_task(Throwable refusal) {
    Executor none = tired(0, Runnable::run, refusal);
    assertThat(catchThrowable(() -> retry.withExecutor(none).call(this::failTwice)))
        .isSameAs(refusal);
    assertThat(recorder).hasToString("ended after 0: executor rejected");
    CompletableFuture<String> call = retry.callAsync(this::failTwice, none);
    assertThat(call.handle((value, failure) -> failure).join()).isSameAs(refusal);
    assertThat(calls).hasValue(0);
    settled();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("trap 18: an executor that refuses the retry")
  void ends_when_the_executor_rejects_the_retry(Throwable refusal) throws InterruptedException {
    try (HedgedPool pool = new HedgedPool(1)) {
      RetryResult<String> result =
          retry
              .withPolicy(atOnce().hedge(Hedge.after(Duration.ofDays(1))).build())
              .withExecutor(tired(1, pool, refusal))
              .execute(this::failTwice);
      assertThat(result.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
      assertThat(result.failure()).isInstanceOf(IOException.class).hasSuppressedException(refusal);
    }
    assertThat(calls).hasValue(1);
    settled();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("trap 18: an executor that refuses the hedge")
  void a_hedge_that_the_executor_rejects_is_not_sent(Throwable refusal)
      throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    try (HedgedPool pool = new HedgedPool(1)) {
      Executor one = tired(1, pool, refusal);
      Executor watched =
          task -> {
            try {
              one.execute(task);
            } catch (Throwable refused) {
              asked.countDown();
              throw refused;
            }
          };
      String page =
          retry
              .withExecutor(watched)
              .call(
                  () -> {
                    HedgedPool.await(asked);
                    return "page";
                  });
      assertThat(page).isEqualTo("page");
    }
    assertThat(recorder.recorded()).isEmpty();
    settled();
  }

  /**
   * The first task runs in {@code execute}, so that the attempt has started when the second task is
   * rejected.
   */
  @Test
  void an_attempt_that_is_rejected_after_its_start_has_failed() {
    RejectedExecutionException refusal = new RejectedExecutionException("full");
    Retry direct =
        retry
            .withPolicy(atOnce().hedge(Hedge.after(Duration.ofDays(1))).build())
            .withExecutor(tired(2, Runnable::run, refusal));
    RetryResult<String> result = direct.execute(this::failTwice);
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.failure()).isSameAs(refusal);
    assertThat(result.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
    settled();
  }

  @Test
  void on_a_single_thread_a_hedge_that_could_not_start_is_never_run() throws InterruptedException {
    CountDownLatch queued = new CountDownLatch(2);
    try (HedgedPool pool = new HedgedPool(1)) {
      Executor single =
          task -> {
            pool.execute(task);
            queued.countDown();
          };
      String page =
          retry
              .withExecutor(single)
              .call(
                  () -> {
                    calls.incrementAndGet();
                    HedgedPool.await(queued);
                    return "page";
                  });
      assertThat(page).isEqualTo("page");
    }
    assertThat(calls).hasValue(1);
    assertThat(recorder.recorded()).isEmpty();
    settled();
  }

  @Test
  void on_a_direct_executor_attempts_follow_one_another() throws IOException {
    Retry direct = retry.withExecutor(Runnable::run);
    assertThat(direct.call(this::failTwice)).isEqualTo("page");
    assertThat(calls).hasValue(3);
    settled();
  }

  @Test
  void an_executor_that_is_shut_down_in_the_middle_ends_the_call() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(2);
    HedgedPool pool = new HedgedPool(2);
    CompletableFuture<RetryResult<String>> call =
        retry.executeAsync(
            () -> {
              running.countDown();
              new CountDownLatch(1).await();
              return "page";
            },
            pool);
    HedgedPool.await(running);
    assertThat(pool.threads.shutdownNow()).isEmpty();
    assertThat(call.join().stopReason()).isEqualTo(StopReason.INTERRUPTED);
    pool.close();
    settled();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("trap 18: a timer that refuses the hedge")
  void a_hedge_that_the_timer_rejects_is_not_sent(Throwable refusal) {
    Delayer refusing =
        (task, nanos) -> {
          throw UncheckedThrow.throwing(refusal);
        };
    Retry other =
        retry
            .withPolicy(atOnce().hedge(Hedge.after(ms(50))).build())
            .withEnvironment(time.withDelayer(refusing));
    ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
    operation.takes(ms(100)).returns("page");
    assertThat(time.await(other.callAsync(operation::stage))).isCompletedWithValue("page");
    assertThat(operation.calls()).isEqualTo(1);
    settled();
  }

  @Test
  @DisplayName("trap 18: a timer that throws when a task is cancelled")
  void ends_when_cancelling_a_timer_throws() {
    Delayer bad =
        (task, nanos) ->
            () -> {
              throw new IllegalStateException("no way back");
            };
    Retry other =
        retry
            .withPolicy(atOnce().hedge(Hedge.after(ms(50))).build())
            .withEnvironment(time.withDelayer(bad));
    ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
    operation.takes(ms(100)).returns("page");
    assertThat(time.await(other.callAsync(operation::stage))).isCompletedWithValue("page");
    settled();
  }

  @Test
  void a_blocking_call_without_an_executor_names_the_missing_setting() {
    assertThatThrownBy(() -> retry.named("pages").call(this::failTwice))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "hedge needs an executor for the attempts of blocking calls, but pages has none:"
                + " name one by withExecutor(...)");
  }

  @Test
  void neither_listeners_nor_dependents_run_on_the_timer() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    Retry real =
        Retry.of(atOnce().hedge(Hedge.after(ms(1)).maxInFlight(3)).maxAttempts(9).build())
            .withBudget(RetryBudget.unlimited())
            .withListener(event -> threads.add(Thread.currentThread().getName()));
    for (Executor executor : List.<Executor>of(Runnable::run, CompletableFuture::runAsync)) {
      AtomicInteger attempts = new AtomicInteger();
      CompletableFuture<String> dependent =
          real.withExecutor(executor)
              .callAsync(
                  () -> {
                    threads.add(Thread.currentThread().getName());
                    CompletableFuture<String> stage = new CompletableFuture<>();
                    if (attempts.incrementAndGet() == 3) {
                      stage.complete("page");
                    }
                    return stage;
                  })
              .whenComplete((value, failure) -> threads.add(Thread.currentThread().getName()));
      assertThat(dependent.get(30, TimeUnit.SECONDS)).isEqualTo("page");
    }
    assertThat(threads).hasSizeGreaterThan(1).doesNotContain("reprise-timer");
  }
}
