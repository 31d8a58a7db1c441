package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Tests executors and timers that reject the task after a pause. */
class PauseEdgesTest {

  private static final RejectedExecutionException REJECTION = new RejectedExecutionException();
  private static final Executor REJECTS =
      task -> {
        throw REJECTION;
      };

  private final VirtualTime time = VirtualTime.seeded(1);
  private final ScriptedOperation<String> operation =
      new ScriptedOperation<String>(time).returns("page");

  private static RetryPolicyBuilder heeding() {
    return RetryPolicy.builder()
        .hintsOnSuccess()
        .hintJitter(0)
        .classifyWith(
            "slowDown",
            outcome ->
                "slow down".equals(outcome.valueOrNull())
                    ? Verdict.acceptThenPause(ms(500))
                    : Verdict.pass());
  }

  private static final List<RetryPolicy> POLICIES =
      List.of(
          heeding().build(),
          heeding().idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(ms(900))).build());

  /** Returns a retry whose server has just requested a pause. */
  private Retry paused(RetryPolicy policy) {
    Retry retry = Retry.of(heeding().build()).withEnvironment(time);
    retry.call(() -> "slow down");
    return retry.withPolicy(policy);
  }

  @Test
  void an_executor_that_rejects_after_the_pause_ends_the_call_without_an_attempt() {
    for (RetryPolicy policy : POLICIES) {
      RecordingListener recorder = new RecordingListener();
      Retry retry = paused(policy).withExecutor(REJECTS).withListener(recorder);
      var before = time.elapsed();

      CompletableFuture<String> call = time.await(retry.callAsync(operation::stage));

      assertThatThrownBy(call::join).hasCause(REJECTION);
      assertThat(time.elapsed().minus(before)).isEqualTo(ms(500));
      assertThat(recorder.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
      assertThat(operation.calls()).isZero();
      time.runUntilIdle();
    }
  }

  @Test
  void a_timer_that_rejects_ends_the_call_without_an_attempt() {
    for (RetryPolicy policy : POLICIES) {
      Retry retry =
          paused(policy)
              .withEnvironment(
                  time.withDelayer(
                      (task, nanos) -> {
                        throw REJECTION;
                      }));

      RetryResult<String> result = time.await(retry.executeAsync(operation::stage)).join();

      assertThat(result.stopReason()).isEqualTo(StopReason.EXECUTOR_REJECTED);
      assertThat(result.failure()).isSameAs(REJECTION);
      assertThat(result.attempts()).isZero();
      assertThat(operation.calls()).isZero();
    }
  }

  @Test
  void callers_that_wait_together_continue_together_and_the_next_one_does_not_wait()
      throws Exception {
    Retry retry = paused(POLICIES.get(0));
    CompletableFuture<String> one = retry.callAsync(operation::stage);
    CompletableFuture<String> other = retry.callAsync(operation::stage);
    var before = time.elapsed();

    time.await(CompletableFuture.allOf(one, other));
    assertThat(time.elapsed().minus(before)).isEqualTo(ms(500));

    assertThat(retry.call(operation)).isEqualTo("page");
    assertThat(time.elapsed().minus(before)).isEqualTo(ms(500));
  }

  @Test
  void a_pause_counts_as_time_of_the_call_and_not_of_an_attempt() {
    RetryResult<String> result = paused(POLICIES.get(0)).execute(operation);

    assertThat(result.attempts()).isOne();
    assertThat(result.elapsed()).isEqualTo(ms(500));
    assertThat(result.report().records().get(0).startedAfterNanos()).isEqualTo(ms(500).toNanos());
    assertThat(result.report().records().get(0).durationNanos()).isZero();
  }
}
