package dev.reprise.verification.defects;

import java.util.List;

/** Defects of the token form. */
final class TokenDefects {

  private static final String RETRY_CALL = "RetryCall.java";

  static final List<DriverDefect> ALL =
      List.of(
          new DriverDefect(
              "token",
              "a first attempt that succeeds is not reported",
              RETRY_CALL,
              "first.accepted();",
              "",
              "a_call_that_succeeds_makes_one_attempt_and_publishes_nothing"),
          new DriverDefect(
              "token",
              "later attempts are made without the context",
              RETRY_CALL,
              "if (!over) { enterAttempt(); }",
              "",
              "every_attempt_listener_and_dependent_sees_the_callers_context"),
          new DriverDefect(
              "token",
              "the context stays on the thread after the call",
              RETRY_CALL,
              "scope.close(); } scope",
              "} scope",
              "contexts_open_in_the_order_in_which_they_were_added_and_close_in_reverse"),
          new DriverDefect(
              "token",
              "the flag that an InterruptedException cleared is not set again",
              RETRY_CALL,
              "BlockingCall.restoreFlag(end.stopReason(), outcome);",
              "RetryStep unused = end;",
              "an_InterruptedException_is_never_retried"),
          new DriverDefect(
              "token",
              "every wait that ends early counts as cancelled",
              RETRY_CALL,
              "RetryStep unused = current.stopWaiting(stop);",
              "RetryStep unused = current.stopWaiting(StopReason.CANCELLED);",
              "an_interrupt_during_the_wait_throws_the_last_failure_and_sets_the_flag"),
          new DriverDefect(
              "token",
              "a sleeper that throws counts as an interrupt",
              RETRY_CALL,
              "RetryStep unused = current.waitFailed(bug);",
              "RetryStep unused = current.stop(StopReason.INTERRUPTED);",
              "a_sleeper_that_throws_ends_the_call_like_a_bug_in_the_policy"),
          new DriverDefect(
              "token",
              "the call does not wait",
              RETRY_CALL,
              "stop = BlockingWait.waitFor(settings, step.delay().toNanos());",
              "stop = BlockingWait.waitFor(settings, 0);",
              "waits_for_the_delay_of_the_backoff"),
          new DriverDefect(
              "token",
              "the operation receives its first attempt on every attempt",
              RETRY_CALL,
              "attempt = next; return null;",
              "return null;",
              "an_operation_can_read_the_number_of_its_attempt"));

  private TokenDefects() {}
}
