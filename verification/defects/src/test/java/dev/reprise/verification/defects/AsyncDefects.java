package dev.reprise.verification.defects;

import java.util.List;

/** Defects of asynchronous calls. */
final class AsyncDefects {

  private static final String ASYNC_CALL = "internal/async/AsyncCall.java";
  private static final String EXECUTOR_HOP = "internal/async/ExecutorHop.java";
  private static final String ASYNC_PAUSE = "internal/async/AsyncPause.java";
  private static final String EXTERNAL_TIMER_WAIT = "internal/async/ExternalTimerWait.java";
  private static final String ASYNC_ATTEMPT = "internal/async/AsyncAttempt.java";

  static final List<DriverDefect> ALL =
      List.of(
          new DriverDefect(
              "async loop",
              "a call does not wait for the pause that a server requested",
              ASYNC_CALL,
              "long pause = StackDepth.pauseNanos(settings, startNanos, blocks);",
              "long pause = 0;",
              "the_first_attempt_of_the_next_call_starts_when_the_pause_is_over"),
          new DriverDefect(
              "async loop",
              "the time in the executor's queue counts as time of the first attempt",
              ASYNC_CALL,
              "callState().firstNanos = now(); attempts(true);",
              "attempts(true);",
              "the_time_in_the_executors_queue_does_not_count_as_time_of_the_attempt"),
          new DriverDefect(
              "async loop",
              "stages start without the context of the caller",
              ASYNC_CALL,
              "try (CallContext.Scope scope = context().open(attempt)) { stage = form()",
              "try (CallContext.Scope scope = ContextCapture.Captured.NOTHING.open()) { stage ="
                  + " form()",
              "every_attempt_listener_and_dependent_sees_the_callers_context"),
          new DriverDefect(
              "async loop",
              "a call continues in the context of the thread that completes the stage",
              ASYNC_CALL,
              "try (CallContext.Scope scope = context().open()) { goOnWith(value, failure); }",
              "goOnWith(value, failure);",
              "a_result_from_another_thread_is_processed_in_the_callers_context"),
          new DriverDefect(
              "async loop",
              "a value after retries is settled as a success of the first attempt",
              ASYNC_CALL,
              "failure == null && callState == null && settings",
              "failure == null && settings",
              "stages_that_complete_later_are_waited_for"),
          new DriverDefect(
              "async loop",
              "the first failure is not published",
              ASYNC_CALL,
              "&& settings.listeners().isEmpty();",
              ";",
              "attempts_are_numbered_from_1"),
          new DriverDefect(
              "async loop",
              "a call ends with its first failure",
              ASYNC_CALL,
              "begun.last = outcome; run.finished",
              "run.finished",
              "the_last_outcome_ends_the_call_whether_result_or_failure"),
          new DriverDefect(
              "async loop",
              "the future never completes if the wait was too long",
              ASYNC_CALL,
              "if (run.startNext(now())) { return true; } end(run); return false;",
              "return run.startNext(now());",
              "starts_no_attempt_if_the_wait_ends_after_the_deadline"),
          new DriverDefect(
              "async loop",
              "a stage that cannot be started ends the call as a bug",
              ASYNC_CALL,
              "} catch (Throwable failure) { return claim(STARTING) ? Outcome.threw(failure) :"
                  + " null; }",
              "} catch (Throwable failure) { throw new IllegalStateException(failure); }",
              "completes_when_the_operation_throws_instead_of_returning_a_stage_on_a_retry"),
          new DriverDefect(
              "async loop",
              "the key of the first attempt differs from that of later ones",
              ASYNC_CALL,
              "if (shown) { callState().first = first; }",
              "",
              "all_attempts_of_a_call_have_one_key_and_two_calls_have_two"),
          new DriverDefect(
              "async loop",
              "an executor that rejects the first attempt counts as a cancellation",
              ASYNC_CALL,
              "end(run -> run.stop(StopReason.EXECUTOR_REJECTED, now()));",
              "end(run -> run.stop(StopReason.CANCELLED, now()));",
              "an_executor_that_rejects_the_first_attempt_ends_the_call"),
          new DriverDefect(
              "async loop",
              "an executor that rejects a retry counts as a cancellation",
              ASYNC_CALL,
              "end(run -> run.rejected(rejection, now()));",
              "end(run -> run.stop(StopReason.CANCELLED, now()));",
              "an_executor_that_rejects_a_retry_ends_the_call_with_the_last_failure"),
          new DriverDefect(
              "async loop",
              "a shutdown counts as a cancellation",
              ASYNC_CALL,
              "end(run -> run.stop(StopReason.SHUT_DOWN, now()));",
              "end(run -> run.stop(StopReason.CANCELLED, now()));",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "async loop",
              "the policy does not classify the result of the first attempt",
              ASYNC_CALL,
              "&& settings.policy().alwaysAccepts(outcome)) { acceptFirst",
              "&& settings != null) { acceptFirst",
              "a_rejected_result_is_returned_if_the_policy_allows_it"),
          new DriverDefect(
              "async loop",
              "the blocking operation that was interrupted leaves the flag cleared",
              ASYNC_CALL,
              "if (form().blocks()) { BlockingCall.restoreFlag(run.stopReason(), outcome); }",
              "",
              "an_InterruptedException_is_never_retried"),
          new DriverDefect(
              "hop",
              "the future never completes if the executor rejects a hop",
              EXECUTOR_HOP,
              "if (call.claim(this)) { call.refused(rejection); } return false;",
              "return false;",
              "an_executor_that_rejects_a_retry_ends_the_call_with_the_last_failure"),
          new DriverDefect(
              "hop",
              "an immediate retry runs on the thread that completed the stage, not on the executor",
              ASYNC_CALL,
              "(onExecutor ? claim(hop) : hop.isHere())",
              "claim(hop)",
              "an_immediate_retry_runs_on_the_same_executor_as_a_delayed_one"),
          new DriverDefect(
              "pause",
              "a shutdown ends a call that waits for its first attempt",
              ASYNC_PAUSE,
              "public void shutDown() { timeIsUp(); }",
              "public void shutDown() { super.shutDown(); }",
              "a_shutdown_ends_the_pause_and_the_attempt_starts_at_once"),
          new DriverDefect(
              "pause",
              "a cancelled pause keeps its timer",
              ASYNC_PAUSE,
              "cancel(); if (externalWait != null) { externalWait.cancel(); }",
              "cancel();",
              "completing_the_future_during_the_wait_ends_the_call"),
          new DriverDefect(
              "pause",
              "after a pause the call continues without its context",
              ASYNC_PAUSE,
              "waiting.handOver(this);",
              "waiting.bareExecutor().execute(this);",
              "every_attempt_listener_and_dependent_sees_the_callers_context"),
          new DriverDefect(
              "pause",
              "the future never completes if the timer rejects a pause",
              ASYNC_PAUSE,
              "throwIfClaimedHere(waiting, rejection); refuse(rejection);",
              "throwIfClaimedHere(waiting, rejection);",
              "a_timer_that_rejects_a_wait_ends_the_call_with_the_last_failure"),
          new DriverDefect(
              "pause",
              "the future never completes if the executor rejects the task after a pause",
              ASYNC_PAUSE,
              "waiting.runOffTimer(() -> refuse(rejection));",
              "",
              "an_executor_that_rejects_a_retry_ends_the_call_with_the_last_failure"),
          new DriverDefect(
              "pause",
              "a call without a listener loses the kind of its first failure",
              ASYNC_PAUSE,
              "once = claimed.settings.policy().countFailure(once, verdict, failure);",
              "",
              "without_listener_the_first_failure_counts_for_its_kind"),
          new DriverDefect(
              "pause",
              "a call without a listener waits again after its first pause has ended",
              ASYNC_PAUSE,
              "Progress once = claimed.firstProgress(endedNanos);",
              "Progress once = claimed.firstProgress(claimed.now());",
              "without_listener_the_last_failure_is_thrown_with_a_complete_report"),
          new DriverDefect(
              "pause",
              "a shutdown does not know of the pause",
              EXTERNAL_TIMER_WAIT,
              "waits.enter(waker); try",
              "try",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "pause",
              "the timer of a cancelled pause continues",
              EXTERNAL_TIMER_WAIT,
              "if (known != null) { known.cancel(); }",
              "",
              "completing_the_future_during_the_wait_ends_the_call"),
          new DriverDefect(
              "attempt timeout",
              "a stage that timed out is not cancelled",
              ASYNC_ATTEMPT,
              "if (claim()) { release(); call.answered",
              "if (claim()) { call.answered",
              "attempt_timeout_is_limited_by_the_remaining_time"),
          new DriverDefect(
              "attempt timeout",
              "the timer of a completed stage continues",
              ASYNC_ATTEMPT,
              "} else if (claim()) { endWatch(); context",
              "} else if (claim()) { context",
              "nothing_stays_scheduled_after_a_call"),
          new DriverDefect(
              "attempt timeout",
              "a stage may take longer than the remaining time of the call",
              ASYNC_ATTEMPT,
              "timeout = delayer.schedule(timeIsUp, left);",
              "timeout = delayer.schedule(timeIsUp, setting);",
              "attempt_timeout_is_limited_by_the_remaining_time"),
          new DriverDefect(
              "attempt timeout",
              "a stage with a timeout continues in the context of the thread that completes it",
              ASYNC_ATTEMPT,
              "context.run(() -> call.answered(this, outcome));",
              "call.answered(this, outcome);",
              "a_result_from_another_thread_is_processed_in_the_callers_context"),
          new DriverDefect(
              "attempt timeout",
              "an attempt whose timeout the timer rejects continues",
              ASYNC_ATTEMPT,
              "starting = Thread.currentThread(); release(); starting = null;",
              "",
              "an_attempt_whose_timeout_the_timer_rejects_is_cancelled"),
          new DriverDefect(
              "attempt timeout",
              "the failure of a stage stays wrapped",
              ASYNC_ATTEMPT,
              "Outcome.threw(Failures.unwrapCompletion(failure));",
              "Outcome.threw(failure);",
              "the_failure_of_a_stage_is_thrown_without_its_wrapper"));

  private AsyncDefects() {}
}
