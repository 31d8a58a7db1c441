package dev.reprise.examples.migration.springretry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.migration.SameFailures;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.retry.RetryCallback;
import org.springframework.retry.backoff.BackOffInterruptedException;
import org.springframework.retry.backoff.ExponentialBackOffPolicy;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;
import org.springframework.retry.support.RetryTemplate;

/** spring-retry and Reprise with the same failures, as docs/guide/from-spring-retry.md says. */
class SpringRetryTest extends SameFailures {

  SpringRetryTest() {
    super(OrdersAfter.POLICY);
  }

  @Test
  void attempts_delays_and_exception_are_the_same() {
    bothFailWith(RESET);

    assertThat(catchThrowable(() -> before().find("7"))).isSameAs(RESET);
    assertThat(catchThrowable(() -> after().find("7"))).isSameAs(RESET);

    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(5);
    assertThat(waitsBefore).isEqualTo(recorder.delays());
    assertThat(waitsBefore).map(Duration::toMillis).containsExactly(100L, 200L, 400L, 800L);
  }

  @Test
  void both_recover_when_the_service_does() throws IOException {
    before.fails(RESET).returns("order 7");
    after.fails(RESET).returns("order 7");

    assertThat(before().find("7")).isEqualTo("order 7");
    assertThat(after().find("7")).isEqualTo("order 7");
    assertThat(waitsBefore).isEqualTo(recorder.delays());
  }

  @Test
  void a_recovery_callback_is_a_fallback() throws IOException {
    bothFailWith(RESET);

    assertThat(before().findOrNone("7")).isEqualTo(after().findOrNone("7")).isEqualTo("none");
    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(5);
  }

  @Test
  void an_interrupt_during_a_wait_loses_the_failure_in_spring_retry() {
    OrdersBefore sleeping = new OrdersBefore(before, OrdersBefore.template());

    assertThat(interruptedBefore(() -> sleeping.find("7"), () -> after().find("7")))
        .isInstanceOf(BackOffInterruptedException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void spring_retry_accepts_either_a_number_of_attempts_or_a_limit_of_time() {
    assertThat(
            catchThrowable(
                () -> RetryTemplate.builder().maxAttempts(5).withTimeout(Duration.ofSeconds(30))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void spring_retry_sleeps_beyond_its_limit_of_time() {
    ExponentialBackOffPolicy slow = new ExponentialBackOffPolicy();
    slow.setInitialInterval(3_600_000);
    slow.setMaxInterval(7_200_000);
    before.fails(RESET).returns("late");
    after.fails(RESET).returns("late");
    RetryTemplate limited = RetryTemplate.builder().withTimeout(Duration.ofSeconds(30)).build();
    limited.setBackOffPolicy(slow.withSleeper(this::record));

    assertThat(catchThrowable(() -> new OrdersBefore(before, limited).find("7"))).isNull();
    assertThat(waitsBefore).containsExactly(Duration.ofHours(1));

    Retry ours = retry.withPolicy(changed("backoff", "fixed(1h)"));
    assertThat(catchThrowable(() -> new OrdersAfter(after, ours).find("7"))).isSameAs(RESET);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.DEADLINE);
  }

  @Test
  void random_delays_of_spring_retry_are_never_short_and_end_at_the_longest_one() {
    ExponentialRandomBackOffPolicy random = new ExponentialRandomBackOffPolicy();
    random.setMaxInterval(1_000);
    before.fails(RESET);
    RetryTemplate template = RetryTemplate.builder().maxAttempts(100).build();
    template.setBackOffPolicy(random.withSleeper(this::record));

    assertThat(catchThrowable(() -> new OrdersBefore(before, template).find("7"))).isSameAs(RESET);

    assertThat(waitsBefore.get(0).toMillis()).isBetween(100L, 200L);
    assertThat(waitsBefore.subList(5, 99)).allMatch(Duration.ofSeconds(1)::equals);

    after.fails(RESET);
    Retry ours =
        retry
            .withPolicy(
                RetryPolicy.parse(
                    "maxAttempts=100 within=unlimited"
                        + " backoff=exponential(100ms, x2, cap=1s, jitter=full)"))
            .withBudget(RetryBudget.unlimited());
    assertThat(catchThrowable(() -> new OrdersAfter(after, ours).find("7"))).isSameAs(RESET);
    assertThat(recorder.delays()).hasSize(99).noneMatch(Duration.ofSeconds(1)::equals);
  }

  @Test
  void by_default_spring_retry_retries_bugs_but_no_errors() {
    RetryTemplate defaults = RetryTemplate.defaultInstance();
    assertCallsForBug(
        new NullPointerException(), 3, client -> defaults.execute(context -> client.find("7")));
    assertCallsForBug(
        new AssertionError(), 1, client -> defaults.execute(context -> client.find("7")));
  }

  @Test
  void a_failed_future_is_a_success_for_spring_retry() {
    AtomicInteger first = new AtomicInteger();
    AtomicInteger second = new AtomicInteger();
    RetryCallback<CompletableFuture<String>, RuntimeException> failing = context -> failed(first);

    assertThat(OrdersBefore.template().execute(failing)).isCompletedExceptionally();
    assertThat(time.await(retry.callAsync(() -> failed(second)))).isCompletedExceptionally();

    assertThat(first).hasValue(1);
    assertThat(second).hasValue(5);
  }

  @Test
  void retries_of_twenty_failing_calls_are_limited_by_the_budget() {
    assertBudgetLimitsRetries(() -> before().find("7"), () -> after().find("7"));
  }

  private static CompletableFuture<String> failed(AtomicInteger calls) {
    calls.incrementAndGet();
    return CompletableFuture.failedFuture(RESET);
  }

  private static RetryPolicy changed(String setting, String value) {
    return OrdersAfter.POLICY.toBuilder().set(setting, value, null).build();
  }

  private void record(long millis) {
    waitsBefore.add(Duration.ofMillis(millis));
  }

  /** The example with recorded waits. */
  private OrdersBefore before() {
    ExponentialBackOffPolicy backoff = new ExponentialBackOffPolicy();
    backoff.setMaxInterval(1_000);
    RetryTemplate template = OrdersBefore.template();
    template.setBackOffPolicy(backoff.withSleeper(this::record));
    return new OrdersBefore(before, template);
  }

  private OrdersAfter after() {
    return new OrdersAfter(after, retry);
  }
}
