package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.RecordingBudget;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Tests executors that run a task twice or never, and stages that complete twice. */
class FaultyExecutorTest {

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingBudget budget = new RecordingBudget(99);
  private final RecordingListener recorder = new RecordingListener();
  private final ScriptedOperation<Object> operation = new ScriptedOperation<>(time);

  private Retry retry(RetryPolicyBuilder policy) {
    return Retry.of(policy.build()).withEnvironment(time).withBudget(budget).withListener(recorder);
  }

  private static RetryPolicyBuilder timed() {
    return RetryPolicy.builder().attemptTimeout(ms(10)).backoff(Backoff.fixed(ms(100)));
  }

  private void settled(Retry retry) {
    recorder.assertGrammar();
    budget.assertSettled();
    assertThat(time.pending()).isZero();
    assertThat(retry.state().view().retrying()).isZero();
  }

  @Test
  void a_timeout_ends_its_attempt_once_when_the_executor_runs_each_task_twice() {
    Executor twice =
        task -> {
          time.executor().execute(task);
          time.executor().execute(task);
        };
    operation.hangs().fails(new IOException("reset")).returns("page");
    Retry retry = retry(timed()).withExecutor(twice);
    CompletableFuture<Object> call = time.await(retry.callAsync(operation::stage));
    time.runUntilIdle();
    assertThat(call).isCompletedWithValue("page");
    assertThat(operation.calls()).isEqualTo(3);
    settled(retry);
  }

  @Test
  void a_call_whose_executor_drops_the_end_of_a_timeout_can_be_cancelled() {
    Executor drops = task -> {};
    operation.hangs();
    Retry retry = retry(timed()).withExecutor(drops);
    CompletableFuture<Object> call = retry.callAsync(operation::stage);
    time.advance(ms(50));
    assertThat(call).isNotDone();

    call.cancel(true);

    assertThat(operation.cancelledAttempts()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.CANCELLED);
    settled(retry);
  }

  @Test
  void a_result_is_closed_once_when_its_stage_completes_twice() {
    AtomicInteger closed = new AtomicInteger();
    AutoCloseable busy = closed::incrementAndGet;
    RetryPolicyBuilder policy =
        RetryPolicy.builder()
            .backoff(Backoff.fixed(ms(100)))
            .retryOnResult(AutoCloseable.class, result -> true)
            .closingRejected()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(ms(900)));
    AtomicInteger attempts = new AtomicInteger();
    Retry retry = retry(policy);
    CompletableFuture<Object> call =
        time.await(
            retry.callAsync(
                () ->
                    attempts.incrementAndGet() == 1
                        ? new AnswersTwice(busy)
                        : CompletableFuture.completedFuture("page")));
    assertThat(call).isCompletedWithValue("page");
    assertThat(closed).hasValue(1);
    settled(retry);
  }

  private static final class AnswersTwice extends CompletableFuture<Object> {

    private final Object value;

    AnswersTwice(Object value) {
      this.value = value;
    }

    @Override
    public <U> CompletableFuture<U> handle(
        BiFunction<? super Object, Throwable, ? extends U> recorder) {
      CompletableFuture<Object> answer = CompletableFuture.completedFuture(value);
      answer.handle(recorder);
      return answer.handle(recorder);
    }
  }
}
