package dev.reprise.examples.migration.guavaretrying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.github.rholder.retry.AttemptTimeLimiters;
import com.github.rholder.retry.RetryException;
import com.github.rholder.retry.RetryerBuilder;
import com.github.rholder.retry.StopStrategies;
import com.github.rholder.retry.WaitStrategies;
import com.github.rholder.retry.WaitStrategy;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.migration.SameFailures;
import dev.reprise.examples.migration.ScriptedClient;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** guava-retrying and Reprise with the same failures, as docs/guide/from-guava-retrying.md says. */
class GuavaRetryingTest extends SameFailures {

  GuavaRetryingTest() {
    super(OrdersAfter.POLICY);
  }

  @Test
  void attempts_and_delays_are_the_same() {
    bothFailWith(RESET);

    assertThat(catchThrowable(this::before)).isInstanceOf(RetryException.class).hasCause(RESET);
    assertThat(catchThrowable(() -> after(retry))).isSameAs(RESET);

    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(5);
    assertThat(waitsBefore).isEqualTo(recorder.delays());
    assertThat(waitsBefore).map(Duration::toMillis).containsExactly(100L, 200L, 400L, 800L);
  }

  @Test
  void both_recover_when_the_service_does() throws Exception {
    before.fails(RESET).returns("").returns("order 7");
    after.fails(RESET).returns("").returns("order 7");

    assertThat(before()).isEqualTo("order 7");
    assertThat(after(retry)).isEqualTo("order 7");
    assertThat(waitsBefore).isEqualTo(recorder.delays());
  }

  @Test
  void a_failure_that_is_not_retried_is_wrapped_in_another_exception() {
    IllegalStateException bug = new IllegalStateException();
    before.fails(bug);
    after.fails(bug);

    assertThat(catchThrowable(this::before)).isInstanceOf(ExecutionException.class).hasCause(bug);
    assertThat(catchThrowable(() -> after(retry))).isSameAs(bug);
    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(1);
  }

  @Test
  void the_last_rejected_result_is_an_exception_in_both() {
    before.returns("");
    after.returns("");

    assertThat(catchThrowable(this::before)).isInstanceOf(RetryException.class).hasNoCause();
    assertThat(catchThrowable(() -> after(retry))).isInstanceOf(ResultRejectedException.class);
  }

  @Test
  void the_defaults_of_guava_retrying_retry_nothing_and_never_stop() throws Exception {
    before.fails(RESET);
    assertThat(catchThrowable(() -> run(RetryerBuilder.newBuilder()))).hasCause(RESET);
    assertThat(before.calls()).isEqualTo(1);

    ScriptedClient hopeless = new ScriptedClient();
    for (int i = 0; i < 999; i++) {
      hopeless.fails(RESET);
    }
    hopeless.returns("order 7");
    RetryerBuilder<String> endless = RetryerBuilder.<String>newBuilder().retryIfException();
    assertThat(endless.build().call(() -> hopeless.find("7"))).isEqualTo("order 7");
    assertThat(hopeless.calls()).isEqualTo(1_000);

    after.fails(RESET);
    assertThat(catchThrowable(() -> after(defaults()))).isSameAs(RESET);
    assertThat(after.calls()).isEqualTo(3);
  }

  @Test
  void guava_retrying_waits_beyond_the_limit_of_time() {
    RetryerBuilder<String> limited =
        RetryerBuilder.<String>newBuilder()
            .retryIfException()
            .withWaitStrategy(WaitStrategies.fixedWait(1, TimeUnit.HOURS))
            .withStopStrategy(StopStrategies.stopAfterDelay(30, TimeUnit.SECONDS));
    before.fails(RESET).returns("late");
    after.fails(RESET).returns("late");

    assertThat(catchThrowable(() -> run(limited))).isNull();
    assertThat(waitsBefore).containsExactly(Duration.ofHours(1));

    Retry ours =
        retry.withPolicy(
            RetryPolicy.builder()
                .within(Duration.ofSeconds(30))
                .backoff(Backoff.fixed(Duration.ofHours(1)))
                .build());
    assertThat(catchThrowable(() -> after(ours))).isSameAs(RESET);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.DEADLINE);
  }

  @Test
  void an_operation_that_was_interrupted_is_retried_by_guava_retrying() {
    InterruptedException interrupted = new InterruptedException();
    before.fails(interrupted);
    after.fails(interrupted);

    RetryerBuilder<String> any =
        RetryerBuilder.<String>newBuilder()
            .retryIfException()
            .withStopStrategy(StopStrategies.stopAfterAttempt(3));
    assertThat(catchThrowable(() -> run(any))).hasCause(interrupted);
    assertThat(before.calls()).isEqualTo(3);
    assertThat(Thread.interrupted()).isFalse();

    assertThat(catchThrowable(() -> after(defaults()))).isSameAs(interrupted);
    assertThat(after.calls()).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void an_interrupt_during_a_wait_ends_both_with_the_failure() {
    RetryerBuilder<String> sleeping = OrdersBefore.retryer();

    assertThat(
            interruptedBefore(
                () -> new OrdersBefore(before, sleeping.build()).find("7"), () -> after(retry)))
        .isInstanceOf(RetryException.class)
        .hasCause(RESET);
  }

  @Test
  void an_attempt_timeout_of_guava_retrying_does_not_run_with_guava_of_today() {
    assertThat(catchThrowable(() -> AttemptTimeLimiters.fixedTimeLimit(1, TimeUnit.SECONDS)))
        .isInstanceOf(NoSuchMethodError.class);
  }

  @Test
  void fibonacci_and_incrementing_waits_are_those_of_reprise() {
    RetryerBuilder<String> fibonacci =
        waiting(WaitStrategies.fibonacciWait(100, 1, TimeUnit.HOURS));
    before.fails(RESET);
    assertThat(catchThrowable(() -> run(fibonacci))).hasCause(RESET);
    assertThat(waitsBefore).isEqualTo(waitsAfter(Backoff.fibonacci(Duration.ofMillis(100))));

    waitsBefore.clear();
    RetryerBuilder<String> linear =
        waiting(
            WaitStrategies.incrementingWait(100, TimeUnit.MILLISECONDS, 50, TimeUnit.MILLISECONDS));
    assertThat(catchThrowable(() -> run(linear))).hasCause(RESET);
    assertThat(waitsBefore)
        .isEqualTo(waitsAfter(Backoff.linear(Duration.ofMillis(100), Duration.ofMillis(50))));
  }

  @Test
  void retries_of_twenty_failing_calls_are_limited_by_the_budget() {
    assertBudgetLimitsRetries(this::before, () -> after(retry));
  }

  private List<Duration> waitsAfter(Backoff backoff) {
    recorder.clear();
    ScriptedClient client = new ScriptedClient().fails(RESET);
    Retry ours = retry.withPolicy(OrdersAfter.POLICY.toBuilder().backoff(backoff).build());
    assertThat(catchThrowable(() -> new OrdersAfter(client, ours).find("7"))).isSameAs(RESET);
    return recorder.delays();
  }

  private String before() throws ExecutionException, RetryException {
    return run(OrdersBefore.retryer());
  }

  /** Records the waits in place of waiting. */
  private String run(RetryerBuilder<String> builder) throws ExecutionException, RetryException {
    builder.withBlockStrategy(millis -> waitsBefore.add(Duration.ofMillis(millis)));
    return new OrdersBefore(before, builder.build()).find("7");
  }

  private String after(Retry retry) throws IOException {
    return new OrdersAfter(after, retry).find("7");
  }

  private static RetryerBuilder<String> waiting(WaitStrategy waits) {
    return RetryerBuilder.<String>newBuilder()
        .retryIfExceptionOfType(IOException.class)
        .withWaitStrategy(waits)
        .withStopStrategy(StopStrategies.stopAfterAttempt(5));
  }
}
