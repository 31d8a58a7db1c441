package dev.reprise.testing.hedged;

import static dev.reprise.testing.hedged.HedgedPool.atOnce;
import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.call.Closing;
import dev.reprise.testing.internal.RecordingBudget;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Tests hedged calls that are ended from outside: attempts in flight are reported once and
 * cancelled.
 */
class HedgedCallEndsTest {

  private static final int ROUNDS = 5_000;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingListener recorder = new RecordingListener();
  private final RecordingBudget budget = new RecordingBudget(Long.MAX_VALUE);
  private final ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
  private final Retry retry = Retry.of(atOnce().build()).withBudget(budget).withListener(recorder);
  private final Retry virtual =
      retry.withPolicy(atOnce().hedge(Hedge.after(ms(50))).build()).withEnvironment(time);

  private void settled() {
    recorder.assertGrammar();
    budget.assertSettled();
    assertThat(time.pending()).isZero();
    assertThat(retry.state().view().retrying()).isZero();
  }

  @Test
  @DisplayName("trap 17: a cancel after the hedge has failed ends the first attempt")
  void a_cancel_after_the_hedge_has_failed_ends_the_first_attempt() {
    operation.hangs().takes(ms(10)).fails(new IOException("reset"));
    Retry twice = virtual.withPolicy(virtual.policy().toBuilder().maxAttempts(2).build());
    CompletableFuture<Object> call = twice.callAsync(operation::stage);
    time.advance(ms(70));
    assertThat(call.cancel(true)).isTrue();
    time.runUntilIdle();
    assertThat(recorder.toString().lines())
        .containsExactly(
            "#2 started as a hedge",
            "#2 threw IOException(reset), deferred",
            "#1 threw CancellationException(the call was cancelled), given up: cancelled",
            "ended after 2: cancelled");
    assertThat(operation.cancelledAttempts()).isEqualTo(1);
    settled();
  }

  @Test
  void an_interrupted_call_does_not_end_with_a_rejected_result() {
    Closing rejected = new Closing();
    Thread caller = Thread.currentThread();
    operation.returns(rejected).hangs();
    Retry closing =
        virtual
            .withPolicy(
                virtual.policy().toBuilder()
                    .retryOnResult(Closing.class, any -> true)
                    .closingRejected()
                    .build())
            .withExecutor(task -> time.schedule(ms(1), task));
    time.schedule(ms(20), caller::interrupt);
    Throwable thrown = catchThrowable(() -> closing.call(operation));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown).isNotInstanceOf(ResultRejectedException.class);
  }

  @Test
  @DisplayName("trap 13: an interrupt of the waiting caller ends all attempts, on real threads")
  void an_interrupt_of_the_waiting_caller_ends_all_attempts() throws Exception {
    CountDownLatch running = new CountDownLatch(2);
    CountDownLatch interrupted = new CountDownLatch(2);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicBoolean flag = new AtomicBoolean();
    try (HedgedPool pool = new HedgedPool(2)) {
      Retry real = retry.withExecutor(pool);
      Thread caller =
          new Thread(
              () -> {
                thrown.set(catchThrowable(() -> real.run(() -> hang(running, interrupted))));
                flag.set(Thread.currentThread().isInterrupted());
              });
      caller.start();
      HedgedPool.await(running);
      caller.interrupt();
      caller.join();
      HedgedPool.await(interrupted);
      pool.close();
      assertThat(pool.endedWithFlag()).isZero();
    }
    assertThat(flag).isTrue();
    assertThat(thrown.get()).isInstanceOf(CancellationException.class);
    assertThat(RetryReport.of(thrown.get()).orElseThrow().stopReason())
        .isEqualTo(StopReason.INTERRUPTED);
    settled();
  }

  private static void hang(CountDownLatch running, CountDownLatch interrupted)
      throws InterruptedException {
    running.countDown();
    try {
      new CountDownLatch(1).await();
    } finally {
      interrupted.countDown();
    }
  }

  @Test
  @DisplayName("trap 12: the interrupt of a loser never stays on the thread of the pool")
  void the_interrupt_of_a_loser_never_stays_on_the_thread_of_the_pool() throws Exception {
    HedgedPool pool = new HedgedPool(3);
    Retry real = retry.withExecutor(pool);
    for (int i = 0; i < ROUNDS; i++) {
      int spins = i % 500;
      String page = real.callWith(attempt -> spin(attempt.number() == 1 ? spins : 250));
      assertThat(page).isEqualTo("page");
    }
    pool.close();
    assertThat(pool.endedWithFlag()).isZero();
    settled();
  }

  private static String spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
    return "page";
  }

  @Test
  @DisplayName("trap 14: an operation that was interrupted itself has the flag, its caller has not")
  void an_operation_that_was_interrupted_sees_the_flag() throws Exception {
    HedgedPool pool = new HedgedPool(1);
    Retry real = retry.withExecutor(pool);
    RetryResult<String> result =
        real.execute(
            () -> {
              throw new InterruptedException("by the owner of the pool");
            });
    assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    pool.close();
    assertThat(pool.endedWithFlag()).isEqualTo(1);
    settled();
  }

  @Test
  void an_error_is_thrown_to_the_caller_and_not_retried() throws Exception {
    AssertionError error = new AssertionError("broken");
    HedgedPool pool = new HedgedPool(1);
    Throwable thrown =
        catchThrowable(
            () ->
                retry
                    .withExecutor(pool)
                    .call(
                        () -> {
                          throw error;
                        }));
    pool.close();
    assertThat(thrown).isSameAs(error);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
    settled();
  }

  @Test
  void a_shutdown_during_a_hang_sends_no_hedge_and_lets_the_attempt_complete() {
    operation.takes(ms(200)).returns("page");
    CompletableFuture<Object> call = virtual.callAsync(operation::stage);
    virtual.shutdown();
    assertThat(time.await(call)).isCompletedWithValue("page");
    assertThat(recorder.recorded()).isEqualTo(List.of());
    settled();
  }
}
