package dev.reprise.verification.defects;

import java.util.List;

/** Defects of the code that all drivers share: settlement, gates, report. */
final class SettlementDefects {

  private static final String RETRY_STATE = "state/RetryState.java";
  private static final String RETRIED_CALL = "internal/call/RetriedCall.java";
  private static final String GATES = "internal/call/Gates.java";
  private static final String CALL_REPORT = "internal/call/CallReport.java";
  private static final String REJECTED_RESULT_CLOSER = "internal/call/RejectedResultCloser.java";
  private static final String ATTEMPT_INFO = "internal/call/AttemptInfo.java";
  private static final String SHUTDOWN_SIGNAL = "internal/call/ShutdownSignal.java";

  static final List<DriverDefect> ALL =
      List.of(
          new DriverDefect(
              "settlement",
              "calls are not counted while they retry",
              RETRY_STATE,
              "retrying.incrementAndGet();",
              "",
              "a_delay_function_can_read_the_number_of_retrying_callers_and_the_latency"),
          new DriverDefect(
              "settlement",
              "a call does not count itself among the retrying calls",
              RETRY_STATE,
              "Math.max(0, retrying.get()) + 1",
              "Math.max(0, retrying.get())",
              "a_delay_function_can_read_the_number_of_retrying_callers_and_the_latency"),
          new DriverDefect(
              "settlement",
              "the budget is not notified of the end of a call",
              RETRY_STATE,
              "retrying.decrementAndGet(); permits.callFinished(nowNanos);",
              "retrying.decrementAndGet();",
              "a_budget_that_refuses_ends_the_call"),
          new DriverDefect(
              "settlement",
              "a call that has ended counts as retrying",
              RETRY_STATE,
              "retrying.decrementAndGet(); permits.callFinished(nowNanos);",
              "permits.callFinished(nowNanos);",
              "a_budget_that_refuses_ends_the_call"),
          new DriverDefect(
              "settlement",
              "the shorter of two pauses applies",
              RETRY_STATE,
              "known.endNanos() - nowNanos < nanos ? more : known",
              "known.endNanos() - nowNanos > nanos ? more : known",
              "the_pause_that_ends_later_applies"),
          new DriverDefect(
              "settlement",
              "a first attempt that won against its hedge counts as a retry",
              RETRY_STATE,
              "retrying.decrementAndGet(); permits.firstAttemptSucceeded(nowNanos);",
              "callFinished(nowNanos);",
              "the_first_attempt_wins_if_it_returns_before_its_hedge"),
          new DriverDefect(
              "settlement",
              "an unused permit counts as a success",
              RETRY_STATE,
              "returned(price, false, nowNanos);",
              "returned(price, true, nowNanos);",
              "without_listener_a_shutdown_ends_the_first_wait"),
          new DriverDefect(
              "settlement",
              "the latency of attempts is not recorded",
              RETRY_STATE,
              "if (nanos == 0) { return; }",
              "if (nanos >= 0) { return; }",
              "a_delay_function_can_read_the_number_of_retrying_callers_and_the_latency"),
          new DriverDefect(
              "settlement",
              "a failure with a higher price costs the standard price",
              RETRY_STATE,
              "default -> permits.tryAcquire(price, nowNanos);",
              "default -> permits.tryAcquire(nowNanos);",
              "a_rule_for_a_kind_of_failure_sets_backoff_limit_and_price"),
          new DriverDefect(
              "settlement",
              "a permit is requested before the preceding attempt is published",
              RETRIED_CALL,
              "settle(attempt == 1, price, length, decided, nowNanos); Decision allowed ="
                  + " gate(decided, nowNanos);",
              "Decision allowed = gate(decided, nowNanos); settle(attempt == 1, price, length,"
                  + " decided, nowNanos);",
              "a_budget_that_refuses_ends_the_call"),
          new DriverDefect(
              "settlement",
              "a call that ends while it waits keeps its permit",
              RETRIED_CALL,
              "settings.state().permitUnused(price, nowNanos);",
              "",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "settlement",
              "attempts do not see the failure before them",
              RETRIED_CALL,
              "lastFailure = outcome.failureOrNull();",
              "",
              "an_operation_can_read_the_number_of_its_attempt"),
          new DriverDefect(
              "settlement",
              "a pause that a server requests after retries is lost",
              RETRIED_CALL,
              "settings.state().pause(accept.pauseNanos(), nowNanos); end",
              "end",
              "a_success_after_retries_can_request_a_pause"),
          new DriverDefect(
              "settlement",
              "all retries return the price of the first one",
              RETRIED_CALL,
              "price = permitHeld ? decided.verdict().price() : price;",
              "price = permitHeld && price == 1 ? decided.verdict().price() : price;",
              "each_attempt_returns_its_permit"),
          new DriverDefect(
              "settlement",
              "each event has a different call number",
              RETRIED_CALL,
              "if (number == 0) { number",
              "if (number >= 0) { number",
              "attempts_are_numbered_from_1"),
          new DriverDefect(
              "settlement",
              "the exception of a policy that threw is lost",
              RETRIED_CALL,
              "bug = giveUp.policyFailure(); end(",
              "end(",
              "a_delay_function_that_throws_ends_the_call_with_the_operations_failure"),
          new DriverDefect(
              "settlement",
              "a report says that the call ended when it began",
              RETRIED_CALL,
              "stopReason = why; endNanos = nowNanos;",
              "stopReason = why;",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "settlement",
              "a hedge is sent without a permit",
              RETRIED_CALL,
              "boolean paid = settings.state().tryAcquire(nowNanos);",
              "boolean paid = true;",
              "a_hedge_that_the_budget_refuses_does_not_change_the_call"),
          new DriverDefect(
              "settlement",
              "the bug of a wait that failed is lost",
              RETRIED_CALL,
              "bug = failure; stop(StopReason.POLICY_FAILED, nowNanos);",
              "stop(StopReason.POLICY_FAILED, nowNanos);",
              "a_sleeper_that_throws_ends_the_call_like_a_bug_in_the_policy"),
          new DriverDefect(
              "gates",
              "a retry is decided on after a shutdown",
              GATES,
              "if (settings.shared().waits().isShutDown()) { return"
                  + " Decision.giveUp(decided.verdict(), StopReason.SHUT_DOWN); }",
              "",
              "a_call_after_the_shutdown_makes_one_attempt"),
          new DriverDefect(
              "gates",
              "an attempt starts after its deadline",
              GATES,
              "timeLeft(elapsedNanos) <= 0",
              "timeLeft(elapsedNanos) < 0",
              "starts_no_attempt_if_the_wait_ends_after_the_deadline"),
          new DriverDefect(
              "report",
              "a call that must not retry has a report",
              CALL_REPORT,
              "if (settings.policy().maxAttempts() > 1) { report.attachTo(failure); }",
              "report.attachTo(failure);",
              "one_attempt_means_no_retry"),
          new DriverDefect(
              "report",
              "a rejected result is returned although the call was aborted",
              CALL_REPORT,
              "settings.policy().rejectedResults().returned() && bug == null;",
              "settings.policy().rejectedResults().returned();",
              "a_result_predicate_that_throws_ends_the_call"),
          new DriverDefect(
              "results",
              "an instance that is returned again is closed",
              REJECTED_RESULT_CLOSER,
              "if (before != null && before != value) {",
              "if (before != null) {",
              "never_closes_an_instance_that_is_returned_again"),
          new DriverDefect(
              "attempts",
              "each attempt has a different key",
              ATTEMPT_INFO,
              "return first == null ? ownKey() : first.ownKey();",
              "return ownKey();",
              "all_attempts_of_a_call_have_one_key_and_two_calls_have_two"),
          new DriverDefect(
              "attempts",
              "an attempt may take longer than the remaining time of the call",
              ATTEMPT_INFO,
              "Math.min(untilDeadlineNanos(), timeoutNanos)",
              "timeoutNanos",
              "attempt_timeout_is_limited_by_the_remaining_time"),
          new DriverDefect(
              "shutdown",
              "a shutdown wakes no waiting call",
              SHUTDOWN_SIGNAL,
              "first = runAll(wakers, first);",
              "",
              "a_shutdown_during_the_wait_ends_the_call"));

  private SettlementDefects() {}
}
