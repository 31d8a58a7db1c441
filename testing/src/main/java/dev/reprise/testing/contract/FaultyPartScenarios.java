package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.allMs;
import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
import dev.reprise.time.Delayer;
import dev.reprise.time.Sleeper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Executors and timers that reject tasks, sleepers and clocks that throw: every call ends
 * nevertheless.
 */
class FaultyPartScenarios extends Scenarios {

  private final RejectedExecutionException rejection = new RejectedExecutionException("full");
  private final IllegalStateException bug = new IllegalStateException("a bug in a sleeper");

  FaultyPartScenarios(ScenarioRunner runner) {
    super(runner);
  }

  /** Accepts some tasks, and rejects later ones. */
  private final class FullExecutor implements Executor {

    private final Executor within;
    private int room;
    private int refused;

    FullExecutor(Executor within, int room) {
      this.within = within;
      this.room = room;
    }

    @Override
    public void execute(Runnable task) {
      if (room == 0) {
        refused++;
        throw rejection;
      }
      room--;
      within.execute(task);
    }
  }

  /**
   * Fills the executor on which the shape runs attempts, if it has one. The fallback executor is
   * not full.
   */
  private FullExecutor fullAfter(ScenarioFixture fixture, int room) {
    Executor inTurn = fixture.time.executor();
    FullExecutor full = new FullExecutor(inTurn, room);
    fixture.retry(
        before -> before.withEnvironment(fixture.time.withExecutor(inTurn)).withExecutor(full));
    fixture.time.setExecutor(full);
    return full;
  }

  /** Returns, for each attempt, whether it ran in a task of the executor. */
  private static List<Boolean> madeOnExecutor(ScenarioFixture fixture, Backoff backoff) {
    List<Boolean> made = new ArrayList<>();
    boolean[] inTask = new boolean[1];
    Executor inTurn = fixture.time.executor();
    fixture.time.setExecutor(
        task ->
            inTurn.execute(
                () -> {
                  inTask[0] = true;
                  task.run();
                  inTask[0] = false;
                }));
    ScriptedOperation<@Nullable Object> operation = new ScriptedOperation<>(fixture.time);
    operation.takes(ms(10)).fails(new IOException("reset"));
    operation.runs(() -> made.add(inTask[0]));
    Retry retry =
        fixture
            .retry()
            .withPolicy(fixture.retry().policy().toBuilder().backoff(backoff).build())
            .withEnvironment(fixture.time.withExecutor(inTurn))
            .withExecutor(fixture.time.executor());
    fixture.shape.observe(retry, operation, fixture.time);
    fixture.time.setExecutor(inTurn);
    return made;
  }

  @Test
  void an_immediate_retry_runs_on_the_same_executor_as_a_delayed_one() {
    inShapesWith(
        Trait.ASYNC,
        fixture ->
            assertEquals(
                madeOnExecutor(fixture, Backoff.fixed(ms(100))),
                madeOnExecutor(fixture, Backoff.none())));
  }

  /**
   * Observes a call without comparing traces between shapes, because only some shapes use the part
   * that fails.
   */
  private static CallObservation seen(ScenarioFixture fixture) {
    CallObservation seen = fixture.shape.observe(fixture.retry(), fixture.operation, fixture.time);
    fixture.time.runUntilIdle();
    assertEquals(0, fixture.retry().state().view().retrying(), "calls counted as retrying");
    return seen;
  }

  @Test
  void an_executor_that_rejects_the_first_attempt_ends_the_call() {
    inEveryShape(
        fixture -> {
          FullExecutor full = fullAfter(fixture, 0);
          fixture.operation.returns("page");
          CallObservation seen = seen(fixture);
          boolean asked = full.refused > 0;
          assertSame(asked ? rejection : null, seen.failure());
          assertEquals(
              asked ? StopReason.EXECUTOR_REJECTED : StopReason.SUCCEEDED, seen.stopReason());
          assertEquals(asked ? 0 : 1, fixture.operation.calls());
        });
  }

  @Test
  void an_executor_that_rejects_a_retry_ends_the_call_with_the_last_failure() {
    for (Backoff backoff : List.of(Backoff.fixed(ms(100)), Backoff.none())) {
      inEveryShape(
          fixture -> {
            boolean stages = fixture.shape.has(Trait.STAGES);
            FullExecutor full = fullAfter(fixture, stages ? 0 : 1);
            IOException failure = new IOException("reset");
            fixture.policy(p -> p.backoff(backoff));
            fixture.operation.fails(failure).returns("page");
            CallObservation seen = seen(fixture);
            int backups = fixture.shape.has(Trait.RUNS_BACKUPS_ON_EXECUTOR) ? 1 : 0;
            boolean asked = full.refused > backups;
            assertSame(asked ? failure : null, seen.failure());
            assertEquals(
                asked ? StopReason.EXECUTOR_REJECTED : StopReason.SUCCEEDED, seen.stopReason());
            assertEquals(asked ? 1 : 2, fixture.operation.calls());
            assertEquals(asked, List.of(failure.getSuppressed()).contains(rejection));
          });
    }
  }

  /** Rejects every task, and records whether there was a task with a given delay. */
  private final class FullTimer implements Delayer {

    private final long durationNanos;
    private boolean asked;

    FullTimer(Duration length) {
      durationNanos = length.toNanos();
    }

    @Override
    public Scheduled schedule(Runnable task, long delayNanos) {
      asked |= delayNanos == durationNanos;
      throw rejection;
    }
  }

  private FullTimer fullTimer(ScenarioFixture fixture, Duration length) {
    FullTimer full = new FullTimer(length);
    fixture.retry(before -> before.withEnvironment(fixture.time.withDelayer(full)));
    return full;
  }

  @Test
  void a_timer_that_rejects_a_wait_ends_the_call_with_the_last_failure() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          FullTimer full = fullTimer(fixture, ms(100));
          fixture.operation.fails(failure).returns("page");
          CallObservation seen = seen(fixture);
          assertSame(full.asked ? failure : null, seen.failure());
          assertEquals(
              full.asked ? StopReason.EXECUTOR_REJECTED : StopReason.SUCCEEDED, seen.stopReason());
          assertEquals(full.asked, List.of(failure.getSuppressed()).contains(rejection));
        });
  }

  @Test
  void an_attempt_whose_timeout_the_timer_rejects_is_cancelled() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        fixture -> {
          FullTimer full = fullTimer(fixture, ms(150));
          fixture.policy(p -> p.maxAttempts(1).attemptTimeout(ms(150)));
          fixture.operation.takes(ms(20)).returns("page");
          CallObservation seen = seen(fixture);
          assertSame(full.asked ? rejection : null, seen.failure());
          assertEquals(
              full.asked && fixture.shape.has(Trait.STAGES) ? 1 : 0,
              fixture.operation.cancelledAttempts());
        });
  }

  private static void sleepingBy(ScenarioFixture fixture, Sleeper sleeper) {
    fixture.retry(before -> before.withEnvironment(fixture.time.withSleeper(sleeper)));
  }

  @Test
  void a_sleeper_that_throws_ends_the_call_like_a_bug_in_the_policy() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        fixture -> {
          IOException failure = new IOException("reset");
          sleepingBy(fixture, nanos -> throwBug());
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.POLICY_FAILED, 1);
          assertTrue(List.of(failure.getSuppressed()).contains(bug));
        });
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        fixture -> {
          IOException failure = new IOException("reset");
          sleepingBy(fixture, nanos -> throwBug());
          fixture.operation.fails(failure);
          fixture.callWithoutListener();
          assertTrue(List.of(failure.getSuppressed()).contains(bug));
        });
  }

  @Test
  void a_sleeper_that_throws_while_an_executor_runs_attempts_ends_the_call() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && shape.has(Trait.HEDGES),
        fixture -> {
          sleepingBy(fixture, nanos -> throwBug());
          fixture.operation.returns("page");
          CallObservation seen = fixture.observe();
          assertSame(bug, seen.failure());
          assertEquals(StopReason.POLICY_FAILED, seen.stopReason());
          fixture.time.runUntilIdle();
        });
  }

  private void throwBug() {
    throw bug;
  }

  @Test
  void a_sleeper_that_returns_early_is_called_again() {
    inShapesWithout(
        Trait.ASYNC,
        fixture -> {
          Sleeper impatient =
              nanos -> fixture.time.sleeper().sleep(Math.min(nanos, ms(30).toNanos()));
          sleepingBy(fixture, impatient);
          fixture.operation.fails(new IOException("reset")).returns("page");
          assertEquals(allMs(0, 100), fixture.returns("page", 2).starts());
        });
  }

  @Test
  void a_sleeper_that_returns_on_an_interrupt_without_throwing_ends_the_call() {
    for (Backoff backoff : List.of(Backoff.fixed(ms(100)), Backoff.none())) {
      inShapes(
          shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
          fixture -> {
            IOException failure = new IOException("reset");
            sleepingBy(fixture, nanos -> fixture.time.stall(Duration.ofNanos(nanos)));
            fixture.policy(p -> p.backoff(backoff));
            fixture.operation.runs(
                () -> {
                  Thread.currentThread().interrupt();
                  throw failure;
                });
            fixture.fails(failure, StopReason.INTERRUPTED, 1);
            assertTrue(Thread.interrupted(), "flag");
          });
    }
  }

  @Test
  void a_sleeper_may_cancel_the_wait() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        fixture -> {
          IOException failure = new IOException("reset");
          sleepingBy(
              fixture,
              nanos -> {
                throw new CancellationException("nobody waits");
              });
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.CANCELLED, 1);
        });
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        fixture -> {
          sleepingBy(
              fixture,
              nanos -> {
                throw new CancellationException("nobody waits");
              });
          fixture.policy(p -> p.hintsOnSuccess());
          fixture.retry().state().pause(ms(500).toNanos(), fixture.time.ticks().nanos());
          fixture.operation.returns("page");
          CallObservation seen = fixture.observe();
          assertEquals(StopReason.CANCELLED, seen.stopReason());
          assertEquals(0, fixture.operation.calls());
        });
  }

  @Test
  void a_clock_that_throws_ends_the_call_and_all_permits_are_settled() {
    inShapesWith(
        Trait.ASYNC,
        fixture -> {
          boolean[] stopped = new boolean[1];
          fixture.retry(
              before ->
                  before.withEnvironment(
                      fixture.time.withTicks(
                          () -> {
                            if (stopped[0]) {
                              throwBug();
                            }
                            return fixture.time.ticks().nanos();
                          })));
          fixture.at(ms(50), () -> stopped[0] = true);
          IOException failure = new IOException("reset");
          fixture.operation.fails(failure).returns("page");
          assertSame(failure, fixture.callWithoutListener());
          assertTrue(List.of(failure.getSuppressed()).contains(bug));
          assertEquals(1, fixture.operation.calls());
        });
  }
}
