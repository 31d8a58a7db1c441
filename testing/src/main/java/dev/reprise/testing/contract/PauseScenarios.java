package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A pause that a server requests with a success delays the next call. */
class PauseScenarios extends Scenarios {

  PauseScenarios(ScenarioRunner runner) {
    super(runner);
  }

  /**
   * Runs a scenario in every shape, with a policy that takes results of type {@code Duration} as
   * requested pauses.
   */
  private void heeding(Consumer<ScenarioFixture> scenario) {
    inEveryShape(fixture -> heeding(fixture, scenario));
  }

  private void heedingWith(Trait trait, Consumer<ScenarioFixture> scenario) {
    inShapesWith(trait, fixture -> heeding(fixture, scenario));
  }

  private static void heeding(ScenarioFixture fixture, Consumer<ScenarioFixture> scenario) {
    readsHints(fixture);
    fixture.policy(p -> p.hintsOnSuccess());
    scenario.accept(fixture);
    assertEquals(0, fixture.time.pending(), "timers left");
  }

  private static void readsHints(ScenarioFixture fixture) {
    fixture.policy(
        p ->
            p.hintJitter(0)
                .classifyWith(
                    "pause",
                    outcome ->
                        outcome.valueOrNull() instanceof Duration pause
                            ? Verdict.acceptThenPause(pause)
                            : Verdict.pass()));
  }

  /** Makes another call on the same state succeed with a requested pause. */
  private static void serverAsksFor(Duration pause, Retry retry) {
    assertEquals(pause, retry.call(() -> pause));
  }

  private static void startsAfter(Duration wait, ScenarioFixture fixture) {
    fixture.operation.returns("page");
    assertEquals(List.of(wait), fixture.returns("page", 1).starts());
  }

  @Test
  void the_first_attempt_of_the_next_call_starts_when_the_pause_is_over() {
    heeding(
        fixture -> {
          serverAsksFor(ms(500), fixture.retry());
          startsAfter(ms(500), fixture);
        });
  }

  @Test
  void a_call_waits_for_the_remaining_pause() {
    heeding(
        fixture -> {
          serverAsksFor(ms(500), fixture.retry());
          fixture.time.advance(ms(200));
          startsAfter(ms(300), fixture);
          startsAfter(ms(0), fixture);
        });
  }

  @Test
  void a_call_after_the_pause_is_not_delayed() {
    heeding(
        fixture -> {
          serverAsksFor(ms(500), fixture.retry());
          fixture.time.advance(ms(500));
          startsAfter(ms(0), fixture);
        });
  }

  @Test
  void the_pause_that_ends_later_applies() {
    heeding(
        fixture -> {
          Retry inTime = fixture.retry().withPolicy(withoutWaiting(fixture));
          serverAsksFor(ms(900), inTime);
          serverAsksFor(ms(500), inTime);
          startsAfter(ms(900), fixture);
        });
    heeding(
        fixture -> {
          Retry inTime = fixture.retry().withPolicy(withoutWaiting(fixture));
          serverAsksFor(ms(500), inTime);
          serverAsksFor(ms(900), inTime);
          startsAfter(ms(900), fixture);
        });
  }

  /** A policy that cannot wait for pauses, but records those that its server requests. */
  private static RetryPolicy withoutWaiting(ScenarioFixture fixture) {
    return fixture.retry().policy().toBuilder().within(ms(1)).build();
  }

  @Test
  void a_pause_that_a_call_received_delays_the_next_call() {
    heedingWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          fixture.operation.returns(ms(500)).returns("page");
          fixture.returns(ms(500), 1);
          assertEquals(List.of(ms(500)), fixture.returns("page", 1).starts());
        });
  }

  @Test
  void a_success_after_retries_can_request_a_pause() {
    heedingWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          fixture.operation.fails(new IOException("reset")).returns(ms(500)).returns("page");
          assertEquals(ms(100), fixture.returns(ms(500), 2).elapsed());
          assertEquals(List.of(ms(500)), fixture.returns("page", 1).starts());
        });
  }

  @Test
  void a_hedge_that_wins_can_request_a_pause() {
    inShapes(
        shape -> shape.has(Trait.HEDGES) && shape.has(Trait.RETURNS_VALUES),
        fixture -> {
          readsHints(fixture);
          fixture.policy(p -> p.hintsOnSuccess());
          fixture.policy(p -> p.idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(ms(50))));
          fixture.operation.takes(ms(200)).returns("slow");
          fixture.operation.takes(ms(30)).returns(ms(500));
          fixture.operation.returns("page");
          fixture.returns(ms(500), 2);
          assertEquals(List.of(ms(500)), fixture.returns("page", 1).starts());
        });
  }

  @Test
  void the_time_limit_includes_the_pause() {
    heeding(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.within(ms(650)).maxAttempts(9));
          serverAsksFor(ms(500), fixture.retry());
          fixture.operation.fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.DEADLINE, 2);
          assertEquals(List.of(ms(500), ms(600)), seen.starts());
          RetryReport.of(failure)
              .ifPresent(
                  report -> {
                    assertEquals(
                        ms(500).toNanos(), report.records().get(0).startedAfterNanos(), "report");
                    assertEquals(ms(600), report.elapsed());
                  });
        });
  }

  @Test
  void an_attempt_after_a_pause_is_the_first_and_has_the_remaining_time() {
    heedingWith(
        Trait.SHOWS_ATTEMPT,
        fixture -> {
          fixture.policy(p -> p.within(ms(650)));
          serverAsksFor(ms(500), fixture.retry());
          startsAfter(ms(500), fixture);
          assertEquals(1, fixture.operation.attempts().get(0).number());
          assertEquals(ms(500), fixture.operation.attempts().get(0).elapsed());
          assertEquals(ms(150), fixture.operation.attempts().get(0).timeLeft());
        });
  }

  @Test
  void a_call_does_not_wait_for_a_pause_beyond_its_deadline() {
    heeding(
        fixture -> {
          fixture.policy(p -> p.within(ms(500)));
          serverAsksFor(ms(500), fixture.retry());
          startsAfter(ms(0), fixture);
        });
    heeding(
        fixture -> {
          fixture.policy(p -> p.within(ms(501)));
          serverAsksFor(ms(500), fixture.retry());
          startsAfter(ms(500), fixture);
        });
  }

  @Test
  void a_call_does_not_wait_for_a_pause_above_the_limit_for_hints() {
    heeding(
        fixture -> {
          fixture.policy(p -> p.maxHint(ms(400)));
          serverAsksFor(ms(401), fixture.retry());
          startsAfter(ms(0), fixture);
        });
    heeding(
        fixture -> {
          fixture.policy(p -> p.withoutTimeLimit().maxHint(Duration.ofDays(365 * 400)));
          serverAsksFor(Duration.ofDays(365 * 400), fixture.retry());
          fixture.time.schedule(ms(70), () -> fixture.retry().shutdown());
          startsAfter(ms(70), fixture);
        });
  }

  @Test
  void without_hints_on_success_no_call_is_delayed() {
    inEveryShape(
        fixture -> {
          readsHints(fixture);
          serverAsksFor(ms(500), fixture.retry());
          startsAfter(ms(0), fixture);
        });
    heeding(
        fixture -> {
          serverAsksFor(ms(0), fixture.retry());
          serverAsksFor(ms(-1), fixture.retry());
          startsAfter(ms(0), fixture);
        });
  }

  @Test
  void jitter_only_adds_to_a_pause() {
    heeding(
        fixture -> {
          fixture.policy(p -> p.hintJitter(0.5));
          serverAsksFor(ms(500), fixture.retry());
          fixture.operation.returns("page");
          Duration start = fixture.returns("page", 1).starts().get(0);
          assertTrue(start.compareTo(ms(500)) > 0 && start.compareTo(ms(750)) < 0, "" + start);
        });
  }

  @Test
  void each_key_has_its_own_pauses() {
    heeding(
        fixture -> {
          serverAsksFor(ms(500), fixture.retry().on("busy"));
          startsAfter(ms(0), fixture);
        });
    heeding(
        fixture -> {
          fixture.retry(before -> before.on("busy"));
          serverAsksFor(ms(900), fixture.retry().on("other"));
          serverAsksFor(ms(500), fixture.retry().on("busy"));
          startsAfter(ms(500), fixture);
        });
  }

  @Test
  void a_call_that_is_cancelled_in_the_pause_makes_no_attempt() {
    heedingWith(
        Trait.ASYNC,
        fixture -> {
          serverAsksFor(ms(500), fixture.retry());
          fixture.meanwhile(call -> fixture.time.schedule(ms(200), () -> call.cancel(true)));
          CallObservation seen = fixture.observe();
          assertEquals(List.of("ended after 0: cancelled"), seen.events());
          assertEquals(ms(200), seen.elapsed());
          assertEquals(0, fixture.operation.calls());
        });
  }

  @Test
  void an_interrupt_ends_the_pause_and_the_attempt_sees_it() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        fixture ->
            heeding(
                fixture,
                play -> {
                  Thread caller = Thread.currentThread();
                  serverAsksFor(ms(500), fixture.retry());
                  fixture.at(ms(200), caller::interrupt);
                  fixture.operation.returns("page");
                  CallObservation seen = fixture.observe();
                  assertInstanceOf(InterruptedException.class, seen.failure());
                  assertEquals(List.of(ms(200)), seen.starts());
                  assertEquals(StopReason.INTERRUPTED, seen.stopReason());
                  assertTrue(Thread.interrupted(), "interrupt flag of the caller");
                }));
  }

  @Test
  void an_interrupt_of_a_caller_that_waits_for_its_executor_ends_the_call() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && shape.has(Trait.HEDGES),
        fixture ->
            heeding(
                fixture,
                play -> {
                  Thread caller = Thread.currentThread();
                  serverAsksFor(ms(500), fixture.retry());
                  fixture.at(ms(200), caller::interrupt);
                  fixture.operation.returns("page");
                  CallObservation seen = fixture.observe();
                  assertEquals(List.of(), seen.starts());
                  assertEquals(ms(200), seen.elapsed());
                  assertEquals(StopReason.INTERRUPTED, seen.stopReason());
                  assertTrue(Thread.interrupted(), "interrupt flag of the caller");
                }));
  }

  @Test
  void a_shutdown_ends_the_pause_and_the_attempt_starts_at_once() {
    heeding(
        fixture -> {
          serverAsksFor(ms(500), fixture.retry());
          fixture.at(ms(200), () -> fixture.retry().shutdown());
          startsAfter(ms(200), fixture);
          startsAfter(ms(0), fixture);
        });
  }

  @Test
  void waits_between_attempts_do_not_change() {
    heeding(
        fixture -> {
          fixture.retry(before -> before.withBudget(RetryBudget.unlimited()));
          fixture.operation.runs(
              () -> {
                serverAsksFor(ms(900), fixture.retry());
                throw new IOException("reset");
              });
          fixture.operation.returns("page");
          assertEquals(List.of(ms(0), ms(100)), fixture.returns("page", 2).starts());
          fixture.time.advance(ms(800));
        });
  }
}
