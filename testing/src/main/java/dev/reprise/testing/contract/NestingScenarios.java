package dev.reprise.testing.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.Nesting;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.internal.Millis;
import dev.reprise.testing.shape.CallObservation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A retry inside a retry. */
class NestingScenarios extends Scenarios {

  NestingScenarios(ScenarioRunner runner) {
    super(runner);
  }

  /** Ways in which the failure of the inner layer reaches the outer layer. */
  private static final List<Function<Callable<Object>, Callable<Object>>> WAYS =
      List.of(
          inner -> inner,
          inner -> () -> wrapping(inner),
          inner -> () -> onAnotherThread(inner),
          inner -> () -> onAnotherThread(() -> wrapping(inner)));

  private static Object wrapping(Callable<Object> inner) throws Exception {
    try {
      return inner.call();
    } catch (IOException failure) {
      throw new IOException("wrapped", new CompletionException(failure));
    }
  }

  private static Object onAnotherThread(Callable<Object> inner) throws Exception {
    FutureTask<Object> task = new FutureTask<>(inner);
    Thread thread = new Thread(task, "inner layer");
    thread.start();
    return task.get();
  }

  private static Callable<Object> failing(Retry inner, AtomicInteger calls) {
    return () ->
        inner.call(
            () -> {
              calls.incrementAndGet();
              throw new IOException("reset");
            });
  }

  private static Retry inner(ScenarioFixture fixture, int attempts) {
    RetryPolicy policy =
        RetryPolicy.builder().maxAttempts(attempts).backoff(Backoff.fixed(Millis.ms(1))).build();
    return Retry.of(policy).withBudget(RetryBudget.unlimited()).withEnvironment(fixture.time);
  }

  @Test
  @DisplayName(
      "trap 32: two layers of three attempts make three attempts, also wrapped or on another thread")
  void two_layers_of_three_attempts_make_three_attempts() {
    for (Function<Callable<Object>, Callable<Object>> way : WAYS) {
      inEveryShape(
          fixture -> {
            AtomicInteger calls = new AtomicInteger();
            fixture.operation.runs(way.apply(failing(inner(fixture, 3), calls)));
            CallObservation seen = fixture.observe();
            assertEquals(StopReason.ALREADY_RETRIED, seen.stopReason());
            assertEquals(1, seen.attempts());
            assertEquals(3, calls.get());
          });
    }
  }

  @Test
  @DisplayName("trap 32: an inner layer of every shape is detected")
  void an_inner_layer_of_every_shape_is_detected() {
    inEveryShape(
        fixture -> {
          Retry below = inner(fixture, 3);
          ScriptedOperation<@Nullable Object> hopeless = new ScriptedOperation<>(fixture.time);
          hopeless.fails(new IOException("reset"));
          RetryResult<Object> above =
              inner(fixture, 3).execute(() -> layer(fixture, below, hopeless));
          assertEquals(StopReason.ALREADY_RETRIED, above.stopReason());
          assertEquals(1, above.attempts());
          assertEquals(3, hopeless.calls());
        });
  }

  private static Object layer(
      ScenarioFixture fixture, Retry below, ScriptedOperation<@Nullable Object> hopeless)
      throws Exception {
    Object answer =
        fixture.time.await(fixture.shape.form().begin(below, hopeless, fixture.time)).get();
    if (answer instanceof RetryResult<?> result) {
      throw new IOException("wrapped", result.failure());
    }
    throw new AssertionError("the inner layer returned " + answer);
  }

  @Test
  @DisplayName("trap 32: two layers of three attempts make nine attempts with nesting=multiply")
  void two_layers_of_three_attempts_make_nine_attempts_with_nesting_multiply() {
    for (Function<Callable<Object>, Callable<Object>> way : WAYS) {
      inEveryShape(
          fixture -> {
            AtomicInteger calls = new AtomicInteger();
            fixture.policy(p -> p.nesting(Nesting.MULTIPLY));
            fixture.operation.runs(way.apply(failing(inner(fixture, 3), calls)));
            CallObservation seen = fixture.observe();
            assertEquals(StopReason.ATTEMPTS, seen.stopReason());
            assertEquals(3, seen.attempts());
            assertEquals(9, calls.get());
          });
    }
  }

  @Test
  @DisplayName("trap 32: an inner layer with one attempt leaves the retries to the outer layer")
  void an_inner_layer_with_one_attempt_leaves_the_retries_to_the_outer_layer() {
    inEveryShape(
        fixture -> {
          AtomicInteger calls = new AtomicInteger();
          fixture.operation.runs(failing(inner(fixture, 1), calls));
          CallObservation seen = fixture.observe();
          assertEquals(StopReason.ATTEMPTS, seen.stopReason());
          assertEquals(3, calls.get());
        });
  }

  @Test
  @DisplayName("trap 32: an old failure that is thrown again does not count as retried")
  void an_old_failure_that_is_thrown_again_does_not_count_as_retried() {
    inEveryShape(
        fixture -> {
          IOException old = new IOException("reset");
          fixture.operation.runs(
              () -> {
                throw old;
              });
          fixture.fails(old, StopReason.ATTEMPTS, 3);
          fixture.fails(old, StopReason.ATTEMPTS, 3);
          assertInstanceOf(IOException.class, old);
        });
  }
}
