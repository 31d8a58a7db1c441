package dev.reprise.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.FakeEnvironment;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The steps of drivers, one at a time: decisions, settlements, notifications and state. */
class RetriedCallTest {

  private final Outcome<?> failed = Outcome.threw(new IOException("reset"));

  private final FakeEnvironment environment = new FakeEnvironment();
  private final List<String> told = new ArrayList<>();
  private final List<String> ledger = new ArrayList<>();
  private int grants = Integer.MAX_VALUE;

  private final RetryBudget budget =
      (RetryBudget)
          Proxy.newProxyInstance(
              RetryBudget.class.getClassLoader(),
              new Class<?>[] {RetryBudget.class},
              (proxy, method, args) ->
                  switch (method.getName()) {
                    case "tryAcquire" -> {
                      ledger.add("asks");
                      yield grants-- > 0;
                    }
                    case "readsTicks" -> true;
                    case "isFull" -> false;
                    case "level" -> OptionalDouble.empty();
                    case "retriesWhenFull" -> 1L;
                    case "toString" -> "budget";
                    case "newInstance" -> proxy;
                    default -> {
                      ledger.add(method.getName() + Arrays.asList(args));
                      yield null;
                    }
                  });

  private CallSettings settings = settings(policy -> policy);

  private CallSettings settings(UnaryOperator<RetryPolicyBuilder> change) {
    return settings(change, true);
  }

  private CallSettings settings(UnaryOperator<RetryPolicyBuilder> change, boolean heard) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofNanos(100)));
    RetrySettings made =
        new RetrySettings(change.apply(policy).build(), budget).withEnvironment(environment);
    return new CallSettings(heard ? made.withListener(new Heard()) : made);
  }

  private final class Heard implements RetryListener {

    @Override
    public Set<Class<? extends RetryEvent>> events() {
      return Set.of(RetryEvent.class);
    }

    @Override
    public void on(RetryEvent event) {
      if (event instanceof RetryEvent.AttemptFinished finished) {
        told.add(
            "finished "
                + finished.attempt()
                + " in "
                + finished.durationNanos()
                + ": "
                + finished.decision().getClass().getSimpleName());
      } else if (event instanceof RetryEvent.CallFinished end) {
        told.add("ended " + end.attempts() + ": " + end.stopReason());
      } else {
        told.add(event.getClass().getSimpleName());
      }
    }
  }

  private List<String> saidSince() {
    List<String> published = List.copyOf(told);
    told.clear();
    return published;
  }

  private List<String> booksSince() {
    List<String> books = List.copyOf(ledger);
    ledger.clear();
    return books;
  }

  /** A call whose first attempt began at 10, with the call, and failed at 15. */
  private RetriedCall failedOnce() {
    environment.now = 15;
    return assertNotNullRun(FirstAttempt.judge(settings, failed, 10, 10, RetryReport.mark()));
  }

  private static RetriedCall assertNotNullRun(RetriedCall run) {
    assertNotNull(run);
    return run;
  }

  @Test
  void a_first_failure_is_settled_then_granted_a_retry_then_published() {
    RetriedCall run = failedOnce();
    assertEquals(List.of("firstAttemptFailed[15]", "asks"), booksSince());
    assertEquals(List.of("finished 1 in 5: RetryAfter"), saidSince());
    assertEquals(1, settings.state().view().retrying());
    assertEquals(5, settings.state().view().attemptLatencyNanos());
    assertInstanceOf(Decision.RetryAfter.class, run.decision());
    assertEquals(1, run.progress().finished());
  }

  @Test
  void a_first_failure_that_is_not_retried_does_not_count_against_the_server() {
    environment.now = 15;
    RetriedCall run = FirstAttempt.judge(settings, Outcome.threw(new Error("bug")), 10, 10, 0);
    assertNotNull(run);
    assertEquals(List.of("callFinished[15]"), booksSince());
    assertEquals(StopReason.NOT_RETRYABLE, run.stopReason());
    assertEquals(0, settings.state().view().retrying());
  }

  @Test
  void a_first_success_ends_the_call_at_once() {
    assertNull(FirstAttempt.judge(settings, Outcome.returned("page"), 10, 12, 0));
    assertEquals(List.of("firstAttemptSucceeded[12]"), booksSince());
    assertEquals(List.of("FirstAttemptSucceeded"), saidSince());
  }

  @Test
  void a_first_success_with_a_verdict_may_request_a_pause() {
    settings =
        settings(
            policy ->
                policy
                    .hintsOnSuccess()
                    .hintJitter(0)
                    .classifyWith("pause", o -> Verdict.acceptThenPause(Duration.ofNanos(70))));
    environment.now = 20;
    assertNull(FirstAttempt.judge(settings, Outcome.returned("page"), 10, 12, 0));
    assertEquals(70, settings.state().remainingPauseNanos(20));
    assertEquals(List.of("firstAttemptSucceeded[12]"), booksSince());
  }

  @Test
  void the_receiver_of_the_run_is_notified_before_listeners() {
    environment.now = 15;
    RetriedCall run =
        FirstAttempt.judge(
            settings, failed, 10, 10, RetryReport.mark(), begun -> told.add("begun"));
    assertNotNull(run);
    assertEquals(List.of("begun", "finished 1 in 5: RetryAfter"), saidSince());
  }

  @Test
  void a_retry_that_succeeds_returns_its_permit_as_used() {
    RetriedCall run = failedOnce();
    booksSince();
    saidSince();
    assertTrue(run.startNext(115));
    assertEquals(2, run.attempt().number());
    assertSame(failed.failureOrNull(), run.attempt().lastFailure());
    Decision decision = run.finished(Outcome.returned("page"), 122);
    assertInstanceOf(Decision.Accept.class, decision);
    assertEquals(List.of("permitReturned[true, 122]", "callFinished[122]"), booksSince());
    assertNull(run.conclude(Outcome.returned("page")));
    assertEquals(
        List.of("RetryStarted", "finished 2 in 7: Accept", "ended 2: succeeded"), saidSince());
    assertEquals(2, run.progress().finished());
    List<AttemptRecord> records = run.reportOfEnded().records();
    assertEquals(
        List.of(0L, 105L), records.stream().map(AttemptRecord::startedAfterNanos).toList());
    assertEquals(List.of(5L, 7L), records.stream().map(AttemptRecord::durationNanos).toList());
  }

  @Test
  void a_retry_that_fails_is_followed_by_another_until_the_attempts_are_used_up() {
    RetriedCall run = failedOnce();
    assertTrue(run.startNext(115));
    assertInstanceOf(Decision.RetryAfter.class, run.finished(failed, 120));
    assertTrue(run.startNext(220));
    assertInstanceOf(Decision.GiveUp.class, run.finished(failed, 230));
    assertEquals(StopReason.ATTEMPTS, run.stopReason());
    assertEquals(
        List.of(
            "firstAttemptFailed[15]",
            "asks",
            "permitReturned[false, 120]",
            "asks",
            "permitReturned[false, 230]",
            "callFinished[230]"),
        booksSince());
    saidSince();
    assertSame(failed.failureOrNull(), run.conclude(failed));
    assertEquals(List.of("ended 3: attempts used up"), saidSince());
    RetryReport report = RetryReport.of(failed.failureOrNull()).orElseThrow();
    assertEquals(3, report.records().size());
    assertEquals(Duration.ofNanos(220), report.elapsed());
  }

  @Test
  void accepts_a_result_with_or_without_a_verdict() {
    settings = settings(policy -> policy.retryOnResult(String.class, "bad"::equals));
    environment.now = 15;
    RetriedCall run = FirstAttempt.judge(settings, Outcome.returned("bad"), 10, 10, 0);
    assertNotNull(run);
    assertTrue(run.startNext(115));
    assertInstanceOf(Decision.Accept.class, run.finished(Outcome.returned("good"), 120));
    assertEquals(StopReason.SUCCEEDED, run.stopReason());
    assertEquals(2, run.progress().started());
  }

  @Test
  void a_budget_that_refuses_ends_the_call() {
    grants = 0;
    RetriedCall run = failedOnce();
    assertEquals(StopReason.BUDGET, run.stopReason());
    assertEquals(List.of("firstAttemptFailed[15]", "asks", "callFinished[15]"), booksSince());
  }

  @Test
  void a_shutdown_has_priority_over_the_budget() {
    settings.shared().waits().shutDown();
    RetriedCall run = failedOnce();
    assertEquals(StopReason.SHUT_DOWN, run.stopReason());
    assertEquals(List.of("firstAttemptFailed[15]", "callFinished[15]"), booksSince());
  }

  @Test
  void no_attempt_starts_at_the_deadline_or_after_a_shutdown() {
    settings = settings(policy -> policy.within(Duration.ofNanos(300)));
    RetriedCall run = failedOnce();
    assertNull(Gates.whyNotNow(settings, 299));
    assertEquals(StopReason.DEADLINE, Gates.whyNotNow(settings, 300));
    booksSince();
    assertFalse(run.startNext(310));
    assertEquals(StopReason.DEADLINE, run.stopReason());
    assertEquals(List.of("permitReturned[false, 310]", "callFinished[310]"), booksSince());
    settings.shared().waits().shutDown();
    assertEquals(StopReason.SHUT_DOWN, Gates.whyNotNow(settings, 0));
  }

  @Test
  void a_decision_that_needs_them_gets_the_number_of_retrying_callers() {
    List<Integer> retrying = new ArrayList<>();
    settings =
        settings(
            policy ->
                policy.backoff(
                    Backoff.custom(
                        (progress, view, now, random) -> {
                          retrying.add(view == View.NONE ? -1 : view.retrying());
                          return 100;
                        })));
    RetriedCall run = failedOnce();
    assertTrue(run.startNext(115));
    run.finished(failed, 120);
    assertEquals(List.of(1, 1), retrying);
  }

  @Test
  void a_cancel_ends_the_attempt_before_the_call() {
    RetriedCall run = failedOnce();
    assertTrue(run.startNext(115));
    booksSince();
    saidSince();
    run.cancelled(118);
    assertEquals(StopReason.CANCELLED, run.stopReason());
    assertEquals(List.of("permitReturned[false, 118]", "callFinished[118]"), booksSince());
    assertEquals(List.of("finished 2 in 3: GiveUp"), saidSince());
  }

  @Test
  void a_cancel_between_attempts_returns_the_permit() {
    RetriedCall run = failedOnce();
    booksSince();
    run.cancelled(50);
    assertEquals(List.of("permitReturned[false, 50]", "callFinished[50]"), booksSince());
    assertThrows(IllegalStateException.class, run::latest);
  }

  @Test
  void a_call_that_never_began_is_stopped_like_one_that_retries() {
    RetriedCall run = new RetriedCall(settings, 10, 0);
    assertEquals(1, settings.state().view().retrying());
    run.stop(StopReason.EXECUTOR_REJECTED, 12);
    assertEquals(0, settings.state().view().retrying());
    assertEquals(List.of("callFinished[12]"), booksSince());
    assertEquals(0, run.progress().started());
  }

  @Test
  void a_failure_that_no_attempt_threw_is_recorded_as_a_bug() {
    IllegalStateException bug = new IllegalStateException("bug");
    RetriedCall waiting = failedOnce();
    waiting.waitFailed(bug, 40);
    assertEquals(StopReason.POLICY_FAILED, waiting.stopReason());
    assertSame(bug, waiting.bug());

    RetriedCall refused = failedOnce();
    refused.rejected(bug, 40);
    assertEquals(StopReason.EXECUTOR_REJECTED, refused.stopReason());
    assertSame(bug, refused.bug());
    Throwable thrown = refused.conclude(failed);
    assertSame(failed.failureOrNull(), thrown);
    assertTrue(Arrays.asList(thrown.getSuppressed()).contains(bug));
  }

  @Test
  void a_call_that_fails_internally_returns_its_permits_once() {
    IllegalStateException bug = new IllegalStateException("bug");
    RetriedCall inFlight = failedOnce();
    assertTrue(inFlight.startNext(115));
    booksSince();
    inFlight.broken(bug, 120);
    assertEquals(List.of("permitReturned[false, 120]", "callFinished[120]"), booksSince());
    assertSame(bug, inFlight.bug());
    inFlight.broken(new IllegalStateException("another"), 130);
    assertEquals(List.of(), booksSince());
    assertSame(bug, inFlight.bug());

    RetriedCall waiting = failedOnce();
    booksSince();
    waiting.broken(bug, 40);
    assertEquals(List.of("permitReturned[false, 40]", "callFinished[40]"), booksSince());
    assertEquals(StopReason.POLICY_FAILED, waiting.stopReason());
  }

  /** Its permit is used, and none of several attempts is in flight any more. */
  @Test
  void a_call_that_fails_between_an_attempt_and_its_verdict_returns_the_permit() {
    RetriedCall run = failedOnce();
    run.start(115, 0);
    booksSince();
    run.broken(null, new IllegalStateException("bug"), 120);
    assertEquals(List.of("permitReturned[false, 120]", "callFinished[120]"), booksSince());
  }

  @Test
  void a_hedge_that_wins_abandons_the_first_attempt() {
    RunningAttempt first = RunningAttempt.first(10);
    RetriedCall run = RetriedCall.underway(settings, 10, first, 0);
    assertSame(first, run.latest());
    assertTrue(run.startHedge(60));
    RunningAttempt hedge = run.latest();
    assertEquals(2, hedge.number());
    assertFalse(hedge.opensRound());
    Outcome<String> page = Outcome.returned("page");
    Decision decided = run.decide(hedge, page, 80);
    run.abandon(first, 80);
    run.judged(hedge, page, 80, decided);
    assertEquals(List.of("asks", "permitReturned[true, 80]", "callFinished[80]"), booksSince());
    assertEquals(0, settings.state().view().retrying());
    assertEquals(20, settings.state().view().attemptLatencyNanos());
    assertEquals(
        List.of("HedgeStarted", "finished 1 in 70: DeferredToInFlight", "finished 2 in 20: Accept"),
        saidSince());
    List<AttemptRecord> records = run.reportOfEnded().records();
    assertEquals(List.of(0L, 50L), records.stream().map(AttemptRecord::startedAfterNanos).toList());
    assertEquals(AttemptRecord.Ending.CANCELLED, records.get(0).ending());
  }

  @Test
  void a_first_attempt_that_wins_over_its_hedge_is_a_first_success() {
    RunningAttempt first = RunningAttempt.first(10);
    RetriedCall run = RetriedCall.underway(settings, 10, first, 0);
    assertTrue(run.startHedge(60));
    RunningAttempt hedge = run.latest();
    Outcome<String> page = Outcome.returned("page");
    Decision decided = run.decide(first, page, 80);
    run.abandon(hedge, 80);
    run.judged(first, page, 80, decided);
    assertEquals(
        List.of("asks", "permitReturned[false, 80]", "firstAttemptSucceeded[80]"), booksSince());
    assertEquals(0, settings.state().view().retrying());
  }

  @Test
  void a_refused_hedge_is_published_and_not_started() {
    grants = 0;
    RetriedCall run = RetriedCall.underway(settings, 10, RunningAttempt.first(10), 0);
    assertFalse(run.startHedge(60));
    assertEquals(1, run.progress().started());
    assertEquals(List.of("HedgeRefused"), saidSince());
  }

  @Test
  void an_attempt_that_its_caller_treats_as_a_success_is_not_judged() {
    settings = settings(policy -> policy.retryIf(failure -> true).retryOnNull());
    RetriedCall run = failedOnce();
    assertTrue(run.startNext(115));
    booksSince();
    run.accepted(run.latest(), 130);
    assertEquals(StopReason.SUCCEEDED, run.stopReason());
    assertEquals(List.of("permitReturned[true, 130]", "callFinished[130]"), booksSince());
  }

  @Test
  void a_rejected_result_is_closed_by_the_next_one_or_by_a_cancel() {
    List<String> closed = new ArrayList<>();
    AutoCloseable first = () -> closed.add("first");
    AutoCloseable second = () -> closed.add("second");
    settings =
        settings(p -> p.retryOnResult(AutoCloseable.class, result -> true).closingRejected());
    environment.now = 15;
    RetriedCall run = FirstAttempt.judge(settings, Outcome.returned(first), 10, 10, 0);
    assertNotNull(run);
    assertTrue(run.startNext(115));
    run.finished(Outcome.returned(second), 120);
    assertEquals(List.of("first"), closed);
    run.cancelled(130);
    assertEquals(List.of("first", "second"), closed);
  }

  @Test
  void a_success_after_retries_may_request_a_pause() {
    settings =
        settings(
            policy ->
                policy
                    .hintsOnSuccess()
                    .hintJitter(0)
                    .classifyWith(
                        "pause",
                        o ->
                            o.failureOrNull() == null
                                ? Verdict.acceptThenPause(Duration.ofNanos(70))
                                : Verdict.pass()));
    RetriedCall run = failedOnce();
    assertTrue(run.startNext(115));
    run.finished(Outcome.returned("page"), 120);
    assertEquals(70, settings.state().remainingPauseNanos(120));
  }

  @Test
  void no_event_is_published_without_listeners() {
    settings = settings(policy -> policy, false);
    RetriedCall run = failedOnce();
    assertTrue(run.startNext(115));
    run.finished(failed, 120);
    run.cancelled(130);
    Throwable thrown = run.conclude(Outcome.threw(new CancellationException()));
    assertInstanceOf(CancellationException.class, thrown);
    assertEquals(List.of(), saidSince());
    assertEquals(0, settings.shared().calls().get(), "no number is given to a call nobody hears");
  }

  @Test
  void the_events_of_a_call_have_its_number() {
    assertEquals(0, settings.shared().calls().get());
    RetriedCall run = failedOnce();
    assertTrue(run.startNext(115));
    run.finished(failed, 120);
    assertEquals(1, settings.shared().calls().get());
    failedOnce();
    assertEquals(2, settings.shared().calls().get());
  }

  @Test
  void a_first_attempt_after_a_pause_begins_at_the_end_of_the_pause() {
    settings = settings(policy -> policy.hintsOnSuccess());
    environment.now = 10;
    settings.state().pause(500, 10);
    FirstAttempt first = FirstAttempt.begin(settings);
    assertEquals(List.of("callStarted[10]"), booksSince());
    assertEquals(10, first.callNanos());
    assertEquals(510, first.attemptNanos());
    assertNull(first.prevented());
    assertEquals(1, first.seen().number());
    assertSame(first.seen(), first.seen());
    environment.now = 515;
    RetriedCall run = first.judge(failed);
    assertNotNull(run);
    assertEquals(500, run.reportOfEnded().records().get(0).startedAfterNanos());
    assertEquals(5, run.reportOfEnded().records().get(0).durationNanos());
  }

  @Test
  void a_first_attempt_in_flight_may_be_cancelled_or_treated_as_a_success() {
    environment.now = 10;
    FirstAttempt first = FirstAttempt.begin(settings);
    booksSince();
    first.accepted();
    assertEquals(List.of("firstAttemptSucceeded[10]"), booksSince());
    RetriedCall only = FirstAttempt.begin(settings).underway();
    booksSince();
    only.cancelled(12);
    assertEquals(List.of("callFinished[12]"), booksSince());
    assertEquals(1, only.progress().started());
  }

  @Test
  void reports_the_end_and_attaches_the_report_to_the_failure() {
    RetriedCall run = failedOnce();
    run.stop(StopReason.SHUT_DOWN, 40);
    saidSince();
    RetryReport report = run.report(failed);
    assertEquals(List.of("ended 1: shut down"), saidSince());
    assertEquals(report, RetryReport.of(failed.failureOrNull()).orElseThrow());
  }

  @Test
  void a_call_that_ends_during_the_pause_before_its_first_attempt_has_no_attempt() {
    for (Throwable thrown : List.of(new CancellationException(), new IllegalStateException())) {
      environment.now = 10;
      settings = settings(policy -> policy.hintsOnSuccess());
      settings.state().pause(500, 10);
      environment.sleeper =
          nanos -> {
            throw Sneaky.throwing(thrown);
          };
      FirstAttempt first = FirstAttempt.begin(settings);
      booksSince();
      Throwable prevented = first.prevented();
      assertNotNull(prevented);
      RetriedCall run = first.judge(Outcome.threw(prevented));
      assertNotNull(run);
      assertEquals(
          thrown instanceof CancellationException ? StopReason.CANCELLED : StopReason.POLICY_FAILED,
          run.stopReason());
      assertEquals(List.of("callFinished[10]"), booksSince());
      assertEquals(0, settings.state().view().retrying());
    }
  }

  @Test
  void records_timeouts_and_successes_if_the_policy_uses_them() {
    settings =
        settings(
            policy ->
                policy.attemptTimeout(AttemptTimeout.atPercentile(50, Duration.ofSeconds(1))));
    Outcome<?> slow = Outcome.threw(new SocketTimeoutException("slow"));
    environment.now = 15;
    RetriedCall run = FirstAttempt.judge(settings, slow, 10, 10, RetryReport.mark());
    assertNotNull(run);
    assertEquals(1, settings.state().view().latencies().count());
    assertTrue(run.startNext(115));
    run.finished(Outcome.returned("page"), 120);
    assertEquals(2, settings.state().view().latencies().count());
  }
}
