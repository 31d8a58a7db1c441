package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.allMs;
import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import dev.reprise.state.RetryState;
import dev.reprise.testing.internal.ScriptCode;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Waits, deadlines and attempt timeouts. */
class TimeScenarios extends Scenarios {

  TimeScenarios(ScenarioRunner runner) {
    super(runner);
  }

  @Test
  void waits_for_the_delay_of_the_backoff() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.maxAttempts(4).backoff(Backoff.exponential(ms(100))));
          fixture.operation.takes(ms(5)).fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.ATTEMPTS, 4);
          assertEquals(allMs(100, 200, 400), seen.delays());
          assertEquals(allMs(0, 105, 310, 715), seen.starts());
          assertEquals(ms(720), seen.elapsed());
        });
  }

  @Test
  void draws_the_same_jitter_in_every_shape() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(
              p -> p.maxAttempts(6).backoff(Backoff.exponential(ms(100)).jitter(Jitter.full())));
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.ATTEMPTS, 6);
        });
  }

  @Test
  @DisplayName("trap 6: delays of less than a millisecond are exact to the nanosecond")
  void delays_of_less_than_a_millisecond_are_exact() {
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.backoff(Backoff.fixed(Duration.ofNanos(1_500))));
          fixture.operation.fails(new IOException("reset")).fails(new IOException("reset"));
          fixture.operation.returns("page");
          assertEquals(
              List.of(Duration.ZERO, Duration.ofNanos(1_500), Duration.ofNanos(3_000)),
              fixture.returns("page", 3).starts());
        });
  }

  @Test
  @DisplayName("trap 9: a jump of the wall clock changes nothing")
  void a_jump_of_the_wall_clock_changes_nothing() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.maxAttempts(9).within(ms(250)));
          fixture.at(ms(50), () -> fixture.time.setWallClock(Instant.EPOCH));
          fixture.at(
              ms(150), () -> fixture.time.setWallClock(Instant.parse("2100-01-01T00:00:00Z")));
          fixture.operation.fails(failure);
          assertEquals(allMs(0, 100, 200), fixture.fails(failure, StopReason.DEADLINE, 3).starts());
        });
  }

  @Test
  @DisplayName("trap 10: gives up before a sleep that would end past the deadline")
  void gives_up_before_a_sleep_that_would_end_past_the_deadline() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.maxAttempts(10).within(ms(200)).backoff(Backoff.fixed(ms(80))));
          fixture.operation.takes(ms(1)).fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.DEADLINE, 3);
          assertEquals(allMs(0, 81, 162), seen.starts());
          assertEquals(ms(163), seen.elapsed());
        });
  }

  @Test
  @DisplayName("trap 10: gives up before a sleep that would end at the deadline")
  void gives_up_before_a_sleep_that_would_end_at_the_deadline() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.maxAttempts(10).within(ms(200)));
          fixture.operation.fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.DEADLINE, 2);
          assertEquals(allMs(0, 100), seen.starts());
          assertEquals(ms(100), seen.elapsed());
        });
  }

  @Test
  void makes_one_attempt_within_a_time_limit_of_one_nanosecond() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.maxAttempts(10).backoff(Backoff.none()));
          fixture.retry(retry -> retry.within(Duration.ZERO));
          fixture.operation.fails(failure);
          assertEquals(Duration.ZERO, fixture.fails(failure, StopReason.DEADLINE, 1).elapsed());
        });
  }

  @Test
  @DisplayName("trap 10: starts no attempt if the wait ends after the deadline")
  void starts_no_attempt_if_the_wait_ends_after_the_deadline() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.within(ms(200)));
          fixture.at(ms(90), () -> fixture.time.stall(ms(300)));
          fixture.operation.fails(failure);
          assertEquals(ms(390), fixture.fails(failure, StopReason.DEADLINE, 1).elapsed());
        });
  }

  @Test
  @DisplayName("trap 11: the attempt timeout is limited by the remaining time")
  void attempt_timeout_is_limited_by_the_remaining_time() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          fixture.policy(p -> p.maxAttempts(5).attemptTimeout(ms(150)).within(ms(350)));
          fixture.operation.hangs();
          CallObservation seen = fixture.observe();
          assertEquals(StopReason.DEADLINE, seen.stopReason());
          assertEquals(allMs(0, 250), seen.starts());
          assertEquals(ms(350), seen.elapsed());
          AttemptTimeoutException timeout =
              assertInstanceOf(AttemptTimeoutException.class, seen.failure());
          assertEquals(ms(100), timeout.limit());
          assertEquals(2, fixture.operation.cancelledAttempts());
        });
  }

  @Test
  void each_attempt_may_have_its_own_timeout() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          fixture.policy(p -> p.maxAttempts(3).attemptTimeout(AttemptTimeout.of(ms(150), ms(400))));
          fixture.operation.hangs();
          CallObservation seen = fixture.observe();
          assertEquals(allMs(0, 250, 750), seen.starts());
          assertEquals(ms(1_150), seen.elapsed());
          AttemptTimeoutException timeout =
              assertInstanceOf(AttemptTimeoutException.class, seen.failure());
          assertEquals(ms(400), timeout.limit());
          assertTrue(timeout.toString().contains("400 ms"), timeout::toString);
        });
  }

  @Test
  void a_timeout_may_depend_on_the_latency_of_recent_attempts() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(AttemptTimeout.atPercentile(50, ms(900)).times(3)));
          RetryState state = fixture.retry().state();
          IntStream.range(0, 30).forEach(i -> state.recordLatency(ms(50).toNanos()));
          fixture.operation.hangs().takes(ms(140)).returns("page");
          assertEquals(allMs(0, 250), fixture.returns("page", 2).starts());
          assertEquals(32, state.view().latencies().count(), "recorded by timeouts and successes");
        });
  }

  @Test
  void an_attempt_that_takes_exactly_its_timeout_is_not_interrupted() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(ms(150)));
          fixture.operation.takes(ms(150)).returns("page");
          fixture.returns("page", 1);
          assertEquals(0, fixture.time.pending(), "timers left");
        });
  }

  @Test
  @DisplayName("trap 11: the time in the executor's queue does not count as time of the attempt")
  void the_time_in_the_executors_queue_does_not_count_as_time_of_the_attempt() {
    inShapes(
        shape -> shape.has(Trait.OVERLAPS) && !shape.has(Trait.STAGES),
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(ms(150)));
          fixture.at(Duration.ZERO, () -> fixture.time.stall(Duration.ofSeconds(1)));
          fixture.operation.takes(ms(100)).returns("page");
          assertEquals(allMs(1_000), fixture.returns("page", 1).starts());
        });
    inShapes(
        shape -> shape.has(Trait.OVERLAPS) && !shape.has(Trait.STAGES),
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.at(Duration.ZERO, () -> fixture.time.stall(Duration.ofSeconds(1)));
          fixture.operation.takes(ms(100)).fails(failure);
          fixture.fails(failure, StopReason.ATTEMPTS, 3);
          AttemptRecord first = RetryReport.of(failure).orElseThrow().records().get(0);
          assertEquals(ms(1_000).toNanos(), first.startedAfterNanos());
          assertEquals(ms(100).toNanos(), first.durationNanos());
        });
  }

  @Test
  @DisplayName("trap 12: the next attempt does not see the interrupt of an attempt timeout")
  void the_next_attempt_does_not_see_the_interrupt_of_an_attempt_timeout() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(ms(150)));
          fixture.operation.hangs().runs(() -> Thread.currentThread().isInterrupted());
          fixture.returns(false, 2);
        });
  }

  @Test
  @DisplayName("trap 12: a value after the timeout is a success, and the interrupt flag is cleared")
  void a_value_after_the_timeout_is_a_success() {
    inShapes(
        shape -> shape.has(Trait.TIMES_OUT_ATTEMPTS) && !shape.has(Trait.STAGES),
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(ms(150)));
          fixture.operation.runs(
              () -> {
                fixture.time.stall(ms(140));
                ScriptCode.ignoringInterrupts(fixture.time, ms(200));
                return "late";
              });
          assertEquals(ms(340), fixture.returns("late", 1).elapsed());
        });
  }

  @Test
  void an_error_at_the_timeout_is_an_error() {
    inShapes(
        shape -> shape.has(Trait.TIMES_OUT_ATTEMPTS) && !shape.has(Trait.STAGES),
        fixture -> {
          AssertionError error = new AssertionError("wrong");
          fixture.policy(p -> p.attemptTimeout(ms(150)));
          fixture.operation.runs(
              () -> {
                ScriptCode.ignoringInterrupts(fixture.time, ms(200));
                throw error;
              });
          fixture.fails(error, StopReason.NOT_RETRYABLE, 1);
        });
  }
}
