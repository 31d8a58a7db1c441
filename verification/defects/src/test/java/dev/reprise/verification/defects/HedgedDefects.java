package dev.reprise.verification.defects;

import java.util.List;

/** Defects of calls with several attempts in flight. */
final class HedgedDefects {

  private static final String HEDGED_CALL = "internal/hedged/HedgedCall.java";
  private static final String HEDGE_TIMER = "internal/hedged/HedgeTimer.java";
  private static final String HEDGED_WAIT = "internal/hedged/HedgedWait.java";
  private static final String MAILBOX = "internal/hedged/Mailbox.java";

  static final List<DriverDefect> ALL =
      List.of(
          new DriverDefect(
              "hedges",
              "a retry of a hedged call does not wait",
              HEDGED_CALL,
              "timer.set(again.delayNanos(), this::retryNow",
              "timer.set(0, this::retryNow",
              "waits_for_the_delay_of_the_backoff"),
          new DriverDefect(
              "hedges",
              "a failed hedge makes no room for another one",
              HEDGED_CALL,
              "if (decision instanceof Decision.DeferredToInFlight) { ending.goesOn(); planHedge();"
                  + " }",
              "if (decision instanceof Decision.DeferredToInFlight) { ending.goesOn();"
                  + " timer.stop(); }",
              "a_failed_hedge_starts_the_next_one_at_once"),
          new DriverDefect(
              "hedges",
              "a failure does not bring the next hedge forward",
              "policy/Decider.java",
              "progress.notBefore(verdict.hintNanos(), nowNanos).hedgeDue();",
              "progress.notBefore(verdict.hintNanos(), nowNanos);",
              "a_failed_hedge_starts_the_next_one_at_once"),
          new DriverDefect(
              "hedges",
              "no hedge is planned when an attempt begins",
              HEDGED_CALL,
              "start(next, step, flight); } planHedge();",
              "start(next, step, flight); }",
              "a_hedge_that_returns_first_wins_and_the_slow_attempt_is_cancelled"),
          new DriverDefect(
              "hedges",
              "a rejected result is not closed when its caller cancels the call",
              HEDGED_CALL,
              "stopped.closeRejected(); forget();",
              "forget();",
              "closes_a_rejected_result_if_the_call_was_cancelled"),
          new DriverDefect(
              "hedges",
              "losing attempts continue",
              HEDGED_CALL,
              "if (attempt != null && attempt.step().claim()) { attempt.step().release(); }",
              "",
              "a_hedge_that_returns_first_wins_and_the_slow_attempt_is_cancelled"),
          new DriverDefect(
              "hedges",
              "a shutdown ends a call that waits for its first attempt",
              HEDGED_CALL,
              "timer.set(pause, this::makeFirst, this::refuse, this::beginNow);",
              "timer.set(pause, this::makeFirst, this::refuse, this::shutDown);",
              "a_shutdown_ends_the_pause_and_the_attempt_starts_at_once"),
          new DriverDefect(
              "hedges",
              "a shutdown counts as a cancellation",
              HEDGED_CALL,
              "driver.stop(StopReason.SHUT_DOWN);",
              "driver.stop(StopReason.CANCELLED);",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "hedges",
              "a cancellation is not published",
              HEDGED_CALL,
              "Outcome<R> unused = ending.ended(stopped, outcome);",
              "",
              "cancelling_the_call_cancels_all_attempts_in_flight"),
          new DriverDefect(
              "hedges",
              "results of losing attempts are not closed",
              HEDGED_CALL,
              "completeWith(answer, around); driver.closeAllBut(outcome.valueOrNull());",
              "completeWith(answer, around);",
              "a_result_after_another_attempt_has_won_is_closed"),
          new DriverDefect(
              "hedges",
              "a result after the end of its call is not closed",
              HEDGED_CALL,
              "mailbox.send(() -> driver.answeredLate(outcome.valueOrNull()));",
              "",
              "a_result_after_another_attempt_has_won_is_closed"),
          new DriverDefect(
              "hedges",
              "an executor that rejects the retry of a hedged call counts as a cancellation",
              HEDGED_CALL,
              "driver.rejected(rejection); end();",
              "RetriedCall unused = driver.stop(StopReason.CANCELLED); end();",
              "an_executor_that_rejects_a_retry_ends_the_call_with_the_last_failure"),
          new DriverDefect(
              "hedges",
              "blocking attempts of a hedged call leave the flag cleared",
              HEDGED_CALL,
              "BlockingCall.restoreFlag(ended.stopReason(), outcome);",
              "",
              "an_InterruptedException_is_never_retried"),
          new DriverDefect(
              "hedges",
              "a shutdown does not know of the wait",
              HEDGE_TIMER,
              "waits.enter(waker); try",
              "try",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "hedges",
              "a stopped timer continues",
              HEDGE_TIMER,
              "waits.leave(waker); scheduled.cancel();",
              "waits.leave(waker);",
              "a_shutdown_during_the_wait_ends_the_call"),
          new DriverDefect(
              "hedges",
              "a timer that rejects the wait counts as a shutdown",
              HEDGE_TIMER,
              "waits.leave(waker); mail(() -> refused.accept(rejection)); return;",
              "waits.leave(waker); mail(shutDown); return;",
              "a_timer_that_rejects_a_wait_ends_the_call_with_the_last_failure"),
          new DriverDefect(
              "hedges",
              "the exception of an executor at a hop is wrapped",
              HEDGE_TIMER,
              "void handOver() { try { call.executor().execute(this::arrive); } catch (Throwable"
                  + " rejection) { mail(() -> refused.accept(rejection)); } }",
              "void handOver() { try { call.executor().execute(this::arrive); } catch (Throwable"
                  + " rejection) { mail(() -> refused.accept(new"
                  + " IllegalStateException(rejection))); } }",
              "an_executor_that_rejects_the_first_attempt_ends_the_call"),
          new DriverDefect(
              "hedges",
              "an interrupt of the waiting caller leaves its flag cleared",
              HEDGED_WAIT,
              "call.stopWaiting(StopReason.INTERRUPTED); Thread.currentThread().interrupt();",
              "call.stopWaiting(StopReason.INTERRUPTED);",
              "an_interrupt_of_the_waiting_caller_cancels_all_attempts_in_flight"),
          new DriverDefect(
              "hedges",
              "an interrupt of the waiting caller counts as a cancellation",
              HEDGED_WAIT,
              "call.stopWaiting(StopReason.INTERRUPTED);",
              "call.stopWaiting(StopReason.CANCELLED);",
              "an_interrupt_of_the_waiting_caller_cancels_all_attempts_in_flight"),
          new DriverDefect(
              "hedges",
              "a sleeper that throws counts as a cancellation",
              HEDGED_WAIT,
              "call.waitFailed(bug);",
              "call.stopWaiting(StopReason.CANCELLED);",
              "a_sleeper_that_throws_while_an_executor_runs_attempts_ends_the_call"),
          new DriverDefect(
              "mailbox",
              "a message is handled while the message that sent it is handled",
              MAILBOX,
              "messages.add(message);",
              "if (waiting.get() >= 0) { read(message); return; } messages.add(message);",
              "immediate_retries_run_in_constant_stack"),
          new DriverDefect(
              "mailbox",
              "an exception of a message does not end the call",
              MAILBOX,
              "} catch (Throwable bug) { end(bug); } }",
              "} catch (Throwable bug) { return; } }",
              "a_clock_that_throws_ends_the_call_and_all_permits_are_settled"));

  private HedgedDefects() {}
}
