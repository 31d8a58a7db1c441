package dev.reprise.verification.defects;

import java.util.List;

/** Defects of the futures of asynchronous calls, and of the selection of a driver. */
final class FutureDefects {

  private static final String ASYNC_TERMINATION = "internal/async/AsyncTermination.java";
  private static final String CALL_FUTURE = "internal/async/CallFuture.java";
  private static final String STEPWISE_FUTURE = "internal/async/StepwiseFuture.java";
  private static final String DRIVERS = "internal/Drivers.java";

  static final List<DriverDefect> ALL =
      List.of(
          new DriverDefect(
              "termination",
              "a cancelled attempt is not published",
              ASYNC_TERMINATION,
              "RetriedCall run = run(); release(); run.cancelled(now);",
              "RetriedCall run = run(); release(); run.stop(dev.reprise.decision.StopReason.CANCELLED, now);",
              "completing_the_future_during_an_attempt_cancels_the_attempt"),
          new DriverDefect(
              "termination",
              "a cancelled call leaves its attempt running",
              ASYNC_TERMINATION,
              "RetriedCall run = run(); release(); run.cancelled(now);",
              "RetriedCall run = run(); run.cancelled(now);",
              "completing_the_future_during_an_attempt_cancels_the_attempt"),
          new DriverDefect(
              "termination",
              "the end of a cancelled call is not published",
              ASYNC_TERMINATION,
              "if (heard) { Outcome<R> unused",
              "if (!heard) { Outcome<R> unused",
              "completing_the_future_during_the_wait_ends_the_call"),
          new DriverDefect(
              "termination",
              "a call without a listener keeps its permit when it is cancelled in its first pause",
              ASYNC_TERMINATION,
              "call.settings.state().permitUnused(brief.price(), now);",
              "",
              "without_listener_cancelling_the_first_wait_returns_the_permit"),
          new DriverDefect(
              "termination",
              "a call without a listener counts as retrying after it was cancelled in its first pause",
              ASYNC_TERMINATION,
              "call.settings.state().callFinished(now); return;",
              "return;",
              "without_listener_cancelling_the_first_wait_returns_the_permit"),
          new DriverDefect(
              "termination",
              "a cancellation in the first pause returns the standard price",
              ASYNC_TERMINATION,
              "permitUnused(brief.price(), now);",
              "permitUnused(now);",
              "without_listener_cancelling_the_first_wait_returns_the_permit"),
          new DriverDefect(
              "termination",
              "a cancelled stage continues",
              ASYNC_TERMINATION,
              "AsyncAttempt.callOff(stage, call.context()); } }",
              "} }",
              "an_attempt_is_cancelled_before_dependents_of_a_cancelled_call_run"),
          new DriverDefect(
              "termination",
              "a bug hides the failure of the attempt before it",
              ASYNC_TERMINATION,
              "last instanceof Outcome.Threw ? last : Outcome.threw(bug));",
              "Outcome.threw(bug));",
              "a_clock_that_throws_ends_the_call_and_all_permits_are_settled"),
          new DriverDefect(
              "termination",
              "an aborted call keeps its permit",
              ASYNC_TERMINATION,
              "run.broken(bug, call.tickOr(call.startNanos()));",
              "",
              "a_clock_that_throws_ends_the_call_and_all_permits_are_settled"),
          new DriverDefect(
              "termination",
              "dependents run before the attempt is cancelled",
              CALL_FUTURE,
              "if (!isDone()) { endedByCaller(); }",
              "",
              "an_attempt_is_cancelled_before_dependents_of_a_cancelled_call_run"),
          new DriverDefect(
              "termination",
              "obtrudeValue completes the future without ending the call",
              CALL_FUTURE,
              "endBy( () -> { super.obtrudeValue(value); return true; });",
              "Boolean.TRUE; super.obtrudeValue(value);",
              "completing_the_future_during_the_wait_ends_the_call"),
          new DriverDefect(
              "termination",
              "cancel completes the future without ending the call",
              CALL_FUTURE,
              "return endBy(() -> super.cancel(mayInterruptIfRunning));",
              "return super.cancel(mayInterruptIfRunning);",
              "completing_the_future_during_the_wait_ends_the_call"),
          new DriverDefect(
              "termination",
              "completeAsync completes the future without ending the call",
              CALL_FUTURE,
              "complete(supplier.get());",
              "super.complete(supplier.get());",
              "completing_the_future_during_the_wait_ends_the_call"),
          new DriverDefect(
              "termination",
              "a task leaves the timer's thread without its context",
              CALL_FUTURE,
              "Runnable inContext = context().around(work);",
              "Runnable inContext = work;",
              "every_attempt_listener_and_dependent_sees_the_callers_context"),
          new DriverDefect(
              "termination",
              "a caller that ends the call during a step is ignored",
              STEPWISE_FUTURE,
              "if (isBeingEnded()) { endedByCaller(); return false; } return true;",
              "return true;",
              "a_listener_may_cancel_the_call_between_two_attempts"),
          new DriverDefect(
              "driver chosen",
              "a first attempt that succeeds at once is not reported",
              DRIVERS,
              "settings.firstSucceeded(start); return",
              "return",
              "a_call_that_succeeds_makes_one_attempt_and_publishes_nothing"),
          new DriverDefect(
              "driver chosen",
              "a blocking attempt is not interrupted when its call is cancelled",
              DRIVERS,
              "step.undoBy(watch::callOff);",
              "",
              "completing_the_future_during_an_attempt_cancels_the_attempt"),
          new DriverDefect(
              "driver chosen",
              "a blocking operation that returns a stage counts as successful",
              DRIVERS,
              "noStage(BlockingCall.attempt(settings, operation, attempt));",
              "BlockingCall.attempt(settings, operation, attempt);",
              "a_blocking_operation_must_not_return_a_stage"),
          new DriverDefect(
              "driver chosen",
              "a stage has no timeout",
              DRIVERS,
              "AttemptInfo timed = settings.policy().hasAttemptTimeout() ? attempt : null; return",
              "AttemptInfo timed = null; return",
              "each_attempt_in_flight_has_its_own_timeout_and_the_last_one_decides"));

  private FutureDefects() {}
}
