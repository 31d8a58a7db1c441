package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
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

  FutureScenarios(ScenarioRunner runner) {
    super(runner);
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
                fixture -> {
                  fixture.operation.fails(new IOException("reset"));
                  endsAt50ms(fixture, ending);
                  assertEquals(1, fixture.operation.calls(), name);
                }));
  }

  @Test
  @DisplayName("trap 17: completing the future during an attempt cancels the attempt")
  void completing_the_future_during_an_attempt_cancels_the_attempt() {
    ENDINGS.forEach(
        (name, ending) ->
            inShapesWith(
                Trait.OVERLAPS,
                fixture -> {
                  fixture.operation.hangs();
                  endsAt50ms(fixture, ending);
                  assertEquals(1, fixture.operation.calls(), name);
                  assertEquals(1, fixture.operation.cancelledAttempts(), name);
                }));
  }

  private static void endsAt50ms(
      ScenarioFixture fixture, BiConsumer<CompletableFuture<?>, VirtualTime> ending) {
    fixture.meanwhile(
        call -> fixture.time.schedule(ms(50), () -> ending.accept(call, fixture.time)));
    fixture.policy(p -> p.attemptTimeout(Duration.ofSeconds(9)));
    CallObservation seen = fixture.observe();
    assertEquals(StopReason.CANCELLED, seen.stopReason());
    assertEquals(1, seen.attempts());
    assertEquals(ms(50), seen.elapsed());
    assertEquals(0, fixture.time.pending(), "timers left");
  }

  @Test
  @DisplayName("trap 17: a call that is cancelled before its executor starts it makes no attempt")
  void a_call_that_is_cancelled_before_its_executor_starts_it_makes_no_attempt() {
    inShapes(
        shape -> shape.has(Trait.OVERLAPS) && !shape.has(Trait.STAGES),
        fixture -> {
          fixture.operation.returns("page");
          fixture.meanwhile(call -> call.cancel(true));
          CallObservation seen = fixture.observe();
          fixture.time.runUntilIdle();
          assertEquals(List.of("ended after 0: cancelled"), seen.events());
          assertEquals(0, fixture.operation.calls());
        });
  }

  @Test
  void cancelling_a_dependent_stage_does_not_cancel_the_call() {
    inShapesWith(
        Trait.ASYNC,
        fixture -> {
          fixture.operation.fails(new IOException("reset")).returns("page");
          fixture.meanwhile(call -> call.thenAccept(value -> {}).cancel(true));
          fixture.returns("page", 2);
        });
  }

  @Test
  void completing_the_future_of_an_ended_call_changes_nothing() {
    inShapesWith(
        Trait.ASYNC,
        fixture -> {
          fixture.operation.fails(new IOException("reset")).returns("page");
          fixture.meanwhile(
              call -> {
                assertFalse(fixture.time.await(call).cancel(true));
                assertFalse(call.completeExceptionally(new IOException("late")));
              });
          fixture.returns("page", 2);
        });
  }

  @Test
  @DisplayName(
      "trap 18: completes when the operation throws instead of returning a stage on a retry")
  void completes_when_the_operation_throws_instead_of_returning_a_stage_on_a_retry() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("not even started");
          fixture.operation.fails(new IOException("reset")).throwsInsteadOfStage(failure);
          fixture.fails(failure, StopReason.ATTEMPTS, 3);
        });
  }

  @Test
  @DisplayName("trap 18: completes when the operation returns no stage")
  void completes_when_the_operation_returns_no_stage() {
    inShapesWith(
        Trait.STAGES,
        fixture -> {
          fixture.operation.fails(new IOException("reset")).returnsNoStage();
          CallObservation seen = fixture.observe();
          assertInstanceOf(NullPointerException.class, seen.failure());
          assertEquals(StopReason.NOT_RETRYABLE, seen.stopReason());
          assertEquals(2, seen.attempts());
        });
  }

  @Test
  void stages_that_complete_later_are_waited_for() {
    inEveryShape(
        fixture -> {
          fixture.operation.takes(ms(30)).fails(new IOException("reset"));
          fixture.operation.takes(ms(40)).returns("page");
          CallObservation seen = fixture.returns("page", 2);
          assertEquals(List.of(Duration.ZERO, ms(130)), seen.starts());
          assertEquals(ms(170), seen.elapsed());
        });
  }

  @Test
  void the_failure_of_a_stage_is_thrown_without_its_wrapper() {
    inShapesWith(
        Trait.STAGES,
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.operation.takes(ms(10)).failsWrapped(failure);
          assertSame(failure, fixture.observe().failure());
        });
  }

  @Test
  @DisplayName("trap 17: an attempt is cancelled before dependents of a cancelled call run")
  void an_attempt_is_cancelled_before_dependents_of_a_cancelled_call_run() {
    inShapes(
        shape -> shape.has(Trait.OVERLAPS) && shape.has(Trait.STAGES),
        fixture -> {
          List<Integer> cutShort = new ArrayList<>();
          fixture.operation.hangs();
          fixture.meanwhile(
              call -> {
                CompletableFuture<?> unused =
                    call.whenComplete(
                        (value, failure) -> cutShort.add(fixture.operation.cancelledAttempts()));
                fixture.time.schedule(ms(50), () -> call.cancel(true));
              });
          fixture.observe();
          assertEquals(List.of(1), cutShort);
        });
  }

  @Test
  void a_listener_may_cancel_the_call_between_two_attempts() {
    inShapesWith(
        Trait.OVERLAPS,
        fixture -> {
          AtomicReference<@Nullable CompletableFuture<?>> begun = new AtomicReference<>();
          fixture.meanwhile(begun::set);
          fixture.listener(
              event -> {
                CompletableFuture<?> call = begun.get();
                if (event instanceof RetryEvent.AttemptFinished && call != null) {
                  call.cancel(true);
                }
              });
          fixture.operation.takes(ms(10)).fails(new IOException("reset")).returns("page");
          assertEquals(StopReason.CANCELLED, fixture.observe().stopReason());
          assertEquals(1, fixture.operation.calls());
        });
  }

  @Test
  void a_blocking_operation_must_not_return_a_stage() {
    inShapes(
        shape ->
            shape.has(Trait.ASYNC) && shape.has(Trait.RETURNS_VALUES) && !shape.has(Trait.STAGES),
        fixture -> {
          fixture.operation.returns(new CompletableFuture<>());
          CallObservation seen = fixture.observe();
          assertInstanceOf(IllegalStateException.class, seen.failure());
          assertEquals(1, seen.attempts());
        });
  }
}
