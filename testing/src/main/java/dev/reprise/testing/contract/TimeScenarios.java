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
  void waits_as_long_as_the_backoff_says() {
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
  @DisplayName("trap 6: waits for less than a millisecond, to the nanosecond")
  void waits_for_less_than_a_millisecond() {
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
  void makes_one_attempt_in_no_time() {
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
  @DisplayName("trap 10: starts no attempt when the wait took until after the deadline")
  void starts_no_attempt_when_the_wait_took_until_after_the_deadline() {
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
  @DisplayName("trap 11: the attempt timeout shrinks to the time left")
  void attempt_timeout_shrinks_to_the_time_left() {
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
          assertEquals(2, fixture.operation.cutShort());
        });
  }

  @Test
  void each_attempt_may_have_a_timeout_of_its_own() {
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
  void a_timeout_may_follow_how_long_recent_attempts_took() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(AttemptTimeout.atPercentile(50, ms(900)).times(3)));
          RetryState state = fixture.retry().state();
          IntStream.range(0, 30).forEach(i -> state.recordLatency(ms(50).toNanos()));
          fixture.operation.hangs().takes(ms(140)).returns("page");
          assertEquals(allMs(0, 250), fixture.returns("page", 2).starts());
          assertEquals(32, state.view().latencies().count(), "timeouts and successes tell it");
        });
  }

  @Test
  void an_attempt_that_takes_as_long_as_it_may_is_not_cut_short() {
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
  @DisplayName("trap 11: the time that an attempt waits for its executor is not its own")
  void the_time_that_an_attempt_waits_for_its_executor_is_not_its_own() {
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
  @DisplayName("trap 12: the interrupt of an attempt timeout is not seen by the next attempt")
  void the_interrupt_of_an_attempt_timeout_is_not_seen_by_the_next_attempt() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(ms(150)));
          fixture.operation.hangs().does(() -> Thread.currentThread().isInterrupted());
          fixture.returns(false, 2);
        });
  }

  @Test
  @DisplayName("trap 12: a value that comes after the timeout is a value, and the interrupt gone")
  void a_value_that_comes_after_the_timeout_is_a_value() {
    inShapes(
        shape -> shape.has(Trait.TIMES_OUT_ATTEMPTS) && !shape.has(Trait.STAGES),
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(ms(150)));
          fixture.operation.does(
              () -> {
                fixture.time.stall(ms(140));
                ScriptCode.ignoringInterrupts(fixture.time, ms(200));
                return "late";
              });
          assertEquals(ms(340), fixture.returns("late", 1).elapsed());
        });
  }

  @Test
  void an_error_that_comes_with_the_timeout_is_an_error() {
    inShapes(
        shape -> shape.has(Trait.TIMES_OUT_ATTEMPTS) && !shape.has(Trait.STAGES),
        fixture -> {
          AssertionError error = new AssertionError("wrong");
          fixture.policy(p -> p.attemptTimeout(ms(150)));
          fixture.operation.does(
              () -> {
                ScriptCode.ignoringInterrupts(fixture.time, ms(200));
                throw error;
              });
          fixture.fails(error, StopReason.NOT_RETRYABLE, 1);
        });
  }
}
