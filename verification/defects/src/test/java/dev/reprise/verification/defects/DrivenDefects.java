package dev.reprise.verification.defects;

import java.util.List;

/** Defects of the public driver. */
final class DrivenDefects {

  private static final String CALL_DRIVER = "internal/driver/CallDriver.java";
  private static final String LOSING_RESULTS = "internal/driver/LosingResults.java";
  private static final String DRIVEN_CALL = "DrivenCall.java";
  private static final String RETRY_DRIVER = "RetryDriver.java";

  static final List<DriverDefect> ALL =
      List.of(
          new DriverDefect(
              "driver",
              "a call ends with the outcome of its first attempt",
              CALL_DRIVER,
              "landed(flight); last = outcome;",
              "landed(flight); last = last == null ? outcome : last;",
              "the_last_outcome_ends_the_call_whether_result_or_failure"),
          new DriverDefect(
              "driver",
              "the latency of a success while a hedge runs is not recorded",
              CALL_DRIVER,
              "if (decided instanceof Decision.Accept) { learn(flight, now); }",
              "",
              "a_percentile_hedges_only_after_enough_samples"),
          new DriverDefect(
              "driver",
              "the latency of a successful first attempt is not recorded",
              CALL_DRIVER,
              "if (first != null) { learn(first,",
              "if (first == null) { learn(flight == null ? null : first,",
              "a_percentile_hedges_only_after_enough_samples"),
          new DriverDefect(
              "driver",
              "losing attempts are published with their own outcome, and continue",
              CALL_DRIVER,
              "callOff.accept(other); current.abandon",
              "current.abandon",
              "a_hedge_that_returns_first_wins_and_the_slow_attempt_is_cancelled"),
          new DriverDefect(
              "driver",
              "losing attempts are not published",
              CALL_DRIVER,
              "current.abandon(other.running(), nowNanos);",
              "",
              "a_hedge_that_returns_first_wins_and_the_slow_attempt_is_cancelled"),
          new DriverDefect(
              "driver",
              "a cancelled call keeps the permits of its hedges",
              CALL_DRIVER,
              "if (other != latest) { current.abandon(other.running(), now); }",
              "",
              "cancelling_the_call_cancels_all_attempts_in_flight"),
          new DriverDefect(
              "driver",
              "a rejected result is not closed when its call is cancelled",
              DRIVEN_CALL,
              "driver.stop(StopReason.CANCELLED).closeRejected();",
              "driver.stop(StopReason.CANCELLED);",
              "closes_a_rejected_result_if_the_call_was_cancelled"),
          new DriverDefect(
              "driver",
              "after one refused hedge the call sends no further hedge",
              CALL_DRIVER,
              "refused = false;",
              "",
              "a_retry_may_be_hedged_although_the_budget_refused_an_earlier_hedge"),
          new DriverDefect(
              "driver",
              "hedges are sent after a shutdown",
              CALL_DRIVER,
              "|| out.isEmpty() || settings.shared().waits().isShutDown();",
              "|| out.isEmpty();",
              "no_hedge_is_sent_after_a_shutdown"),
          new DriverDefect(
              "driver",
              "the exception names the timeout of the policy instead of the remaining time",
              CALL_DRIVER,
              "new AttemptTimeoutException(flight.limitNanos(), setting, null)",
              "new AttemptTimeoutException(setting, setting, null)",
              "attempt_timeout_is_limited_by_the_remaining_time"),
          new DriverDefect(
              "driver",
              "a rejected result is not closed while other attempts run",
              CALL_DRIVER,
              "answeredLate(outcome.valueOrNull()); } return current",
              "} return current",
              "a_rejected_result_of_a_hedged_call_is_closed_unless_it_is_returned"),
          new DriverDefect(
              "driver",
              "a retry is made although the wait took too long",
              CALL_DRIVER,
              "if (!current.startNext(now)) { return null; }",
              "current.start(now, RetryReport.mark());",
              "starts_no_attempt_if_the_wait_ends_after_the_deadline"),
          new DriverDefect(
              "driver",
              "a rejected first attempt counts as cancelled",
              CALL_DRIVER,
              "underway().stop(StopReason.EXECUTOR_REJECTED, now());",
              "underway().stop(StopReason.CANCELLED, now());",
              "an_executor_that_rejects_the_first_attempt_ends_the_call"),
          new DriverDefect(
              "driver",
              "the result of the call is closed",
              LOSING_RESULTS,
              "if (result != value && !isClosed(result)) {",
              "if (!isClosed(result)) {",
              "a_rejected_result_of_a_hedged_call_is_closed_unless_it_is_returned"),
          new DriverDefect(
              "driver",
              "a result that is returned twice is closed twice",
              LOSING_RESULTS,
              "|| result == returned || isClosed(result)) {",
              "|| result == returned) {",
              "a_result_that_two_late_attempts_return_is_closed_once"),
          new DriverDefect(
              "driver",
              "a call does not wait for the pause that a server requested",
              DRIVEN_CALL,
              "long pause = settings.pauseNanos(driver.startNanos());",
              "long pause = 0;",
              "the_first_attempt_of_the_next_call_starts_when_the_pause_is_over"),
          new DriverDefect(
              "driver",
              "a shutdown ends a call that waits for its first attempt",
              DRIVEN_CALL,
              "(waits && driver.hasBegun())",
              "waits",
              "a_shutdown_ends_the_pause_and_the_attempt_starts_at_once"),
          new DriverDefect(
              "driver",
              "a shutdown ends attempts in flight",
              DRIVEN_CALL,
              "if (why != StopReason.SHUT_DOWN || (waits && driver.hasBegun())) {",
              "if (driver.hasBegun() || why != StopReason.SHUT_DOWN) {",
              "a_running_attempt_continues_after_the_shutdown"),
          new DriverDefect(
              "driver",
              "a hedge starts although it is not due any more",
              DRIVEN_CALL,
              "DrivenAttempt flight = due.isPresent() && due.getAsLong() <= 0 ? driver.beginHedge() :"
                  + " null;",
              "DrivenAttempt flight = driver.beginHedge();",
              "no_hedge_is_sent_after_a_shutdown"),
          new DriverDefect(
              "driver",
              "a retry is requested without its delay",
              DRIVEN_CALL,
              "setStep(delay > 0 ? new RetryStep.AttemptAfter(delay) : new"
                  + " RetryStep.AttemptNow());",
              "setStep(new RetryStep.AttemptNow());",
              "waits_for_the_delay_of_the_backoff"),
          new DriverDefect(
              "driver",
              "events are published without the context of the call",
              DRIVEN_CALL,
              "try (CallContext.Scope scope = context.open()) { change.run();",
              "try (CallContext.Scope scope = ContextCapture.Captured.NOTHING.open()) {"
                  + " change.run();",
              "every_attempt_listener_and_dependent_sees_the_callers_context"),
          new DriverDefect(
              "driver",
              "a result after the end of its call is not closed",
              DRIVEN_CALL,
              "context.run(() -> driver.answeredLate(ended.valueOrNull()));",
              "",
              "a_result_after_another_attempt_has_won_is_closed"),
          new DriverDefect(
              "driver",
              "a failed attempt ends the call while other attempts run",
              DRIVEN_CALL,
              "if (decision instanceof Decision.DeferredToInFlight) { awaitAnswer(); } else if",
              "if",
              "a_failed_hedge_does_not_decide_while_the_first_attempt_runs"),
          new DriverDefect(
              "driver",
              "a late result counts as the awaited one",
              DRIVEN_CALL,
              "return flight == null ? late(ended) : finished(flight, ended); }",
              "return finished(flight, ended); }",
              "a_result_after_another_attempt_has_won_is_closed"),
          new DriverDefect(
              "driver",
              "a hedge is not requested while the first attempt runs",
              DRIVEN_CALL,
              "setStep(due.isPresent() ? new RetryStep.HedgeAfter(due.getAsLong()) :"
                  + " RetryStep.Await.INSTANCE);",
              "setStep(RetryStep.Await.INSTANCE);",
              "a_hedge_that_returns_first_wins_and_the_slow_attempt_is_cancelled"),
          new DriverDefect(
              "driver",
              "a rejected attempt leaves the call open",
              DRIVEN_CALL,
              "driver.rejected(rejection); end();",
              "driver.rejected(rejection);",
              "a_timer_that_rejects_a_wait_ends_the_call_with_the_last_failure"),
          new DriverDefect(
              "driver",
              "a call that is cancelled in its first attempt is not published",
              RETRY_DRIVER,
              "run.cancelled(settings.nanosOr(began));",
              "run.stop(dev.reprise.decision.StopReason.CANCELLED, began);",
              "completing_the_future_during_an_attempt_cancels_the_attempt"),
          new DriverDefect(
              "driver",
              "the retries of an inner layer are ignored after a first attempt without a driver",
              RETRY_DRIVER,
              "FirstAttempt.judge(settings, outcome, began, began, mark, takeUp);",
              "FirstAttempt.judge(settings, outcome, began, began, RetryReport.mark(), takeUp);",
              "two_layers_of_three_attempts_make_three_attempts"));

  private DrivenDefects() {}
}
