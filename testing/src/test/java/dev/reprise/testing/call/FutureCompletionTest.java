package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.RecordingBudget;
import dev.reprise.testing.internal.UncheckedThrow;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import dev.reprise.time.Delayer;
import dev.reprise.time.RetryEnvironment;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trap 18: a returned future always completes, whichever executor or timer rejects its tasks. */
public class FutureCompletionTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener recorder = new RecordingListener();
  private final RecordingBudget budget = new RecordingBudget(99);
  private final ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.fixed(ms(100))).build())
          .withEnvironment(time)
          .withBudget(budget)
          .withListener(recorder);

  /** Returns the exceptions that executors and timers throw when they reject a task. */
  public static List<Throwable> refusals() {
    return List.of(
        new RejectedExecutionException("shut down"),
        new IllegalStateException("stopped"),
        new OutOfMemoryError("unable to create native thread"));
  }

  private static Executor refusing(Throwable refusal) {
    return task -> {
      throw UncheckedThrow.throwing(refusal);
    };
  }

  private static Delayer refusingDelayer(Throwable refusal) {
    return (task, nanos) -> {
      throw UncheckedThrow.throwing(refusal);
    };
  }

  private RetryResult<?> ended(CompletableFuture<? extends RetryResult<?>> call) {
    RetryResult<?> result = time.await(call).join();
    settled();
    assertThat(recorder.stopReason()).isEqualTo(result.stopReason());
    return result;
  }

  private void settled() {
    recorder.assertGrammar();
    budget.assertSettled();
    assertThat(time.pending()).isZero();
    assertThat(retry.state().view().retrying()).isZero();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("trap 18: an executor that refuses the first attempt")
  void completes_when_the_executor_rejects_the_first_attempt(Throwable refusal) {
    CompletableFuture<Object> call = retry.callAsync(operation, refusing(refusal));
    assertThat(call).isCompletedExceptionally();
    assertThat(call.handle((value, failure) -> failure).join()).isSameAs(refusal);
    assertThat(operation.calls()).isZero();
    assertThat(recorder).hasToString("ended after 0: executor rejected");
    settled();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("trap 18: an executor that refuses a later attempt")
  void completes_when_the_executor_rejects_a_later_attempt(Throwable refusal) {
    for (Duration delay : List.of(Duration.ZERO, ms(100))) {
      recorder.clear();
      IOException failure = new IOException("reset");
      operation.fails(failure);
      Retry other =
          retry
              .withPolicy(RetryPolicy.builder().backoff(backoff(delay)).build())
              .withExecutor(refusing(refusal));
      RetryResult<?> result = ended(other.executeAsync(operation::stage));
      assertThat(result.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
      assertThat(result.failure()).isInstanceOf(IOException.class).hasSuppressedException(refusal);
      assertThat(result.attempts()).isEqualTo(1);
    }
  }

  private static Backoff backoff(Duration delay) {
    return delay.isZero() ? Backoff.none() : Backoff.fixed(delay);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("trap 18: an executor that refuses only the second attempt of a blocking operation")
  void completes_when_the_executor_of_a_blocking_operation_rejects_the_second_attempt(
      Throwable refusal) {
    AtomicInteger tasks = new AtomicInteger();
    Executor tired =
        task -> {
          if (tasks.incrementAndGet() > 1) {
            throw UncheckedThrow.throwing(refusal);
          }
          time.executor().execute(task);
        };
    operation.fails(new IOException("reset"));
    RetryResult<?> result = ended(retry.executeAsync(operation, tired));
    assertThat(result.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
    assertThat(operation.calls()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("trap 18: a timer that refuses the wait")
  void completes_when_the_timer_rejects_the_wait(Throwable refusal) {
    Retry other = retry.withEnvironment(time.withDelayer(refusingDelayer(refusal)));
    operation.fails(new IOException("reset"));
    RetryResult<?> result = ended(other.executeAsync(operation::stage));
    assertThat(result.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
    assertThat(result.failure()).hasSuppressedException(refusal);
  }

  @Test
  @DisplayName("trap 18: a timer that refuses the wait, in every shape")
  void completes_when_the_timer_rejects_the_wait_in_every_shape() {
    RejectedExecutionException refusal = new RejectedExecutionException("shut down");
    RetryEnvironment timeless = time.withDelayer(refusingDelayer(refusal));
    refusedInShapes(shape -> true, ms(100), refusal, timeless);
  }

  @Test
  @DisplayName("trap 18: an executor that refuses the retry, in every shape")
  void completes_when_the_executor_rejects_the_retry_in_every_shape() {
    RejectedExecutionException refusal = new RejectedExecutionException("shut down");
    RetryEnvironment idle = time.withExecutor(refusing(refusal));
    refusedInShapes(
        shape -> shape.has(Trait.STAGES) && hasExecutor(shape), Duration.ZERO, refusal, idle);
  }

  /** Returns whether the shape uses an executor; a driven call does not need one. */
  private static boolean hasExecutor(CallShape shape) {
    return !shape.name().contains("direct") && !shape.name().contains("driver");
  }

  private void refusedInShapes(
      Predicate<CallShape> fits,
      Duration delay,
      RejectedExecutionException refusal,
      RetryEnvironment altered) {
    RetryPolicy policy = RetryPolicy.builder().backoff(backoff(delay)).build();
    for (CallShape shape : CallShape.all()) {
      if (shape.has(Trait.ASYNC) && fits.test(shape)) {
        RecordingBudget ledger = new RecordingBudget(99);
        IOException failure = new IOException("reset");
        Retry other = Retry.of(policy).withBudget(ledger).withEnvironment(altered);
        ScriptedOperation<Object> failing = new ScriptedOperation<>(time).fails(failure);
        CallObservation seen = shape.observe(other, failing, time);
        assertThat(seen.stopReason()).as(shape.name()).isEqualTo(StopReason.EXECUTOR_REJECTED);
        assertThat(seen.failure()).as(shape.name()).isSameAs(failure);
        assertThat(failure).hasSuppressedException(refusal);
        assertThat(failing.calls()).isOne();
        ledger.assertSettled();
      }
    }
  }

  @Test
  @DisplayName("trap 18: a timer that refuses to watch over an attempt, in every shape")
  void completes_when_the_timer_rejects_the_timeout_of_an_attempt() {
    RejectedExecutionException refusal = new RejectedExecutionException("shut down");
    for (CallShape shape : CallShape.all()) {
      if (!shape.has(Trait.TIMES_OUT_ATTEMPTS)) {
        continue;
      }
      RecordingBudget ledger = new RecordingBudget(99);
      Retry other =
          Retry.of(RetryPolicy.builder().attemptTimeout(ms(10)).build())
              .withBudget(ledger)
              .withEnvironment(time.withDelayer(refusingDelayer(refusal)));
      ScriptedOperation<Object> hanging = new ScriptedOperation<>(time).hangs();
      CallObservation seen = shape.observe(other, hanging, time);
      assertThat(seen.failure()).as(shape.name()).isSameAs(refusal);
      assertThat(hanging.cancelledAttempts()).as("stages left").isEqualTo(hanging.calls());
      ledger.assertSettled();
    }
  }

  @Test
  void the_failure_of_a_timed_out_attempt_arrives_without_any_executor() throws Exception {
    RejectedExecutionException refusal = new RejectedExecutionException("shut down");
    RetryEnvironment dying = time.withExecutor(refusing(refusal));
    Retry other =
        retry
            .withPolicy(RetryPolicy.builder().attemptTimeout(ms(10)).maxAttempts(1).build())
            .withEnvironment(dying);
    operation.hangs();
    CompletableFuture<RetryResult<Object>> call = other.executeAsync(operation::stage);
    time.advance(ms(10));
    assertThat(call.get(30, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.ATTEMPTS);
  }

  /** Returns timeouts that use the system clock. */
  static List<BiConsumer<CompletableFuture<Object>, Duration>> realTimeouts() {
    return List.of(
        (call, after) -> call.orTimeout(after.toNanos(), TimeUnit.NANOSECONDS),
        (call, after) -> call.completeOnTimeout("late", after.toNanos(), TimeUnit.NANOSECONDS),
        (call, after) -> call.completeAsync(() -> "other"));
  }

  @ParameterizedTest
  @MethodSource("realTimeouts")
  @DisplayName("trap 17: orTimeout, completeOnTimeout and completeAsync end the call")
  void the_timeouts_of_the_future_end_the_call(
      BiConsumer<CompletableFuture<Object>, Duration> ending) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    Retry listening =
        retry.withListener(
            event -> {
              if (event instanceof RetryEvent.CallFinished) {
                over.countDown();
              }
            });
    operation.hangs();
    CompletableFuture<Object> call = listening.callAsync(operation::stage);
    ending.accept(call, Duration.ofMillis(1));
    assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(call.handle((value, failure) -> "done").get(30, TimeUnit.SECONDS)).isEqualTo("done");
    assertThat(operation.cancelledAttempts()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.CANCELLED);
    settled();
  }

  @Test
  void no_code_of_the_user_runs_on_the_timer() {
    AtomicInteger onTimer = new AtomicInteger();
    AtomicInteger depth = new AtomicInteger();
    Delayer watched =
        (task, nanos) ->
            time.delayer()
                .schedule(
                    () -> {
                      depth.incrementAndGet();
                      task.run();
                      depth.decrementAndGet();
                    },
                    nanos);
    Retry other =
        Retry.of(RetryPolicy.builder().attemptTimeout(ms(10)).backoff(Backoff.fixed(ms(5))).build())
            .withBudget(RetryBudget.unlimited())
            .withExecutor(Runnable::run)
            .withListener(event -> onTimer.addAndGet(depth.get()))
            .withEnvironment(time.withDelayer(watched));
    CompletableFuture<Object> call =
        other.callAsync(
            () -> {
              onTimer.addAndGet(depth.get());
              return new CompletableFuture<>()
                  .whenComplete((value, failure) -> onTimer.addAndGet(depth.get()));
            });
    CompletableFuture<Object> dependent =
        call.whenComplete((value, failure) -> onTimer.addAndGet(depth.get()));
    time.await(dependent);
    assertThat(dependent).isCompletedExceptionally();
    assertThat(onTimer).hasValue(0);
  }
}
