package dev.reprise.examples.migration.springretry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.examples.migration.SameFailures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.FixedBackOff;

/** The core of Spring 7 and Reprise with the same failures, as docs/guide/from-spring-retry.md. */
class Spring7Test extends SameFailures {

  Spring7Test() {
    super(OrdersAfter.POLICY);
  }

  @Test
  void attempts_and_delays_are_the_same_but_spring_wraps_the_exception() {
    bothFailWith(RESET);

    assertThat(catchThrowable(() -> before(0))).isInstanceOf(RetryException.class).hasCause(RESET);
    assertThat(catchThrowable(this::after)).isSameAs(RESET);

    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(5);
    assertThat(delays(OrdersBeforeInSpring7.POLICY.getBackOff())).isEqualTo(recorder.delays());
  }

  @Test
  void both_recover_when_the_service_does() throws Exception {
    before.fails(RESET).returns("order 7");
    after.fails(RESET).returns("order 7");

    assertThat(before(0)).isEqualTo(after()).isEqualTo("order 7");
    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(2);
  }

  @Test
  void both_give_up_before_a_sleep_that_would_end_past_the_limit_of_time() {
    bothFailWith(RESET);

    assertThat(catchThrowable(() -> before(3_600_000))).hasCause(RESET);
    Retry slow =
        retry.withPolicy(OrdersAfter.POLICY.toBuilder().set("backoff", "fixed(1h)", null).build());
    assertThat(catchThrowable(() -> new OrdersAfter(after, slow).find("7"))).isSameAs(RESET);

    assertThat(before.calls()).isEqualTo(after.calls()).isEqualTo(1);
    assertThat(recorder.stopReason()).isEqualTo(StopReason.DEADLINE);
  }

  @Test
  void an_interrupt_during_a_wait_ends_both_with_the_failure() {
    assertThat(interruptedBefore(() -> before(0), this::after))
        .isInstanceOf(RetryException.class)
        .hasCause(RESET);
  }

  @Test
  void by_default_spring_retries_bugs_and_errors() {
    RetryTemplate defaults = new RetryTemplate(RetryPolicy.builder().delay(Duration.ZERO).build());
    for (Throwable bug : List.of(new NullPointerException(), new AssertionError())) {
      assertCallsForBug(bug, 4, client -> defaults.execute(() -> client.find("7")));
    }
  }

  /** The example with a fixed delay. */
  private String before(long millis) throws RetryException {
    RetryPolicy example = OrdersBeforeInSpring7.POLICY;
    RetryPolicy changed =
        new RetryPolicy() {
          @Override
          public boolean shouldRetry(Throwable failure) {
            return example.shouldRetry(failure);
          }

          @Override
          public Duration getTimeout() {
            return example.getTimeout();
          }

          @Override
          public BackOff getBackOff() {
            return new FixedBackOff(millis, 4);
          }
        };
    return new OrdersBeforeInSpring7(before, new RetryTemplate(changed)).find("7");
  }

  private String after() throws IOException {
    return new OrdersAfter(after, retry).find("7");
  }

  private static List<Duration> delays(BackOff backoff) {
    List<Duration> delays = new ArrayList<>();
    BackOffExecution next = backoff.start();
    for (long delay = next.nextBackOff();
        delay != BackOffExecution.STOP;
        delay = next.nextBackOff()) {
      delays.add(Duration.ofMillis(delay));
    }
    return delays;
  }
}
