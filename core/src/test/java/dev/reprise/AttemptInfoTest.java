package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.decision.Progress;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AttemptInfoTest {

  private final FakeEnvironment environment = new FakeEnvironment();

  @Test
  void returns_number_and_last_failure() {
    IOException failure = new IOException();
    Progress progress = new Progress(3, 2, 0, 0, 0, 0, 0, 0, 0, 0);
    AttemptInfo attempt =
        AttemptInfo.of(retry(RetryPolicy.defaults()).calls(), progress, 0, failure, null);

    assertEquals(3, attempt.number());
    assertSame(failure, attempt.lastFailure());
    assertEquals("attempt 3", attempt.toString());
    assertNull(attempt(RetryPolicy.defaults()).lastFailure());
  }

  @Test
  void measures_the_whole_call() {
    environment.now = seconds(5);
    AttemptInfo attempt = attempt(RetryPolicy.defaults());
    assertEquals(Duration.ZERO, attempt.elapsed());

    environment.now = seconds(12);
    assertEquals(Duration.ofSeconds(7), attempt.elapsed());
  }

  @Test
  void returns_the_time_until_the_deadline() {
    environment.now = seconds(5);
    AttemptInfo attempt = attempt(RetryPolicy.defaults());
    assertEquals(Duration.ofSeconds(60), attempt.timeLeft());

    environment.now += seconds(59);
    assertEquals(Duration.ofSeconds(1), attempt.timeLeft());

    environment.now += seconds(59);
    assertEquals(Duration.ZERO, attempt.timeLeft());
  }

  @Test
  void returns_the_remaining_time_of_its_own_timeout_if_that_is_shorter() {
    RetryPolicy policy = RetryPolicy.builder().attemptTimeout(Duration.ofSeconds(3)).build();
    Progress second = new Progress(2, 1, 0, 0, 0, 0, 0, 0, 0, 0);

    environment.now = seconds(10);
    assertEquals(Duration.ofSeconds(3), at(policy, second).timeLeft());

    environment.now = seconds(58);
    assertEquals(Duration.ofSeconds(2), at(policy, second).timeLeft());
  }

  @Test
  void its_limit_is_the_timeout_unless_the_deadline_comes_first() {
    RetryPolicy policy =
        RetryPolicy.parse("maxAttempts=5 within=10s attemptTimeout=3s backoff=none");

    assertEquals(seconds(3), limitOfAnAttemptAt(seconds(2), policy));
    assertEquals(seconds(3), limitOfAnAttemptAt(seconds(7), policy), "both at the same time");
    assertEquals(seconds(3) - 2, limitOfAnAttemptAt(seconds(7) + 1, policy));
  }

  /** A sleep may end late. */
  @Test
  void an_attempt_that_starts_at_or_after_the_deadline_is_limited_by_it() {
    RetryPolicy policy =
        RetryPolicy.parse("maxAttempts=5 within=10s attemptTimeout=3s backoff=none");

    assertEquals(1, limitOfAnAttemptAt(seconds(10), policy));
    assertEquals(1, limitOfAnAttemptAt(seconds(11), policy));
  }

  /** Returns the limit of an attempt whose watch begins one nanosecond after it. */
  private long limitOfAnAttemptAt(long nanos, RetryPolicy policy) {
    environment.now = nanos;
    AttemptInfo attempt = at(policy, new Progress(2, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    environment.now += 1;
    return attempt.limitNanos(attempt.timeLeft().toNanos());
  }

  @Test
  void has_centuries_of_time_where_nothing_limits_it() {
    environment.now = -5;
    AttemptInfo attempt = attempt(RetryPolicy.none());
    environment.now = seconds(1_000_000);

    assertEquals(Duration.ofNanos(Long.MAX_VALUE), attempt.timeLeft());
  }

  @Test
  void does_not_overflow_with_a_limit_of_centuries() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .withoutTimeLimit()
            .attemptTimeout(Duration.ofNanos(Long.MAX_VALUE - 1))
            .build();
    Progress second = new Progress(2, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    environment.now = seconds(10);

    assertEquals(Duration.ofNanos(Long.MAX_VALUE), at(policy, second).timeLeft());
  }

  @Test
  void measures_correctly_when_the_ticks_wrap_around() {
    environment.now = Long.MAX_VALUE - 5;
    AttemptInfo attempt = attempt(RetryPolicy.defaults());

    environment.now += 10;

    assertEquals(Duration.ofNanos(10), attempt.elapsed());
    assertEquals(Duration.ofSeconds(60).minusNanos(10), attempt.timeLeft());
  }

  @Test
  void does_not_go_below_zero_when_ticks_are_slightly_out_of_order() {
    environment.now = 100;
    AttemptInfo attempt = attempt(RetryPolicy.defaults());

    environment.now = 90;

    assertEquals(Duration.ZERO, attempt.elapsed());
    assertEquals(Duration.ofSeconds(60), attempt.timeLeft());
  }

  /** The first attempt of a call that begins now. */
  private AttemptInfo attempt(RetryPolicy policy) {
    return at(policy, Progress.startingAt(environment.now).attemptStarted(environment.now, 0));
  }

  private AttemptInfo at(RetryPolicy policy, Progress progress) {
    return AttemptInfo.of(retry(policy).calls(), progress, environment.now, null, null);
  }

  private Retry retry(RetryPolicy policy) {
    return Retry.of(policy).withEnvironment(environment);
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
