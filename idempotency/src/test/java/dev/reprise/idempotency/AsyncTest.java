package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.KeyReusedException;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.internal.call.UncheckedThrow;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.outcome.Replayability;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.time.Delayer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AsyncTest {

  private final GuardFixture fixture = new GuardFixture();
  private final CompletableFuture<String> work = new CompletableFuture<>();

  @AfterEach
  void no_calls_wait_after_a_test() {
    assertThat(fixture.time.pending()).isZero();
    assertThat(fixture.guard.keysWaitedFor()).isZero();
  }

  private CompletionStage<String> start(Holder<String> holder) {
    fixture.executions++;
    return work;
  }

  private CompletableFuture<String> call() {
    return fixture.guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
  }

  private Throwable failureOf(CompletableFuture<?> future) {
    fixture.time.runUntilIdle();
    assertThat(future).isCompletedExceptionally();
    try {
      future.join();
      throw new AssertionError("completed");
    } catch (CompletionException failure) {
      return failure.getCause();
    } catch (CancellationException cancelled) {
      return cancelled;
    }
  }

  @Test
  void runs_once_and_replays_to_duplicates() {
    CompletableFuture<GuardedResult<String>> first =
        fixture.guard.executeAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    fixture.time.runUntilIdle();
    assertThat(first).isNotDone();
    work.complete("done");
    assertThat(fixture.time.await(first).join())
        .isEqualTo(new GuardedResult.Ran<>(Outcome.returned("done"), Replayability.REPLAYABLE, 1));
    assertThat(fixture.time.await(call()).join()).isEqualTo("done");
    assertThat(fixture.executions).isEqualTo(1);
  }

  @Test
  void runs_nothing_on_the_thread_of_the_caller() {
    CompletableFuture<String> future = call();
    assertThat(fixture.executions).isZero();
    work.complete("done");
    fixture.time.await(future);
  }

  @Test
  void a_duplicate_is_notified_when_the_holder_ends() {
    CompletableFuture<String> first = call();
    CompletableFuture<String> second = call();
    fixture.time.schedule(Duration.ofMillis(7_777), () -> work.complete("done"));
    assertThat(fixture.time.await(second).join()).isEqualTo("done");
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofMillis(7_777));
    assertThat(first).isCompletedWithValue("done");
    assertThat(fixture.executions).isEqualTo(1);
  }

  @Test
  void a_timer_that_throws_when_it_is_cancelled_stops_neither_a_duplicate_nor_its_holder() {
    IdempotencyGuard<String> guard =
        fixture.guard.withEnvironment(
            fixture.time.withDelayer(
                (task, nanos) -> {
                  Delayer.Scheduled scheduled = fixture.time.delayer().schedule(task, nanos);
                  return () -> {
                    scheduled.cancel();
                    throw new IllegalStateException("not cancelled");
                  };
                }));
    CompletableFuture<String> first =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    CompletableFuture<String> second =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    fixture.time.schedule(Duration.ofMillis(7_777), () -> work.complete("done"));

    assertThat(fixture.time.await(first).join()).isEqualTo("done");
    assertThat(fixture.time.await(second).join()).isEqualTo("done");
  }

  @Test
  void a_duplicate_claims_the_key_of_a_crashed_holder_when_its_lease_ends() {
    fixture.heldByAnother();
    work.complete("done");
    assertThat(fixture.time.await(call()).join()).isEqualTo("done");
    assertThat(fixture.time.elapsed()).isEqualTo(GuardFixture.LEASE);
  }

  @Test
  void a_timer_that_cannot_cancel_its_task_does_not_keep_a_duplicate_waiting() {
    Delayer timer =
        (task, nanos) -> {
          var unused = fixture.time.delayer().schedule(task, nanos);
          return () -> {
            throw new IllegalStateException("cannot cancel");
          };
        };
    IdempotencyGuard<String> guard = fixture.guard.withEnvironment(fixture.time.withDelayer(timer));
    fixture.heldByAnother();
    work.complete("done");
    CompletableFuture<String> call =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    fixture.time.runUntilIdle();

    assertThat(call).isCompletedWithValue("done");
  }

  @Test
  void a_duplicate_fails_with_a_retry_delay_after_its_wait() {
    fixture.heldByAnother();
    IdempotencyGuard<String> guard = fixture.guard.waitAtMost(Duration.ofSeconds(10));
    Throwable failure =
        failureOf(guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start));
    assertThat(failure)
        .isInstanceOfSatisfying(
            OutcomePendingException.class,
            pending -> assertThat(pending.retryAfter()).isEqualTo(Duration.ofSeconds(20)));
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void a_duplicate_fails_at_once_if_the_wait_is_zero() {
    fixture.heldByAnother();
    IdempotencyGuard<String> guard = fixture.guard.waitAtMost(Duration.ZERO);
    assertThat(failureOf(guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start)))
        .isInstanceOf(OutcomePendingException.class);
    assertThat(fixture.time.elapsed()).isZero();
  }

  @Test
  void a_different_fingerprint_is_rejected() {
    fixture.call();
    assertThat(
            failureOf(fixture.guard.callAsync(GuardFixture.KEY, Fingerprint.none(), this::start)))
        .isInstanceOf(KeyReusedException.class);
  }

  @Test
  void a_failure_of_the_stage_is_thrown_without_a_wrapper_and_releases_the_key() {
    IOException failure = new IOException("no connection");
    CompletableFuture<String> future =
        fixture.guard.callAsync(
            GuardFixture.KEY,
            GuardFixture.REQUEST,
            holder -> {
              CompletableFuture<String> failed = CompletableFuture.failedFuture(failure);
              return failed.thenApply(value -> value);
            });
    assertThat(failureOf(future)).isSameAs(failure);
    assertThat(fixture.call()).isEqualTo("receipt 1");
  }

  @Test
  void an_operation_that_throws_or_returns_null_releases_the_key() {
    IOException failure = new IOException("no connection");
    CompletableFuture<String> throwing =
        fixture.guard.callAsync(
            GuardFixture.KEY,
            GuardFixture.REQUEST,
            holder -> {
              throw failure;
            });
    assertThat(failureOf(throwing)).isSameAs(failure);
    assertThat(
            failureOf(
                fixture.guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, holder -> null)))
        .isInstanceOf(NullPointerException.class);
    assertThat(fixture.call()).isEqualTo("receipt 1");
  }

  @Test
  void a_recorded_failure_completes_duplicates() {
    IdempotencyGuard<String> guard =
        fixture.guard.recordingFailure(
            IOException.class, OutcomeCodec.text(Throwable::getMessage, IOException::new));
    work.completeExceptionally(new IOException("declined"));
    failureOf(guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start));
    assertThat(failureOf(guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start)))
        .isInstanceOf(IOException.class)
        .hasMessage("declined");
    assertThat(fixture.executions).isEqualTo(1);
  }

  @Test
  @DisplayName("trap 43: a stale holder of a stage gets an exception, and its outcome is refused")
  void a_stale_holder_gets_an_exception() {
    CompletableFuture<String> future = call();
    fixture.time.schedule(GuardFixture.LEASE, fixture::heldByAnother);
    fixture.time.schedule(GuardFixture.LEASE.plusSeconds(1), () -> work.complete("stale"));
    assertThat(failureOf(future)).isInstanceOf(StaleHolderException.class);
  }

  @Test
  void cancelling_ends_the_wait() {
    fixture.heldByAnother();
    CompletableFuture<String> future = call();
    fixture.time.schedule(Duration.ofSeconds(3), () -> future.cancel(false));
    fixture.time.runUntilIdle();
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofSeconds(3));
    assertThat(fixture.executions).isZero();
  }

  @Test
  void cancelling_before_the_start_runs_nothing() {
    call().cancel(false);
    fixture.time.runUntilIdle();
    assertThat(fixture.executions).isZero();
    assertThat(fixture.store.find(GuardFixture.KEY.digest())).isEmpty();
  }

  @Test
  void cancelling_while_the_store_claims_the_key_runs_nothing_and_releases_the_key() {
    CompletableFuture<CompletableFuture<String>> started = new CompletableFuture<>();
    IdempotencyStore cancelled =
        new ForwardingStore(fixture.store) {
          @Override
          public Claim claim(String key, ClaimRequest request) {
            Claim claim = super.claim(key, request);
            started.join().cancel(false);
            return claim;
          }
        };
    started.complete(
        IdempotencyGuard.of(cancelled, OutcomeCodec.string())
            .withEnvironment(fixture.time)
            .callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start));
    fixture.time.runUntilIdle();

    assertThat(fixture.executions).isZero();
    assertThat(fixture.call()).isEqualTo("receipt 1");
    assertThat(fixture.time.elapsed()).isZero();
  }

  @Test
  void cancelling_does_not_lose_the_outcome_of_a_started_operation() {
    CompletableFuture<String> future = call();
    fixture.time.runUntilIdle();
    future.cancel(false);
    assertThat(work).isNotDone();
    work.complete("done");
    fixture.time.runUntilIdle();
    assertThat(fixture.call()).isEqualTo("done");
  }

  @Test
  void an_executor_that_rejects_fails_the_call() {
    RejectedExecutionException refused = new RejectedExecutionException("shut down");
    IdempotencyGuard<String> guard =
        fixture.guard.withExecutor(
            task -> {
              throw refused;
            });
    assertThat(failureOf(guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start)))
        .isSameAs(refused);
  }

  @Test
  void an_executor_that_rejects_while_a_call_waits_fails_it() {
    fixture.heldByAnother();
    StoppableExecutor executor = new StoppableExecutor(fixture.time.executor());
    CompletableFuture<String> future =
        fixture
            .guard
            .withExecutor(executor)
            .callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    fixture.time.schedule(Duration.ofSeconds(1), () -> executor.stopped = true);
    assertThat(failureOf(future)).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void an_executor_that_rejects_at_the_end_does_not_lose_the_outcome() {
    StoppableExecutor executor = new StoppableExecutor(fixture.time.executor());
    CompletableFuture<String> future =
        fixture
            .guard
            .withExecutor(executor)
            .callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    fixture.time.runUntilIdle();
    executor.stopped = true;
    work.complete("done");
    assertThat(future).isCompletedWithValue("done");
    assertThat(fixture.call()).isEqualTo("done");
  }

  @Test
  void an_executor_that_cannot_start_a_thread_fails_the_waiting_call() {
    fixture.heldByAnother();
    StoppableExecutor executor = new StoppableExecutor(fixture.time.executor());
    executor.refusal = new Error("unable to create native thread");
    CompletableFuture<String> future =
        fixture
            .guard
            .withExecutor(executor)
            .callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    fixture.time.schedule(Duration.ofSeconds(1), () -> executor.stopped = true);
    assertThat(failureOf(future)).isSameAs(executor.refusal);
  }

  @Test
  void an_executor_that_cannot_start_a_thread_does_not_lose_the_outcome() {
    StoppableExecutor executor = new StoppableExecutor(fixture.time.executor());
    executor.refusal = new Error("unable to create native thread");
    CompletableFuture<String> future =
        fixture
            .guard
            .withExecutor(executor)
            .callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    fixture.time.runUntilIdle();
    executor.stopped = true;
    work.complete("done");
    assertThat(future).isCompletedWithValue("done");
    assertThat(fixture.call()).isEqualTo("done");
  }

  @Test
  void works_with_an_executor_that_uses_the_calling_thread() {
    Queue<String> seen = new ArrayDeque<>();
    IdempotencyGuard<String> guard = fixture.guard.withExecutor(Runnable::run);
    CompletableFuture<String> first =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    CompletableFuture<String> second =
        guard.callAsync(GuardFixture.KEY, GuardFixture.REQUEST, this::start);
    second.thenAccept(seen::add);
    work.complete("done");
    assertThat(first).isCompletedWithValue("done");
    assertThat(seen).containsExactly("done");
  }

  private static final class StoppableExecutor implements Executor {

    private final Executor executor;
    Throwable refusal = new RejectedExecutionException("shut down");
    boolean stopped;

    StoppableExecutor(Executor executor) {
      this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
      if (stopped) {
        throw UncheckedThrow.thrown(refusal);
      }
      executor.execute(task);
    }
  }
}
