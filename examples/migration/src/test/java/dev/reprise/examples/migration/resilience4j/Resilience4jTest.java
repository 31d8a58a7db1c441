package dev.reprise.examples.migration.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.migration.SameFailures;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Resilience4j and Reprise with the same failures, as docs/guide/from-resilience4j.md says. */
class Resilience4jTest extends SameFailures {

  Resilience4jTest() {
    super(OrdersAfter.POLICY);
  }

  @Test
  void attempts_and_delays_are_the_same() {
    bothFailWith(RESET);

    assertThat(catchThrowable(this::before)).isSameAs(RESET);
    assertThat(catchThrowable(() -> after(retry))).isSameAs(RESET);

    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(5);
    assertThat(recorder.delays()).hasSize(4);
    for (int i = 0; i < 4; i++) {
      long delay = 100L << i;
      assertThat(wait(i + 1)).isBetween(delay * 8 / 10, delay * 12 / 10);
      assertThat(recorder.delays().get(i).toMillis()).isBetween(delay * 8 / 10, delay * 12 / 10);
    }
  }

  @Test
  void both_recover_when_the_service_does() throws Exception {
    before.fails(RESET).returns("").returns("order 7");
    after.fails(RESET).returns("").returns("order 7");

    assertThat(before()).isEqualTo("order 7");
    assertThat(after(retry)).isEqualTo("order 7");
    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(3);
  }

  @Test
  void both_stop_at_an_ignored_exception() {
    FileNotFoundException missing = new FileNotFoundException();
    bothFailWith(missing);

    assertThat(catchThrowable(this::before)).isSameAs(missing);
    assertThat(catchThrowable(() -> after(retry))).isSameAs(missing);
    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(1);
  }

  @Test
  void both_throw_the_failure_at_an_interrupt_during_a_wait() {
    assertThat(interruptedBefore(this::before, () -> after(retry))).isSameAs(RESET);
  }

  @Test
  void late_delays_of_resilience4j_are_all_the_longest_one_and_not_random() {
    assertThat(IntStream.range(0, 100).mapToLong(i -> wait(20))).containsOnly(1_000L);

    after.fails(RESET);
    dev.reprise.Retry many =
        retry
            .withPolicy(
                OrdersAfter.POLICY.toBuilder().maxAttempts(1_001).withoutTimeLimit().build())
            .withBudget(RetryBudget.unlimited());
    assertThat(catchThrowable(() -> after(many))).isSameAs(RESET);
    assertThat(recorder.delays()).filteredOn(Duration.ofSeconds(1)::equals).isEmpty();
  }

  @Test
  void the_last_rejected_result_is_an_exception_only_if_resilience4j_is_told_so() throws Exception {
    before.returns("");
    after.returns("");

    assertThat(catchThrowable(this::before)).isInstanceOf(MaxRetriesExceededException.class);
    assertThat(catchThrowable(() -> after(retry))).isInstanceOf(ResultRejectedException.class);
    assertThat(before(noWaits().failAfterMaxAttempts(false).build())).isEmpty();
  }

  @Test
  void a_wrapped_exception_is_retried_only_by_reprise() {
    UncheckedIOException wrapped = new UncheckedIOException(RESET);
    before.fails(wrapped);
    after.fails(wrapped);

    assertThat(catchThrowable(this::before)).isSameAs(wrapped);
    assertThat(catchThrowable(() -> after(retry))).isSameAs(wrapped);
    assertThat(before.calls()).isEqualTo(1);
    assertThat(after.calls()).isEqualTo(5);
  }

  @Test
  void by_default_resilience4j_retries_bugs_but_no_errors() {
    Retry defaults =
        Retry.of("orders", RetryConfig.custom().intervalFunction(attempt -> 0L).build());
    assertCallsForBug(
        new NullPointerException(), 3, client -> defaults.executeCallable(() -> client.find("7")));
    assertCallsForBug(
        new AssertionError(), 1, client -> defaults.executeCallable(() -> client.find("7")));
  }

  @Test
  void only_reprise_has_a_time_limit() {
    after.fails(RESET);
    dev.reprise.Retry patient =
        retry.withPolicy(OrdersAfter.POLICY.toBuilder().maxAttempts(1_000).build());

    assertThat(catchThrowable(() -> after(patient.withBudget(RetryBudget.unlimited()))))
        .isSameAs(RESET);

    assertThat(recorder.stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(time.elapsed()).isLessThan(Duration.ofSeconds(60));
  }

  @Test
  void retries_of_twenty_failing_calls_are_limited_by_the_budget() {
    assertBudgetLimitsRetries(this::before, () -> after(retry));
  }

  /** The wait before a retry in milliseconds. */
  private static long wait(int retry) {
    IntervalFunction waits =
        IntervalFunction.ofExponentialRandomBackoff(
            Duration.ofMillis(100), 2, 0.2, Duration.ofSeconds(1));
    return waits.apply(retry);
  }

  private String before() throws Exception {
    return before(noWaits().build());
  }

  private String before(RetryConfig config) throws Exception {
    return new OrdersBefore(before, Retry.of("orders", config)).find("7");
  }

  private static RetryConfig.Builder<Object> noWaits() {
    return RetryConfig.from(OrdersBefore.CONFIG).intervalFunction(attempt -> 0L);
  }

  private String after(dev.reprise.Retry retry) throws IOException {
    return new OrdersAfter(after, retry).find("7");
  }
}
