package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Hedges in combination with timeouts, hints, keys, cancellation, interrupts and shutdown. */
class HedgeEdgeScenarios extends HedgedScenarios {

  HedgeEdgeScenarios(ScenarioRunner runner) {
    super(runner);
  }

  @Test
  void an_attempt_that_times_out_while_another_runs_makes_room_for_a_hedge() {
    hedgedStages(
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(ms(100)));
          fixture.operation.hangs().hangs().returns("page");
          CallObservation seen = fixture.returns("page", 3);
          assertEquals(List.of(Duration.ZERO, ms(50), ms(100)), seen.starts());
          assertEquals(2, fixture.operation.cancelledAttempts());
        });
  }

  @Test
  void each_attempt_in_flight_has_its_own_timeout_and_the_last_one_decides() {
    hedgedStages(
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(ms(100)).maxAttempts(2));
          fixture.operation.hangs();
          CallObservation seen = fixture.observe();
          assertInstanceOf(AttemptTimeoutException.class, seen.failure());
          assertEquals(StopReason.ATTEMPTS, seen.stopReason());
          assertEquals(ms(150), seen.elapsed());
        });
  }

  @Test
  void the_hint_of_an_attempt_that_failed_while_another_ran_is_not_shortened() {
    hedgedStages(
        fixture -> {
          IOException throttled = new IOException("throttled");
          fixture.policy(
              p ->
                  p.hintJitter(0)
                      .classifyWith(
                          "hint",
                          outcome ->
                              outcome.failureOrNull() == throttled
                                  ? Verdict.retryNoSoonerThan(ms(500))
                                  : Verdict.pass()));
          fixture.operation.takes(ms(60)).fails(throttled);
          fixture.operation.takes(ms(30)).fails(new IOException("reset"));
          fixture.operation.returns("page");
          CallObservation seen = fixture.returns("page", 3);
          assertEquals(List.of(Duration.ZERO, ms(50), ms(560)), seen.starts());
        });
  }

  @Test
  void a_hedge_waits_for_the_hint_of_a_server() {
    hedgedStages(
        fixture -> {
          IOException throttled = new IOException("throttled");
          fixture.policy(
              p ->
                  p.classifyWith(
                      "hint",
                      outcome ->
                          outcome.failureOrNull() == throttled
                              ? Verdict.retryNoSoonerThan(ms(500))
                              : Verdict.pass()));
          fixture.operation.takes(ms(900)).returns("first");
          fixture.operation.takes(ms(10)).fails(throttled);
          fixture.operation.takes(ms(10)).returns("third");
          assertEquals(
              List.of(Duration.ZERO, ms(50), ms(560)), fixture.returns("third", 3).starts());
        });
  }

  @Test
  void all_attempts_in_flight_have_the_same_key() {
    inShapes(
        shape -> shape.has(Trait.HEDGES) && shape.has(Trait.SHOWS_ATTEMPT),
        fixture -> {
          fixture.policy(p -> p.idempotency(Idempotency.KEYED).hedge(Hedge.after(ms(50))));
          fixture.operation.takes(ms(200)).returns("slow");
          fixture.operation.takes(ms(30)).returns("fast");
          fixture.returns("fast", 2);
          List<String> keys =
              fixture.operation.attempts().stream()
                  .map(a -> a.idempotencyKey())
                  .distinct()
                  .toList();
          assertEquals(1, keys.size());
        });
  }

  @Test
  @DisplayName("trap 17: cancelling the call cancels all attempts in flight")
  void cancelling_the_call_cancels_all_attempts_in_flight() {
    hedgedStages(
        fixture -> {
          fixture.operation.hangs();
          fixture.meanwhile(call -> fixture.time.schedule(ms(80), () -> call.cancel(true)));
          CallObservation seen = fixture.observe();
          assertInstanceOf(CancellationException.class, seen.failure());
          assertEquals(StopReason.CANCELLED, seen.stopReason());
          assertEquals(2, fixture.operation.cancelledAttempts());
          assertEquals(
              List.of(
                  "#2 started as a hedge",
                  "#1" + CANCELLED,
                  "#2 threw CancellationException(the call was cancelled), given up: cancelled",
                  "ended after 2: cancelled"),
              seen.events());
        });
  }

  @Test
  @DisplayName("trap 13: an interrupt of the waiting caller cancels all attempts in flight")
  void an_interrupt_of_the_waiting_caller_cancels_all_attempts_in_flight() {
    inShapes(
        shape -> shape.has(Trait.HEDGES) && !shape.has(Trait.ASYNC),
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(ms(50))));
          fixture.operation.fails(failure);
          Thread caller = Thread.currentThread();
          fixture.at(ms(30), caller::interrupt);
          fixture.fails(failure, StopReason.INTERRUPTED, 1);
          assertTrue(Thread.interrupted(), "interrupt flag of the caller");
          assertEquals(0, fixture.time.pending(), "timers left");
        });
  }

  @Test
  void no_hedge_is_sent_after_a_shutdown() {
    hedged(
        fixture -> {
          fixture.at(ms(20), () -> fixture.retry().shutdown());
          fixture.operation.takes(ms(200)).returns("page");
          fixture.returns("page", 1);
        });
  }

  @Test
  void a_percentile_hedges_only_after_enough_samples() {
    hedged(
        Hedge.atPercentile(90),
        fixture -> {
          fixture.operation.takes(ms(400)).returns("page");
          for (int i = 1; i < Hedge.MIN_SAMPLES; i++) {
            fixture.operation.takes(ms(40)).returns("page");
          }
          fixture.operation.takes(ms(400)).returns("slow");
          fixture.operation.takes(ms(10)).returns("page");
          for (int i = 0; i < Hedge.MIN_SAMPLES; i++) {
            fixture.returns("page", 1);
          }
          CallObservation seen = fixture.returns("page", 2);
          assertEquals(List.of(Duration.ZERO, ms(40)), seen.starts());
          assertEquals(Hedge.MIN_SAMPLES + 1, fixture.retry().state().view().latencies().count());
        });
  }

  @Test
  void code_can_set_the_delay_of_a_hedge_by_the_recorded_latencies() {
    hedged(
        Hedge.custom(
            "twice",
            known -> known.count() == 0 ? null : Duration.ofNanos(2 * known.percentileNanos(50))),
        fixture -> {
          fixture.operation.takes(ms(40)).returns("page");
          fixture.operation.takes(ms(400)).returns("slow");
          fixture.operation.takes(ms(10)).returns("page");
          fixture.returns("page", 1);
          CallObservation seen = fixture.returns("page", 2);
          assertEquals(List.of(Duration.ZERO, ms(80)), seen.starts());
        });
  }

  @Test
  void a_failure_that_is_not_retried_ends_the_call_and_cancels_the_other_attempts() {
    for (Throwable fatal :
        List.of(
            new AssertionError("broken"),
            new IllegalArgumentException("futile"),
            new FileNotFoundException("abortOn"),
            new TimeoutException("not in any rule"))) {
      hedgedStages(
          fixture -> {
            fixture.policy(p -> p.retryOn(IOException.class).abortOn(FileNotFoundException.class));
            fixture.operation.takes(ms(60)).fails(fatal);
            fixture.operation.takes(ms(30)).returns("hedge");
            CallObservation seen = fixture.fails(fatal, StopReason.NOT_RETRYABLE, 2);
            assertEquals(ms(60), seen.elapsed());
            assertEquals(1, fixture.operation.cancelledAttempts());
            assertEquals("#2" + CANCELLED, seen.events().get(1));
            assertEquals(List.of("started", "granted", "lost", "finished"), fixture.ledger());
          });
    }
  }

  @Test
  void a_hedge_with_a_failure_that_is_not_retried_ends_the_call() {
    hedgedStages(
        fixture -> {
          AssertionError fatal = new AssertionError("broken");
          fixture.operation.takes(ms(300)).returns("first");
          fixture.operation.takes(ms(30)).fails(fatal);
          CallObservation seen = fixture.fails(fatal, StopReason.NOT_RETRYABLE, 2);
          assertEquals(ms(80), seen.elapsed());
          assertEquals(List.of(Duration.ZERO, ms(50)), seen.starts());
        });
  }

  @Test
  void a_rejected_result_that_aborts_ends_the_call_with_attempts_in_flight() {
    hedgedStages(
        fixture -> {
          fixture.policy(
              p ->
                  p.classifyWith(
                      "closed",
                      outcome ->
                          "closed".equals(outcome.valueOrNull())
                              ? Verdict.abort()
                              : Verdict.pass()));
          fixture.operation.takes(ms(60)).returns("closed");
          fixture.operation.takes(ms(300)).returns("hedge");
          CallObservation seen = fixture.observe();
          assertEquals(StopReason.NOT_RETRYABLE, seen.stopReason());
          assertEquals(ms(60), seen.elapsed());
          assertEquals(1, fixture.operation.cancelledAttempts());
        });
  }
}
