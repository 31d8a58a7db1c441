package dev.reprise.testing.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryCall;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallShape;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that the contract detects defective drivers. */
class ContractFindsBrokenDriversTest {

  private static <S extends Scenarios> void refuses(
      CallShape shape, Function<ScenarioRunner, S> area, Consumer<S> scenario) {
    ScenarioRunner stage = new ScenarioRunner(List.of(shape), () -> VirtualTime.seeded(1));
    assertThatThrownBy(() -> scenario.accept(area.apply(stage)))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("in shapes [" + shape + "]");
  }

  @Test
  void detects_a_driver_that_counts_attempts_from_0() {
    refuses(
        BrokenDriver.COUNTS_ATTEMPTS_FROM_0.shape(),
        StateScenarios::new,
        StateScenarios::attempts_are_numbered_from_1);
  }

  @Test
  void detects_a_driver_that_wakes_too_early() {
    refuses(
        BrokenDriver.WAKES_TOO_EARLY.shape(),
        TimeScenarios::new,
        TimeScenarios::waits_for_the_delay_of_the_backoff);
  }

  @Test
  void detects_a_driver_that_ignores_the_deadline() {
    refuses(
        BrokenDriver.FORGETS_THE_DEADLINE.shape(),
        TimeScenarios::new,
        TimeScenarios::gives_up_before_a_sleep_that_would_end_past_the_deadline);
  }

  @Test
  void detects_a_driver_that_ignores_the_attempt_timeout() {
    refuses(
        BrokenDriver.FORGETS_THE_ATTEMPT_TIMEOUT.shape(),
        TimeScenarios::new,
        TimeScenarios::attempt_timeout_is_limited_by_the_remaining_time);
  }

  @Test
  void detects_a_driver_that_retries_wrapped_errors() {
    refuses(
        BrokenDriver.RETRIES_WRAPPED_ERRORS.shape(),
        StoppingScenarios::new,
        StoppingScenarios::errors_are_never_retried_wrapped_or_not);
  }

  @Test
  void detects_a_driver_that_uses_a_different_budget() {
    refuses(
        BrokenDriver.ASKS_ANOTHER_BUDGET.shape(),
        StateScenarios::new,
        StateScenarios::a_budget_that_refuses_ends_the_call);
  }

  @Test
  void detects_a_driver_whose_future_does_not_cancel_the_call() {
    refuses(
        BrokenDriver.likeCallAsync(
            "a dependent stage",
            (retry, op, time) -> retry.callAsync(op::stage).thenApply(value -> value)),
        FutureScenarios::new,
        FutureScenarios::completing_the_future_during_the_wait_ends_the_call);
  }

  @Test
  void detects_a_driver_that_wraps_failures() {
    refuses(
        BrokenDriver.likeCallAsync(
            "wrapping",
            (retry, op, time) ->
                retry
                    .callAsync(op::stage)
                    .exceptionallyCompose(
                        failure -> CompletableFuture.failedFuture(new Exception(failure)))),
        TimeScenarios::new,
        TimeScenarios::waits_for_the_delay_of_the_backoff);
  }

  @Test
  void detects_a_driver_that_hangs() {
    refuses(
        BrokenDriver.likeCallAsync("hanging", (retry, op, time) -> new CompletableFuture<>()),
        StateScenarios::new,
        StateScenarios::a_call_that_succeeds_makes_one_attempt_and_publishes_nothing);
  }

  @Test
  void detects_a_driver_that_reports_a_rejected_result_as_a_success() {
    refuses(
        BrokenDriver.likeCallAsync(
            "careless", (retry, op, time) -> returning(retry).callAsync(op::stage)),
        ResultScenarios::new,
        ResultScenarios::a_result_that_the_last_attempt_has_rejected_is_not_reported_as_a_success);
  }

  @Test
  void detects_a_driver_that_begins_on_another_thread() {
    refuses(
        BrokenDriver.likeCallAsync(
            "handing over",
            (retry, op, time) ->
                CompletableFuture.runAsync(() -> {}, time.executor())
                    .thenCompose(begun -> retry.callAsync(op::stage))),
        ContextScenarios::new,
        ContextScenarios::every_attempt_listener_and_dependent_sees_the_callers_context);
  }

  @Test
  void detects_a_driver_that_does_not_share_the_state() {
    refuses(
        BrokenDriver.ASKS_ANOTHER_BUDGET.shape(),
        PauseScenarios::new,
        PauseScenarios::the_first_attempt_of_the_next_call_starts_when_the_pause_is_over);
  }

  @Test
  void detects_a_driver_that_recurses_for_each_retry() {
    refuses(
        BrokenDriver.likeCallAsync(
            "recursive",
            (retry, op, time) -> {
              try (RetryCall call = retry.begin()) {
                return CompletableFuture.completedFuture(recursing(call, op));
              } catch (Throwable failure) {
                return CompletableFuture.failedFuture(failure);
              }
            }),
        StateScenarios::new,
        StateScenarios::immediate_retries_run_in_constant_stack);
  }

  private static @Nullable Object recursing(
      RetryCall call, ScriptedOperation<@Nullable Object> operation) throws Throwable {
    try {
      Object value = operation.call();
      call.succeeded();
      return value;
    } catch (IOException failure) {
      call.failed(failure);
    }
    return recursing(call, operation);
  }

  @Test
  void detects_a_driver_with_one_budget_for_all_endpoints() {
    refuses(
        BrokenDriver.likeCallAsync(
            "shared", (retry, op, time) -> retry.on("all").callAsync(op::stage)),
        StateScenarios::new,
        StateScenarios::one_failing_endpoint_does_not_starve_its_neighbours);
  }

  @Test
  void detects_a_driver_that_hides_its_retries() {
    refuses(
        BrokenDriver.likeCallAsync(
            "secretive",
            (retry, op, time) ->
                retry
                    .callAsync(op::stage)
                    .exceptionallyCompose(
                        failure -> CompletableFuture.failedFuture(new IOException("reset")))),
        NestingScenarios::new,
        NestingScenarios::an_inner_layer_of_every_shape_is_detected);
  }

  private static Retry returning(Retry retry) {
    return retry.withPolicy(retry.policy().toBuilder().returningRejected().build());
  }
}
