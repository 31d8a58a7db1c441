package dev.reprise.testing;

import static dev.reprise.testing.Scene.ms;
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
import dev.reprise.testing.CallShape.Trait;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A server that succeeds and asks to be left alone for a while slows the next call down. */
class PauseScenarios extends Scenarios {

  PauseScenarios(ContractStage stage) {
    super(stage);
  }

  /** In every shape, with a policy that heeds results which are durations as pauses. */
  private void heeding(Consumer<Scene> scenario) {
    inEveryShape(scene -> heeding(scene, scenario));
  }

  private void heedingWith(Trait trait, Consumer<Scene> scenario) {
    inShapesWith(trait, scene -> heeding(scene, scenario));
  }

  private static void heeding(Scene scene, Consumer<Scene> scenario) {
    readsHints(scene);
    scene.policy(p -> p.hintsOnSuccess());
    scenario.accept(scene);
    assertEquals(0, scene.time.pending(), "timers left");
  }

  private static void readsHints(Scene scene) {
    scene.policy(
        p ->
            p.hintJitter(0)
                .classifyWith(
                    "pause",
                    outcome ->
                        outcome.valueOrNull() instanceof Duration pause
                            ? Verdict.acceptThenPause(pause)
                            : Verdict.pass()));
  }

  /** Another call on the same state succeeds, and its server asks for a pause. */
  private static void serverAsksFor(Duration pause, Retry retry) {
    assertEquals(pause, retry.call(() -> pause));
  }

  private static void startsAfter(Duration wait, Scene scene) {
    scene.operation.returns("page");
    assertEquals(List.of(wait), scene.returns("page", 1).starts());
  }

  @Test
  void the_first_attempt_of_the_next_call_starts_when_the_pause_is_over() {
    heeding(
        scene -> {
          serverAsksFor(ms(500), scene.retry());
          startsAfter(ms(500), scene);
        });
  }

  @Test
  void what_is_left_of_the_pause_is_waited_for() {
    heeding(
        scene -> {
          serverAsksFor(ms(500), scene.retry());
          scene.time.advance(ms(200));
          startsAfter(ms(300), scene);
          startsAfter(ms(0), scene);
        });
  }

  @Test
  void a_call_after_the_pause_is_not_slowed() {
    heeding(
        scene -> {
          serverAsksFor(ms(500), scene.retry());
          scene.time.advance(ms(500));
          startsAfter(ms(0), scene);
        });
  }

  @Test
  void the_pause_that_ends_later_holds() {
    heeding(
        scene -> {
          Retry inTime = scene.retry().withPolicy(withoutWaiting(scene));
          serverAsksFor(ms(900), inTime);
          serverAsksFor(ms(500), inTime);
          startsAfter(ms(900), scene);
        });
    heeding(
        scene -> {
          Retry inTime = scene.retry().withPolicy(withoutWaiting(scene));
          serverAsksFor(ms(500), inTime);
          serverAsksFor(ms(900), inTime);
          startsAfter(ms(900), scene);
        });
  }

  /** A call that has no time to wait for pauses, but tells of those its server asks for. */
  private static RetryPolicy withoutWaiting(Scene scene) {
    return scene.retry().policy().toBuilder().within(ms(1)).build();
  }

  @Test
  void a_pause_that_a_call_was_told_of_slows_the_one_after_it() {
    heedingWith(
        Trait.RETURNS_VALUES,
        scene -> {
          scene.operation.returns(ms(500)).returns("page");
          scene.returns(ms(500), 1);
          assertEquals(List.of(ms(500)), scene.returns("page", 1).starts());
        });
  }

  @Test
  void a_success_after_retries_asks_for_a_pause_as_well() {
    heedingWith(
        Trait.RETURNS_VALUES,
        scene -> {
          scene.operation.fails(new IOException("reset")).returns(ms(500)).returns("page");
          assertEquals(ms(100), scene.returns(ms(500), 2).elapsed());
          assertEquals(List.of(ms(500)), scene.returns("page", 1).starts());
        });
  }

  @Test
  void a_hedge_that_wins_asks_for_a_pause_as_well() {
    inShapes(
        shape -> shape.has(Trait.HEDGES) && shape.has(Trait.RETURNS_VALUES),
        scene -> {
          readsHints(scene);
          scene.policy(p -> p.hintsOnSuccess());
          scene.policy(p -> p.idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(ms(50))));
          scene.operation.takes(ms(200)).returns("slow");
          scene.operation.takes(ms(30)).returns(ms(500));
          scene.operation.returns("page");
          scene.returns(ms(500), 2);
          assertEquals(List.of(ms(500)), scene.returns("page", 1).starts());
        });
  }

  @Test
  void the_time_limit_counts_from_before_the_pause() {
    heeding(
        scene -> {
          IOException failure = new IOException("reset");
          scene.policy(p -> p.within(ms(650)).maxAttempts(9));
          serverAsksFor(ms(500), scene.retry());
          scene.operation.fails(failure);
          Observed seen = scene.fails(failure, StopReason.DEADLINE, 2);
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
  void an_attempt_after_a_pause_is_the_first_and_has_what_is_left_of_the_time() {
    heedingWith(
        Trait.SHOWS_ATTEMPT,
        scene -> {
          scene.policy(p -> p.within(ms(650)));
          serverAsksFor(ms(500), scene.retry());
          startsAfter(ms(500), scene);
          assertEquals(1, scene.operation.attempts().get(0).number());
          assertEquals(ms(500), scene.operation.attempts().get(0).elapsed());
          assertEquals(ms(150), scene.operation.attempts().get(0).timeLeft());
        });
  }

  @Test
  void a_pause_that_does_not_end_before_the_deadline_is_not_waited_for() {
    heeding(
        scene -> {
          scene.policy(p -> p.within(ms(500)));
          serverAsksFor(ms(500), scene.retry());
          startsAfter(ms(0), scene);
        });
    heeding(
        scene -> {
          scene.policy(p -> p.within(ms(501)));
          serverAsksFor(ms(500), scene.retry());
          startsAfter(ms(500), scene);
        });
  }

  @Test
  void a_pause_above_the_limit_for_hints_is_not_waited_for() {
    heeding(
        scene -> {
          scene.policy(p -> p.maxHint(ms(400)));
          serverAsksFor(ms(401), scene.retry());
          startsAfter(ms(0), scene);
        });
    heeding(
        scene -> {
          scene.policy(p -> p.forever().maxHint(Duration.ofDays(365 * 400)));
          serverAsksFor(Duration.ofDays(365 * 400), scene.retry());
          scene.time.schedule(ms(70), () -> scene.retry().shutdown());
          startsAfter(ms(70), scene);
        });
  }

  @Test
  void without_hints_on_success_nothing_is_slowed() {
    inEveryShape(
        scene -> {
          readsHints(scene);
          serverAsksFor(ms(500), scene.retry());
          startsAfter(ms(0), scene);
        });
    heeding(
        scene -> {
          serverAsksFor(ms(0), scene.retry());
          serverAsksFor(ms(-1), scene.retry());
          startsAfter(ms(0), scene);
        });
  }

  @Test
  void jitter_only_adds_to_a_pause() {
    heeding(
        scene -> {
          scene.policy(p -> p.hintJitter(0.5));
          serverAsksFor(ms(500), scene.retry());
          scene.operation.returns("page");
          Duration start = scene.returns("page", 1).starts().get(0);
          assertTrue(start.compareTo(ms(500)) > 0 && start.compareTo(ms(750)) < 0, "" + start);
        });
  }

  @Test
  void each_key_has_pauses_of_its_own() {
    heeding(
        scene -> {
          serverAsksFor(ms(500), scene.retry().on("busy"));
          startsAfter(ms(0), scene);
        });
    heeding(
        scene -> {
          scene.retry(before -> before.on("busy"));
          serverAsksFor(ms(900), scene.retry().on("other"));
          serverAsksFor(ms(500), scene.retry().on("busy"));
          startsAfter(ms(500), scene);
        });
  }

  @Test
  void a_call_that_is_cancelled_in_the_pause_makes_no_attempt() {
    heedingWith(
        Trait.ASYNC,
        scene -> {
          serverAsksFor(ms(500), scene.retry());
          scene.meanwhile(call -> scene.time.schedule(ms(200), () -> call.cancel(true)));
          Observed seen = scene.observe();
          assertEquals(List.of("ended after 0: cancelled"), seen.events());
          assertEquals(ms(200), seen.elapsed());
          assertEquals(0, scene.operation.calls());
        });
  }

  @Test
  void an_interrupt_ends_the_pause_and_the_attempt_sees_it() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        scene ->
            heeding(
                scene,
                play -> {
                  Thread caller = Thread.currentThread();
                  serverAsksFor(ms(500), scene.retry());
                  scene.at(ms(200), caller::interrupt);
                  scene.operation.returns("page");
                  Observed seen = scene.observe();
                  assertInstanceOf(InterruptedException.class, seen.failure());
                  assertEquals(List.of(ms(200)), seen.starts());
                  assertEquals(StopReason.INTERRUPTED, seen.stopReason());
                  assertTrue(Thread.interrupted(), "flag of the caller");
                }));
  }

  @Test
  void an_interrupt_of_a_caller_that_waits_for_others_to_make_attempts_ends_the_call() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && shape.has(Trait.HEDGES),
        scene ->
            heeding(
                scene,
                play -> {
                  Thread caller = Thread.currentThread();
                  serverAsksFor(ms(500), scene.retry());
                  scene.at(ms(200), caller::interrupt);
                  scene.operation.returns("page");
                  Observed seen = scene.observe();
                  assertEquals(List.of(), seen.starts());
                  assertEquals(ms(200), seen.elapsed());
                  assertEquals(StopReason.INTERRUPTED, seen.stopReason());
                  assertTrue(Thread.interrupted(), "flag of the caller");
                }));
  }

  @Test
  void a_shutdown_ends_the_pause_and_the_attempt_is_made_at_once() {
    heeding(
        scene -> {
          serverAsksFor(ms(500), scene.retry());
          scene.at(ms(200), () -> scene.retry().shutdown());
          startsAfter(ms(200), scene);
          startsAfter(ms(0), scene);
        });
  }

  @Test
  void waits_between_attempts_are_left_as_they_are() {
    heeding(
        scene -> {
          scene.retry(before -> before.withBudget(RetryBudget.unlimited()));
          scene.operation.does(
              () -> {
                serverAsksFor(ms(900), scene.retry());
                throw new IOException("reset");
              });
          scene.operation.returns("page");
          assertEquals(List.of(ms(0), ms(100)), scene.returns("page", 2).starts());
          scene.time.advance(ms(800));
        });
  }
}
