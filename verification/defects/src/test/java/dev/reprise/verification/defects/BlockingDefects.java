package dev.reprise.verification.defects;

import java.util.List;

/** Defects of calls that run on the caller's thread. */
final class BlockingDefects {

  private static final String BLOCKING_CALL = "internal/blocking/BlockingCall.java";
  private static final String ATTEMPT_WATCH = "internal/blocking/AttemptWatch.java";
  private static final String BLOCKING_WAIT = "internal/call/BlockingWait.java";
  private static final String FIRST_RETRY = "internal/blocking/FirstRetry.java";
  private static final String FIRST_ATTEMPT = "internal/call/FirstAttempt.java";

  static final List<DriverDefect> ALL =
      List.of(
          new DriverDefect(
              "blocking loop",
              "a call ends with the outcome of its first attempt",
              BLOCKING_CALL,
              "return end(run, loop(settings, operation, run, first), ending);",
              "Outcome<T> unused = loop(settings, operation, run, first); return end(run, first,"
                  + " ending);",
              "the_last_outcome_ends_the_call_whether_result_or_failure"),
          new DriverDefect(
              "blocking loop",
              "the flag that an InterruptedException cleared is not set again",
              BLOCKING_CALL,
              "restoreFlag(run.stopReason(), outcome); return outcome;",
              "return outcome;",
              "an_InterruptedException_is_never_retried"),
          new DriverDefect(
              "blocking loop",
              "every wait that ends early counts as interrupted",
              BLOCKING_CALL,
              "run.stop(stop, now); return false;",
              "run.stop(StopReason.INTERRUPTED, now); return false;",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "blocking loop",
              "the deadline is not checked after the wait",
              BLOCKING_CALL,
              "return run.startNext(now);",
              "run.start(now, RetryReport.mark()); return true;",
              "starts_no_attempt_if_the_wait_ends_after_the_deadline"),
          new DriverDefect(
              "blocking loop",
              "a sleeper that throws counts as an interrupt",
              BLOCKING_CALL,
              "run.waitFailed(bug, settings.ticks().nanos());",
              "run.stop(StopReason.INTERRUPTED, settings.ticks().nanos());",
              "a_sleeper_that_throws_ends_the_call_like_a_bug_in_the_policy"),
          new DriverDefect(
              "blocking loop",
              "a call that is cancelled in the pause before its first attempt makes that attempt",
              BLOCKING_CALL,
              "if (prevented != null) { return Outcome.threw(prevented); }",
              "",
              "a_sleeper_may_cancel_the_wait"),
          new DriverDefect(
              "blocking loop",
              "attempts begin without the context of the caller",
              BLOCKING_CALL,
              "this.operation = settings.captureContext().aroundAttempts(operation);",
              "this.operation = operation;",
              "every_attempt_listener_and_dependent_sees_the_callers_context"),
          new DriverDefect(
              "attempt timeout",
              "an attempt that does not receive its Attempt has no timeout",
              BLOCKING_CALL,
              "&& !settings.policy().hasAttemptTimeout() ? unseeing.outcome()",
              "? unseeing.outcome()",
              "attempt_timeout_is_limited_by_the_remaining_time"),
          new DriverDefect(
              "attempt timeout",
              "an attempt may take longer than the remaining time of the call",
              BLOCKING_CALL,
              "long timeout = attempt.timeLeft().toNanos();",
              "long timeout = attempt.timeoutSettingNanos();",
              "attempt_timeout_is_limited_by_the_remaining_time"),
          new DriverDefect(
              "attempt timeout",
              "an attempt that timed out fails with its InterruptedException",
              ATTEMPT_WATCH,
              "return interrupted ? timedOut(outcome, attempt, timeoutNanos) : outcome;",
              "return outcome;",
              "attempt_timeout_is_limited_by_the_remaining_time"),
          new DriverDefect(
              "attempt timeout",
              "a late value counts as a timeout",
              ATTEMPT_WATCH,
              "if (failure == null || failure instanceof Error) {",
              "if (failure instanceof Error) {",
              "a_value_after_the_timeout_is_a_success"),
          new DriverDefect(
              "attempt timeout",
              "the next attempt sees the interrupt of a timeout",
              ATTEMPT_WATCH,
              "awaitInterrupt(); Thread.interrupted();",
              "awaitInterrupt();",
              "a_value_after_the_timeout_is_a_success"),
          new DriverDefect(
              "attempt timeout",
              "the timer of an attempt that has returned continues",
              ATTEMPT_WATCH,
              "timeout.cancel(); return interrupted",
              "return interrupted",
              "nothing_stays_scheduled_after_a_call"),
          new DriverDefect(
              "attempt timeout",
              "a timeout hides an error at the same time",
              ATTEMPT_WATCH,
              "if (failure == null || failure instanceof Error) {",
              "if (failure == null) {",
              "an_error_at_the_timeout_is_an_error"),
          new DriverDefect(
              "wait of the caller",
              "an interrupt of the wait leaves the flag cleared",
              BLOCKING_WAIT,
              "Thread.currentThread().interrupt(); return StopReason.INTERRUPTED; } catch"
                  + " (CancellationException",
              "return StopReason.INTERRUPTED; } catch (CancellationException",
              "an_interrupt_during_the_wait_throws_the_last_failure_and_sets_the_flag"),
          new DriverDefect(
              "wait of the caller",
              "an interrupt is ignored if there is no wait",
              BLOCKING_WAIT,
              "if (Thread.currentThread().isInterrupted()) { return StopReason.INTERRUPTED; }",
              "if (settings.shared().waits().isShutDown()) { return StopReason.SHUT_DOWN; }",
              "a_sleeper_that_returns_on_an_interrupt_without_throwing_ends_the_call"),
          new DriverDefect(
              "wait of the caller",
              "a sleeper that returns early cuts the wait short",
              BLOCKING_WAIT,
              "left = delayNanos - (ticks.nanos() - start);",
              "left = 0;",
              "a_sleeper_that_returns_early_is_called_again"),
          new DriverDefect(
              "wait of the caller",
              "a sleeper that returns at an interrupt without throwing counts as having slept",
              BLOCKING_WAIT,
              "if (Thread.interrupted()) { throw new InterruptedException(); }",
              "",
              "a_sleeper_that_returns_on_an_interrupt_without_throwing_ends_the_call"),
          new DriverDefect(
              "wait of the caller",
              "a wait that its sleeper cancels counts as complete",
              BLOCKING_WAIT,
              "return StopReason.CANCELLED;",
              "return null;",
              "a_sleeper_may_cancel_the_wait"),
          new DriverDefect(
              "wait of the caller",
              "a shutdown does not wake sleeping callers",
              BLOCKING_WAIT,
              "if (settings.shared().waits().isShutDown()) { return StopReason.SHUT_DOWN; }"
                  + " sleepOnce",
              "sleepOnce",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "first retry",
              "the deadline is not checked after the first wait",
              FIRST_RETRY,
              "if (stop == null) { stop = Gates.whyNotNow(settings,"
                  + " again.progress().elapsedNanos(next)); }",
              "",
              "without_listener_no_attempt_starts_if_the_first_wait_ends_after_the_deadline"),
          new DriverDefect(
              "first retry",
              "the permit of a successful first retry is reported as lost",
              FIRST_RETRY,
              "paidAttemptEnded(price, true,",
              "paidAttemptEnded(price, false,",
              "without_listener_a_successful_retry_is_settled"),
          new DriverDefect(
              "first retry",
              "a call that succeeded at its first retry counts as retrying for ever",
              FIRST_RETRY,
              "settings.state().callFinished(end); return value;",
              "return value;",
              "without_listener_a_successful_retry_is_settled"),
          new DriverDefect(
              "first retry",
              "a first retry is settled at the standard price",
              FIRST_RETRY,
              "int price = again.verdict().price();",
              "int price = 1;",
              "without_listener_a_retry_is_settled_at_its_price"),
          new DriverDefect(
              "first retry",
              "the first failure is not published",
              FIRST_RETRY,
              "again && settings.listeners().isEmpty()) {",
              "again) {",
              "attempts_are_numbered_from_1"),
          new DriverDefect(
              "first retry",
              "a sleeper that throws at the first wait counts as an interrupt",
              FIRST_RETRY,
              "run.waitFailed(bug, settings.ticks().nanos());",
              "run.stop(StopReason.INTERRUPTED, settings.ticks().nanos());",
              "a_sleeper_that_throws_ends_the_call_like_a_bug_in_the_policy"),
          new DriverDefect(
              "first retry",
              "the first failure is thrown instead of the second",
              FIRST_RETRY,
              "Outcome<T> outcome = Outcome.threw(second); run.finished",
              "Outcome<T> outcome = Outcome.threw(failure); run.finished",
              "without_listener_the_last_failure_is_thrown_with_a_complete_report"),
          new DriverDefect(
              "first attempt",
              "a call does not wait for the pause that a server requested",
              FIRST_ATTEMPT,
              "long pause = settings.pauseNanos(start);",
              "long pause = 0;",
              "the_first_attempt_of_the_next_call_starts_when_the_pause_is_over"),
          new DriverDefect(
              "first attempt",
              "a call that fails does not count as retrying",
              FIRST_ATTEMPT,
              "state.retryingStarted();",
              "",
              "a_delay_function_can_read_the_number_of_retrying_callers_and_the_latency"),
          new DriverDefect(
              "first attempt",
              "the budget is not notified of a failed first attempt",
              FIRST_ATTEMPT,
              "state.firstAttemptEnded(retryable, once.lastAttemptNanos(), nowNanos);",
              "",
              "a_budget_that_refuses_ends_the_call"),
          new DriverDefect(
              "first attempt",
              "every failed first attempt counts against the server",
              FIRST_ATTEMPT,
              "state.firstAttemptEnded(retryable,",
              "state.firstAttemptEnded(true,",
              "bugs_are_not_retried"),
          new DriverDefect(
              "first attempt",
              "the duration of the first attempt includes the pause before it",
              FIRST_ATTEMPT,
              "return new FirstAttempt(settings, start, now, prevented);",
              "return new FirstAttempt(settings, start, start, prevented);",
              "the_time_limit_includes_the_pause"),
          new DriverDefect(
              "first attempt",
              "a first attempt that the policy accepts is not published",
              FIRST_ATTEMPT,
              "settings.firstAccepted(once.lastStartNanos()); return decided;",
              "return decided;",
              "a_call_after_the_pause_is_not_delayed"),
          new DriverDefect(
              "first attempt",
              "a pause that a server requests with the first success is lost",
              FIRST_ATTEMPT,
              "settings.state().pause(accept.pauseNanos(), nowNanos); settings.firstAccepted",
              "settings.firstAccepted",
              "a_pause_that_a_call_received_delays_the_next_call"),
          new DriverDefect(
              "first attempt",
              "reports of earlier calls count as reports of this attempt",
              FIRST_ATTEMPT,
              "return new Progress(1, 1, 0, startNanos, attemptNanos, startNanos, 0, durationNanos,"
                  + " 0, mark);",
              "return new Progress(1, 1, 0, startNanos, attemptNanos, startNanos, 0, durationNanos,"
                  + " 0, 0);",
              "an_old_failure_that_is_thrown_again_does_not_count_as_retried"));

  private BlockingDefects() {}
}
