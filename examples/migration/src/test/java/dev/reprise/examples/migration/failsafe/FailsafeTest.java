package dev.reprise.examples.migration.failsafe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.RetryPolicyBuilder;
import dev.failsafe.spi.DefaultScheduledFuture;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.migration.SameFailures;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Failsafe and Reprise with the same failures, as docs/guide/from-failsafe.md says. */
class FailsafeTest extends SameFailures {

  FailsafeTest() {
    super(OrdersAfter.POLICY);
  }

  @Test
  void attempts_and_delays_are_the_same() {
    bothFailWith(RESET);

    CompletableFuture<String> failed =
        timed(RetryPolicy.builder(OrdersBefore.POLICY.getConfig()))
            .getAsync(() -> before.find("7"));
    time.await(failed);
    assertThat(catchThrowable(() -> after(retry))).isSameAs(RESET);

    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(5);
    assertThat(waitsBefore).hasSameSizeAs(recorder.delays()).hasSize(4);
    for (int i = 0; i < 4; i++) {
      long delay = 100L << i;
      assertThat(waitsBefore.get(i).toMillis()).isBetween(delay * 8 / 10, delay * 12 / 10);
      assertThat(recorder.delays().get(i).toMillis()).isBetween(delay * 8 / 10, delay * 12 / 10);
    }
  }

  @Test
  void both_recover_when_the_service_does() throws IOException {
    before.fails(RESET).returns("").returns("order 7");
    after.fails(RESET).returns("").returns("order 7");

    assertThat(before()).isEqualTo("order 7");
    assertThat(after(retry)).isEqualTo("order 7");
    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(3);
  }

  @Test
  void both_stop_at_a_failure_to_abort_on_but_failsafe_wraps_it() {
    FileNotFoundException missing = new FileNotFoundException();
    bothFailWith(missing);

    assertThat(catchThrowable(this::before))
        .isInstanceOf(FailsafeException.class)
        .hasCause(missing);
    assertThat(catchThrowable(() -> after(retry))).isSameAs(missing);
    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(1);
  }

  @Test
  void failsafe_exceeds_its_longest_delay_by_the_jitter_and_reprise_does_not() {
    RetryPolicyBuilder<String> many =
        RetryPolicy.builder(OrdersBefore.POLICY.getConfig()).withMaxRetries(200);
    bothFailWith(RESET);
    Retry unlimited =
        retry
            .withPolicy(OrdersAfter.POLICY.toBuilder().maxAttempts(201).withoutTimeLimit().build())
            .withBudget(RetryBudget.unlimited());

    time.await(timed(many).getAsync(() -> before.find("7")));
    assertThat(catchThrowable(() -> after(unlimited))).isSameAs(RESET);

    Duration cap = Duration.ofSeconds(1);
    assertThat(waitsBefore).hasSize(200).anyMatch(delay -> delay.compareTo(cap) > 0);
    assertThat(recorder.delays()).hasSize(200).allMatch(delay -> delay.compareTo(cap) <= 0);
  }

  @Test
  void failsafe_shortens_the_last_wait_and_tries_once_more_at_the_limit() {
    RetryPolicyBuilder<String> slow =
        RetryPolicy.builder(OrdersBefore.POLICY.getConfig())
            .withDelayFn(context -> Duration.ofHours(1))
            .withMaxRetries(1);
    bothFailWith(RESET);

    time.await(timed(slow).getAsync(() -> before.find("7")));
    assertThat(before.calls()).isEqualTo(2);
    assertThat(waitsBefore).singleElement().matches(wait -> wait.getSeconds() <= 30);

    Retry slowRetry =
        retry.withPolicy(
            OrdersAfter.POLICY.toBuilder().backoff(Backoff.fixed(Duration.ofHours(1))).build());
    assertThat(catchThrowable(() -> after(slowRetry))).isSameAs(RESET);
    assertThat(after.calls()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.DEADLINE);
  }

  @Test
  void the_last_rejected_result_is_returned_by_failsafe_and_an_exception_for_reprise() {
    before.returns("");
    after.returns("");

    assertThat(before()).isEmpty();
    assertThat(catchThrowable(() -> after(retry))).isInstanceOf(ResultRejectedException.class);
    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(5);
  }

  @Test
  void an_interrupt_during_a_wait_loses_the_failure_in_failsafe() {
    assertThat(interruptedBefore(this::before, () -> after(retry)))
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void by_default_failsafe_retries_bugs_and_errors() {
    FailsafeExecutor<String> defaults = Failsafe.with(RetryPolicy.ofDefaults());
    for (Throwable bug : List.of(new NullPointerException(), new AssertionError())) {
      assertCallsForBug(bug, 3, client -> defaults.get(() -> client.find("7")));
    }
  }

  @Test
  void retries_of_twenty_failing_calls_are_limited_by_the_budget() {
    assertBudgetLimitsRetries(this::before, () -> after(retry));
  }

  @Test
  void nested_retries_multiply_in_failsafe_only() {
    IOException failure = new IOException("reset");
    bothFailWith(failure);
    RetryPolicy<String> outer = RetryPolicy.<String>builder().withMaxAttempts(5).build();
    Retry outerRetry = retry.named("outer").withBudget(RetryBudget.unlimited());

    assertThat(catchThrowable(() -> Failsafe.with(outer).get(this::before))).isNotNull();
    assertThat(catchThrowable(() -> outerRetry.call(() -> after(retry)))).isSameAs(failure);

    assertThat(before.calls()).isEqualTo(25);
    assertThat(after.calls()).isEqualTo(5);
  }

  @Test
  void a_condition_that_throws_does_not_hold_in_failsafe_and_ends_the_call_in_reprise() {
    bothFailWith(RESET);
    RetryPolicy<String> broken =
        RetryPolicy.<String>builder()
            .handleIf(
                failure -> {
                  throw new IllegalStateException("a bug of the condition");
                })
            .build();
    dev.reprise.policy.RetryPolicy brokenToo =
        dev.reprise.policy.RetryPolicy.builder()
            .retryIf(
                failure -> {
                  throw new IllegalStateException("a bug of the condition");
                })
            .build();

    assertThat(catchThrowable(() -> Failsafe.with(broken).get(() -> before.find("7"))))
        .hasCause(RESET);
    assertThat(catchThrowable(() -> after(retry.withPolicy(brokenToo)))).isSameAs(RESET);

    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.POLICY_FAILED);
  }

  private String before() {
    RetryPolicy<String> noWaits =
        RetryPolicy.builder(OrdersBefore.POLICY.getConfig())
            .withDelayFn(context -> Duration.ZERO)
            .build();
    return new OrdersBefore(before, Failsafe.with(noWaits)).find("7");
  }

  private String after(Retry retry) throws IOException {
    return new OrdersAfter(after, retry).find("7");
  }

  /** Waits in virtual time, and records the waits. */
  private FailsafeExecutor<String> timed(RetryPolicyBuilder<String> policy) {
    policy.onRetryScheduled(event -> waitsBefore.add(event.getDelay()));
    return Failsafe.with(policy.build()).with(this::schedule);
  }

  private ScheduledFuture<?> schedule(Callable<?> task, long delay, TimeUnit unit) {
    time.schedule(
        Duration.of(delay, unit.toChronoUnit()),
        () -> {
          try {
            task.call();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    return new DefaultScheduledFuture<>();
  }
}
