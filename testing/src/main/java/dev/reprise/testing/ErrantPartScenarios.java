package dev.reprise.testing;

import static dev.reprise.testing.Scene.allMs;
import static dev.reprise.testing.Scene.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.testing.CallShape.Trait;
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
 * Executors and timers that refuse, sleepers and clocks that throw: every call ends all the same.
 */
class ErrantPartScenarios extends Scenarios {

  private final RejectedExecutionException rejection = new RejectedExecutionException("full");
  private final IllegalStateException bug = new IllegalStateException("a bug in a sleeper");

  ErrantPartScenarios(ContractStage stage) {
    super(stage);
  }

  /** Takes some tasks, and refuses those that come later. */
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
   * The executor that the shape makes attempts on, if it has one, is full. That of last resort is
   * not.
   */
  private FullExecutor fullAfter(Scene scene, int room) {
    Executor inTurn = scene.time.executor();
    FullExecutor full = new FullExecutor(inTurn, room);
    scene.retry(
        before ->
            before
                .withEnvironment(AlteredTime.withExecutor(scene.time, inTurn))
                .withExecutor(full));
    scene.time.executeBy(full);
    return full;
  }

  /** Where each attempt was made: in a task of the executor, or not. */
  private static List<Boolean> madeOnExecutor(Scene scene, Backoff backoff) {
    List<Boolean> made = new ArrayList<>();
    boolean[] inTask = new boolean[1];
    Executor inTurn = scene.time.executor();
    scene.time.executeBy(
        task ->
            inTurn.execute(
                () -> {
                  inTask[0] = true;
                  task.run();
                  inTask[0] = false;
                }));
    ScriptedOperation<@Nullable Object> operation = new ScriptedOperation<>(scene.time);
    operation.takes(ms(10)).fails(new IOException("reset"));
    operation.does(() -> made.add(inTask[0]));
    Retry retry =
        scene
            .retry()
            .withPolicy(scene.retry().policy().toBuilder().backoff(backoff).build())
            .withEnvironment(AlteredTime.withExecutor(scene.time, inTurn))
            .withExecutor(scene.time.executor());
    scene.shape.observe(retry, operation, scene.time);
    scene.time.executeBy(inTurn);
    return made;
  }

  @Test
  void an_immediate_retry_is_made_where_one_after_a_wait_is_made() {
    inShapesWith(
        Trait.ASYNC,
        scene ->
            assertEquals(
                madeOnExecutor(scene, Backoff.fixed(ms(100))),
                madeOnExecutor(scene, Backoff.none())));
  }

  /** Which shapes ask for what is refused is their own affair: so their traces are not compared. */
  private static Observed seen(Scene scene) {
    Observed seen = scene.shape.observe(scene.retry(), scene.operation, scene.time);
    scene.time.runUntilIdle();
    assertEquals(0, scene.retry().state().view().retrying(), "calls counted as retrying");
    return seen;
  }

  @Test
  void an_executor_that_refuses_the_first_attempt_ends_the_call() {
    inEveryShape(
        scene -> {
          FullExecutor full = fullAfter(scene, 0);
          scene.operation.returns("page");
          Observed seen = seen(scene);
          boolean asked = full.refused > 0;
          assertSame(asked ? rejection : null, seen.failure());
          assertEquals(
              asked ? StopReason.EXECUTOR_REJECTED : StopReason.SUCCEEDED, seen.stopReason());
          assertEquals(asked ? 0 : 1, scene.operation.calls());
        });
  }

  @Test
  void an_executor_that_refuses_a_retry_ends_the_call_with_the_failure_before() {
    for (Backoff backoff : List.of(Backoff.fixed(ms(100)), Backoff.none())) {
      inEveryShape(
          scene -> {
            boolean stages = scene.shape.has(Trait.STAGES);
            FullExecutor full = fullAfter(scene, stages ? 0 : 1);
            IOException failure = new IOException("reset");
            scene.policy(p -> p.backoff(backoff));
            scene.operation.fails(failure).returns("page");
            Observed seen = seen(scene);
            int backups = scene.shape.has(Trait.BACKS_UP_ON_EXECUTOR) ? 1 : 0;
            boolean asked = full.refused > backups;
            assertSame(asked ? failure : null, seen.failure());
            assertEquals(
                asked ? StopReason.EXECUTOR_REJECTED : StopReason.SUCCEEDED, seen.stopReason());
            assertEquals(asked ? 1 : 2, scene.operation.calls());
            assertEquals(asked, List.of(failure.getSuppressed()).contains(rejection));
          });
    }
  }

  /** Takes no task, and remembers whether there was one of the length that it looks for. */
  private final class FullTimer implements Delayer {

    private final long lengthNanos;
    private boolean asked;

    FullTimer(Duration length) {
      lengthNanos = length.toNanos();
    }

    @Override
    public Scheduled schedule(Runnable task, long delayNanos) {
      asked |= delayNanos == lengthNanos;
      throw rejection;
    }
  }

  private FullTimer fullTimer(Scene scene, Duration length) {
    FullTimer full = new FullTimer(length);
    scene.retry(before -> before.withEnvironment(AlteredTime.withDelayer(scene.time, full)));
    return full;
  }

  @Test
  void a_timer_that_refuses_a_wait_ends_the_call_with_the_failure_before() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("reset");
          FullTimer full = fullTimer(scene, ms(100));
          scene.operation.fails(failure).returns("page");
          Observed seen = seen(scene);
          assertSame(full.asked ? failure : null, seen.failure());
          assertEquals(
              full.asked ? StopReason.EXECUTOR_REJECTED : StopReason.SUCCEEDED, seen.stopReason());
          assertEquals(full.asked, List.of(failure.getSuppressed()).contains(rejection));
        });
  }

  @Test
  void an_attempt_that_no_timer_watches_is_called_off() {
    inShapesWith(
        Trait.TIMES_OUT_ATTEMPTS,
        scene -> {
          FullTimer full = fullTimer(scene, ms(150));
          scene.policy(p -> p.maxAttempts(1).attemptTimeout(ms(150)));
          scene.operation.takes(ms(20)).returns("page");
          Observed seen = seen(scene);
          assertSame(full.asked ? rejection : null, seen.failure());
          assertEquals(
              full.asked && scene.shape.has(Trait.STAGES) ? 1 : 0, scene.operation.cutShort());
        });
  }

  private static void sleepingBy(Scene scene, Sleeper sleeper) {
    scene.retry(before -> before.withEnvironment(AlteredTime.withSleeper(scene.time, sleeper)));
  }

  @Test
  void a_sleeper_that_throws_ends_the_call_as_a_bug_of_the_policys_own_code_does() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        scene -> {
          IOException failure = new IOException("reset");
          sleepingBy(scene, nanos -> throwBug());
          scene.operation.fails(failure);
          scene.fails(failure, StopReason.POLICY_FAILED, 1);
          assertTrue(List.of(failure.getSuppressed()).contains(bug));
        });
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        scene -> {
          IOException failure = new IOException("reset");
          sleepingBy(scene, nanos -> throwBug());
          scene.operation.fails(failure);
          scene.unheard();
          assertTrue(List.of(failure.getSuppressed()).contains(bug));
        });
  }

  @Test
  void a_sleeper_that_throws_while_others_make_attempts_ends_the_call() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && shape.has(Trait.HEDGES),
        scene -> {
          sleepingBy(scene, nanos -> throwBug());
          scene.operation.returns("page");
          Observed seen = scene.observe();
          assertSame(bug, seen.failure());
          assertEquals(StopReason.POLICY_FAILED, seen.stopReason());
          scene.time.runUntilIdle();
        });
  }

  private void throwBug() {
    throw bug;
  }

  @Test
  void a_sleeper_that_returns_early_is_asked_again() {
    inShapesWithout(
        Trait.ASYNC,
        scene -> {
          Sleeper impatient =
              nanos -> scene.time.sleeper().sleep(Math.min(nanos, ms(30).toNanos()));
          sleepingBy(scene, impatient);
          scene.operation.fails(new IOException("reset")).returns("page");
          assertEquals(allMs(0, 100), scene.returns("page", 2).starts());
        });
  }

  @Test
  void a_sleeper_that_returns_at_an_interrupt_without_a_throw_ends_the_call() {
    for (Backoff backoff : List.of(Backoff.fixed(ms(100)), Backoff.none())) {
      inShapes(
          shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
          scene -> {
            IOException failure = new IOException("reset");
            sleepingBy(scene, nanos -> scene.time.stall(Duration.ofNanos(nanos)));
            scene.policy(p -> p.backoff(backoff));
            scene.operation.does(
                () -> {
                  Thread.currentThread().interrupt();
                  throw failure;
                });
            scene.fails(failure, StopReason.INTERRUPTED, 1);
            assertTrue(Thread.interrupted(), "flag");
          });
    }
  }

  @Test
  void a_sleeper_may_call_the_wait_off() {
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        scene -> {
          IOException failure = new IOException("reset");
          sleepingBy(
              scene,
              nanos -> {
                throw new CancellationException("nobody waits");
              });
          scene.operation.fails(failure);
          scene.fails(failure, StopReason.CANCELLED, 1);
        });
    inShapes(
        shape -> !shape.has(Trait.ASYNC) && !shape.has(Trait.HEDGES),
        scene -> {
          sleepingBy(
              scene,
              nanos -> {
                throw new CancellationException("nobody waits");
              });
          scene.policy(p -> p.hintsOnSuccess());
          scene.retry().state().pause(ms(500).toNanos(), scene.time.ticks().nanos());
          scene.operation.returns("page");
          Observed seen = scene.observe();
          assertEquals(StopReason.CANCELLED, seen.stopReason());
          assertEquals(0, scene.operation.calls());
        });
  }

  @Test
  void a_clock_that_throws_ends_the_call_and_its_books_are_balanced() {
    inShapesWith(
        Trait.ASYNC,
        scene -> {
          boolean[] stopped = new boolean[1];
          scene.retry(
              before ->
                  before.withEnvironment(
                      AlteredTime.withTicks(
                          scene.time,
                          () -> {
                            if (stopped[0]) {
                              throwBug();
                            }
                            return scene.time.ticks().nanos();
                          })));
          scene.at(ms(50), () -> stopped[0] = true);
          IOException failure = new IOException("reset");
          scene.operation.fails(failure).returns("page");
          assertSame(failure, scene.unheard());
          assertTrue(List.of(failure.getSuppressed()).contains(bug));
          assertEquals(1, scene.operation.calls());
        });
  }
}
