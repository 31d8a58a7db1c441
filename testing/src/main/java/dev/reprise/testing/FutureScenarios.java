package dev.reprise.testing;

import static dev.reprise.testing.Scene.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.testing.CallShape.Trait;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Futures that callers complete, and futures that must complete. */
class FutureScenarios extends Scenarios {

  FutureScenarios(ContractStage stage) {
    super(stage);
  }

  private static final Map<String, BiConsumer<CompletableFuture<?>, VirtualTime>> ENDINGS =
      Map.of(
          "cancel(true)", (call, time) -> call.cancel(true),
          "cancel(false)", (call, time) -> call.cancel(false),
          "complete", (call, time) -> call.complete(null),
          "completeExceptionally", (call, time) -> call.completeExceptionally(new IOException()),
          "completeAsync", (call, time) -> call.completeAsync(() -> null, Runnable::run),
          "completeAsync, later", (call, time) -> call.completeAsync(() -> null, time.executor()),
          "obtrudeValue", (call, time) -> call.obtrudeValue(null),
          "obtrudeException", (call, time) -> call.obtrudeException(new IOException()));

  @Test
  @DisplayName("trap 17: completing the future during the wait ends the call")
  void completing_the_future_during_the_wait_ends_the_call() {
    ENDINGS.forEach(
        (name, ending) ->
            inShapesWith(
                Trait.ASYNC,
                scene -> {
                  scene.operation.fails(new IOException("reset"));
                  endsAt50ms(scene, ending);
                  assertEquals(1, scene.operation.calls(), name);
                }));
  }

  @Test
  @DisplayName("trap 17: completing the future during an attempt calls the attempt off")
  void completing_the_future_during_an_attempt_calls_the_attempt_off() {
    ENDINGS.forEach(
        (name, ending) ->
            inShapesWith(
                Trait.OVERLAPS,
                scene -> {
                  scene.operation.hangs();
                  endsAt50ms(scene, ending);
                  assertEquals(1, scene.operation.calls(), name);
                  assertEquals(1, scene.operation.cutShort(), name);
                }));
  }

  private static void endsAt50ms(
      Scene scene, BiConsumer<CompletableFuture<?>, VirtualTime> ending) {
    scene.meanwhile(call -> scene.time.schedule(ms(50), () -> ending.accept(call, scene.time)));
    scene.policy(p -> p.attemptTimeout(Duration.ofSeconds(9)));
    Observed seen = scene.observe();
    assertEquals(StopReason.CANCELLED, seen.stopReason());
    assertEquals(1, seen.attempts());
    assertEquals(ms(50), seen.elapsed());
    assertEquals(0, scene.time.pending(), "timers left");
  }

  @Test
  @DisplayName("trap 17: a call that is cancelled before its executor begins makes no attempt")
  void a_call_that_is_cancelled_before_its_executor_begins_makes_no_attempt() {
    inShapes(
        shape -> shape.has(Trait.OVERLAPS) && !shape.has(Trait.STAGES),
        scene -> {
          scene.operation.returns("page");
          scene.meanwhile(call -> call.cancel(true));
          Observed seen = scene.observe();
          scene.time.runUntilIdle();
          assertEquals(List.of("ended after 0: cancelled"), seen.events());
          assertEquals(0, scene.operation.calls());
        });
  }

  @Test
  void cancelling_a_dependent_stage_does_not_reach_the_call() {
    inShapesWith(
        Trait.ASYNC,
        scene -> {
          scene.operation.fails(new IOException("reset")).returns("page");
          scene.meanwhile(call -> call.thenAccept(value -> {}).cancel(true));
          scene.returns("page", 2);
        });
  }

  @Test
  void completing_the_future_of_a_call_that_is_over_changes_nothing() {
    inShapesWith(
        Trait.ASYNC,
        scene -> {
          scene.operation.fails(new IOException("reset")).returns("page");
          scene.meanwhile(
              call -> {
                assertFalse(scene.time.await(call).cancel(true));
                assertFalse(call.completeExceptionally(new IOException("late")));
              });
          scene.returns("page", 2);
        });
  }

  @Test
  @DisplayName("trap 18: completes when the operation throws on a retry in place of a stage")
  void completes_when_the_operation_throws_on_a_retry_in_place_of_a_stage() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("not even started");
          scene.operation.fails(new IOException("reset")).throwsAtOnce(failure);
          scene.fails(failure, StopReason.ATTEMPTS, 3);
        });
  }

  @Test
  @DisplayName("trap 18: completes when the operation returns no stage")
  void completes_when_the_operation_returns_no_stage() {
    inShapesWith(
        Trait.STAGES,
        scene -> {
          scene.operation.fails(new IOException("reset")).returnsNoStage();
          Observed seen = scene.observe();
          assertInstanceOf(NullPointerException.class, seen.failure());
          assertEquals(StopReason.NOT_RETRYABLE, seen.stopReason());
          assertEquals(2, seen.attempts());
        });
  }

  @Test
  void stages_that_complete_later_are_waited_for() {
    inEveryShape(
        scene -> {
          scene.operation.takes(ms(30)).fails(new IOException("reset"));
          scene.operation.takes(ms(40)).returns("page");
          Observed seen = scene.returns("page", 2);
          assertEquals(List.of(Duration.ZERO, ms(130)), seen.starts());
          assertEquals(ms(170), seen.elapsed());
        });
  }

  @Test
  void the_failure_of_a_stage_is_thrown_without_what_the_stage_wrapped_around_it() {
    inShapesWith(
        Trait.STAGES,
        scene -> {
          IOException failure = new IOException("reset");
          scene.operation.takes(ms(10)).failsWrapped(failure);
          assertSame(failure, scene.observe().failure());
        });
  }

  @Test
  @DisplayName("trap 17: an attempt is called off before dependents of a cancelled call run")
  void an_attempt_is_called_off_before_dependents_of_a_cancelled_call_run() {
    inShapes(
        shape -> shape.has(Trait.OVERLAPS) && shape.has(Trait.STAGES),
        scene -> {
          List<Integer> cutShort = new ArrayList<>();
          scene.operation.hangs();
          scene.meanwhile(
              call -> {
                CompletableFuture<?> unused =
                    call.whenComplete((value, failure) -> cutShort.add(scene.operation.cutShort()));
                scene.time.schedule(ms(50), () -> call.cancel(true));
              });
          scene.observe();
          assertEquals(List.of(1), cutShort);
        });
  }

  @Test
  void a_listener_may_cancel_the_call_between_two_attempts() {
    inShapesWith(
        Trait.OVERLAPS,
        scene -> {
          AtomicReference<@Nullable CompletableFuture<?>> begun = new AtomicReference<>();
          scene.meanwhile(begun::set);
          scene.listener(
              event -> {
                CompletableFuture<?> call = begun.get();
                if (event instanceof RetryEvent.AttemptFinished && call != null) {
                  call.cancel(true);
                }
              });
          scene.operation.takes(ms(10)).fails(new IOException("reset")).returns("page");
          assertEquals(StopReason.CANCELLED, scene.observe().stopReason());
          assertEquals(1, scene.operation.calls());
        });
  }

  @Test
  void a_stage_is_no_result_of_a_blocking_operation() {
    inShapes(
        shape ->
            shape.has(Trait.ASYNC) && shape.has(Trait.RETURNS_VALUES) && !shape.has(Trait.STAGES),
        scene -> {
          scene.operation.returns(new CompletableFuture<>());
          Observed seen = scene.observe();
          assertInstanceOf(IllegalStateException.class, seen.failure());
          assertEquals(1, seen.attempts());
        });
  }
}
