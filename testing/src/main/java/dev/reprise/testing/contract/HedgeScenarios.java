package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.hedge.Hedge;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.shape.CallObservation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Start, winner and decision of hedges. In virtual time, only shapes with stages can show attempts
 * that overlap and of which the first ends without being interrupted: a blocking attempt occupies
 * the only thread.
 */
class HedgeScenarios extends HedgedScenarios {

  HedgeScenarios(ScenarioRunner runner) {
    super(runner);
  }

  @Test
  void a_hedge_that_returns_first_wins_and_the_slow_attempt_is_cancelled() {
    hedged(
        fixture -> {
          fixture.operation.takes(ms(200)).returns("slow");
          fixture.operation.takes(ms(30)).returns("fast");
          CallObservation seen = fixture.returns("fast", 2);
          assertEquals(List.of(Duration.ZERO, ms(50)), seen.starts());
          assertEquals(ms(80), seen.elapsed());
          assertEquals(1, fixture.operation.cancelledAttempts());
          assertEquals(
              List.of(
                  "#2 started as a hedge",
                  "#1" + CANCELLED,
                  "#2 returned, accepted",
                  "ended after 2: succeeded"),
              seen.events());
          assertEquals(List.of("started", "granted", "kept", "finished"), fixture.ledger());
        });
  }

  @Test
  void the_events_contain_the_attempt_that_won() {
    hedgedStages(
        Hedge.after(ms(50)).maxInFlight(3),
        fixture -> {
          fixture.policy(p -> p.maxAttempts(3));
          fixture.operation.takes(ms(500)).returns("first");
          fixture.operation.takes(ms(80)).returns("second");
          fixture.operation.takes(ms(500)).returns("third");
          RecordingListener recorder = new RecordingListener();
          fixture.listener(recorder);
          fixture.returns("second", 3);
          List<RetryEvent.AttemptFinished> finished =
              recorder.recorded(RetryEvent.AttemptFinished.class);
          List<Integer> won =
              finished.stream()
                  .filter(attempt -> attempt.decision() instanceof Decision.Accept)
                  .map(RetryEvent.AttemptFinished::attempt)
                  .toList();
          assertEquals(List.of(2), won);
          assertEquals(2, finished.get(finished.size() - 1).attempt());
        });
  }

  @Test
  void a_result_before_the_delay_prevents_the_hedge() {
    hedged(
        fixture -> {
          fixture.operation.takes(ms(49)).returns("page");
          CallObservation seen = fixture.returns("page", 1);
          assertEquals(List.of(), seen.events());
          assertEquals(List.of("started", "succeeded"), fixture.ledger());
        });
  }

  @Test
  void the_first_attempt_wins_if_it_returns_before_its_hedge() {
    hedgedStages(
        fixture -> {
          fixture.operation.takes(ms(100)).returns("first");
          fixture.operation.takes(ms(500)).returns("hedge");
          CallObservation seen = fixture.returns("first", 2);
          assertEquals(ms(100), seen.elapsed());
          assertEquals(1, fixture.operation.cancelledAttempts());
          assertEquals("#2" + CANCELLED, seen.events().get(1));
          assertEquals(List.of("started", "granted", "lost", "succeeded"), fixture.ledger());
        });
  }

  @Test
  void a_failed_hedge_does_not_decide_while_the_first_attempt_runs() {
    hedgedStages(
        fixture -> {
          fixture.operation.takes(ms(100)).returns("first");
          fixture.operation.takes(ms(10)).fails(new IOException("reset"));
          fixture.policy(p -> p.maxAttempts(2));
          CallObservation seen = fixture.returns("first", 2);
          assertEquals(
              List.of(
                  "#2 started as a hedge",
                  "#2 threw IOException(reset), deferred",
                  "#1 returned, accepted",
                  "ended after 2: succeeded"),
              seen.events());
        });
  }

  @Test
  void a_failed_hedge_starts_the_next_one_at_once() {
    hedgedStages(
        fixture -> {
          fixture.operation.takes(ms(300)).returns("first");
          fixture.operation.takes(ms(10)).fails(new IOException("reset"));
          fixture.operation.takes(ms(20)).returns("third");
          CallObservation seen = fixture.returns("third", 3);
          assertEquals(List.of(Duration.ZERO, ms(50), ms(60)), seen.starts());
          assertEquals(ms(80), seen.elapsed());
        });
  }

  @Test
  void a_failed_first_attempt_starts_the_next_hedge_at_once() {
    hedgedStages(
        Hedge.after(ms(50)).maxInFlight(3),
        fixture -> {
          fixture.operation.takes(ms(60)).fails(new IOException("reset"));
          fixture.operation.takes(ms(300)).returns("second");
          fixture.operation.takes(ms(20)).returns("third");
          CallObservation seen = fixture.returns("third", 3);
          assertEquals(List.of(Duration.ZERO, ms(50), ms(60)), seen.starts());
        });
  }

  @Test
  void one_failure_starts_one_hedge_and_later_ones_wait_for_the_delay() {
    hedgedStages(
        Hedge.after(ms(50)).maxInFlight(3),
        fixture -> {
          fixture.policy(p -> p.maxAttempts(9));
          fixture.operation.takes(ms(60)).fails(new IOException("reset"));
          fixture.operation.takes(ms(500)).returns("second");
          fixture.operation.takes(ms(500)).returns("third");
          fixture.operation.takes(ms(20)).returns("fourth");
          CallObservation seen = fixture.returns("fourth", 4);
          assertEquals(List.of(Duration.ZERO, ms(50), ms(60), ms(110)), seen.starts());
        });
  }

  @Test
  void a_rejected_result_starts_the_next_hedge_at_once() {
    hedgedStages(
        fixture -> {
          fixture.policy(p -> p.retryOnResult(String.class, "busy"::equals));
          fixture.operation.takes(ms(300)).returns("first");
          fixture.operation.takes(ms(10)).returns("busy");
          fixture.operation.takes(ms(20)).returns("third");
          CallObservation seen = fixture.returns("third", 3);
          assertEquals(List.of(Duration.ZERO, ms(50), ms(60)), seen.starts());
        });
  }

  @Test
  void the_failure_of_the_only_attempt_is_retried_after_the_backoff() {
    hedgedStages(
        Hedge.after(ms(500)),
        fixture -> {
          fixture.operation.takes(ms(10)).fails(new IOException("reset"));
          fixture.operation.returns("second");
          CallObservation seen = fixture.returns("second", 2);
          assertEquals(List.of(Duration.ZERO, ms(110)), seen.starts());
        });
  }

  @Test
  void a_failed_first_attempt_does_not_decide_while_its_hedge_runs() {
    hedgedStages(
        fixture -> {
          fixture.policy(p -> p.maxAttempts(2));
          fixture.operation.takes(ms(60)).fails(new IOException("reset"));
          fixture.operation.takes(ms(30)).returns("hedge");
          CallObservation seen = fixture.returns("hedge", 2);
          assertEquals("#1 threw IOException(reset), deferred", seen.events().get(1));
          assertEquals(ms(80), seen.elapsed());
        });
  }

  @Test
  void when_all_attempts_in_flight_have_failed_the_last_one_decides_on_one_retry() {
    hedgedStages(
        fixture -> {
          IOException one = new IOException("one");
          fixture.policy(
              p ->
                  p.classifyWith(
                      "hint",
                      outcome ->
                          outcome.failureOrNull() == one
                              ? Verdict.retryNoSoonerThan(ms(50))
                              : Verdict.pass()));
          fixture.operation.takes(ms(60)).fails(one);
          fixture.operation.takes(ms(30)).fails(new IOException("two"));
          fixture.operation.returns("page");
          CallObservation seen = fixture.returns("page", 3);
          assertEquals(List.of(Duration.ZERO, ms(50), ms(180)), seen.starts());
          assertEquals(List.of(ms(100)), seen.delays());
          assertEquals(
              List.of("started", "granted", "failed", "lost", "granted", "kept", "finished"),
              fixture.ledger());
        });
  }

  @Test
  void the_last_failure_is_thrown_when_all_attempts_have_failed() {
    hedgedStages(
        fixture -> {
          IOException last = new IOException("two");
          fixture.operation.takes(ms(60)).fails(new IOException("one"));
          fixture.operation.takes(ms(30)).fails(last);
          fixture.policy(p -> p.maxAttempts(2));
          fixture.fails(last, StopReason.ATTEMPTS, 2);
        });
  }

  @Test
  void at_most_max_in_flight_attempts_run() {
    hedgedStages(
        Hedge.after(ms(50)).maxInFlight(3),
        fixture -> {
          fixture.policy(p -> p.maxAttempts(9));
          fixture.operation.takes(ms(500)).returns("page");
          CallObservation seen = fixture.returns("page", 3);
          assertEquals(List.of(Duration.ZERO, ms(50), ms(100)), seen.starts());
          assertEquals(2, fixture.operation.cancelledAttempts());
        });
  }

  @Test
  void hedges_count_as_attempts() {
    hedgedStages(
        Hedge.after(ms(50)).maxInFlight(3),
        fixture -> {
          fixture.policy(p -> p.maxAttempts(2));
          fixture.operation.takes(ms(500)).returns("page");
          assertEquals(List.of(Duration.ZERO, ms(50)), fixture.returns("page", 2).starts());
        });
  }

  @Test
  void without_a_delay_max_in_flight_attempts_start_at_once() {
    hedgedStages(
        Hedge.after(Duration.ZERO).maxInFlight(3),
        fixture -> {
          fixture.operation.takes(ms(40)).returns("page");
          CallObservation seen = fixture.returns("page", 3);
          assertEquals(List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO), seen.starts());
        });
  }

  @Test
  void a_hedge_that_the_budget_refuses_does_not_change_the_call() {
    hedged(
        fixture -> {
          fixture.budgetFor(0);
          fixture.operation.takes(ms(200)).returns("page");
          CallObservation seen = fixture.returns("page", 1);
          assertEquals(
              List.of("hedge refused", "#1 returned, accepted", "ended after 1: succeeded"),
              seen.events());
          assertEquals(List.of("started", "refused", "succeeded"), fixture.ledger());
        });
  }

  @Test
  void the_budget_is_called_again_after_a_retry() {
    hedgedStages(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.budgetFor(1);
          fixture.policy(p -> p.maxAttempts(4));
          fixture.operation.takes(ms(60)).fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.BUDGET, 2);
          assertEquals(ms(110), seen.elapsed());
        });
  }

  @Test
  void a_retry_may_be_hedged_although_the_budget_refused_an_earlier_hedge() {
    hedgedStages(
        fixture -> {
          fixture.budgetThatRefusesFirst(1);
          fixture.policy(p -> p.maxAttempts(4));
          fixture.operation.takes(ms(60)).fails(new IOException("reset"));
          fixture.operation.takes(ms(200)).returns("slow");
          fixture.operation.takes(ms(10)).returns("fast");
          CallObservation seen = fixture.returns("fast", 3);
          assertEquals(List.of(Duration.ZERO, ms(160), ms(210)), seen.starts());
        });
  }

  @Test
  void no_hedge_starts_at_the_deadline_or_after_it() {
    hedged(
        fixture -> {
          fixture.policy(p -> p.within(ms(50)));
          fixture.operation.takes(ms(200)).returns("page");
          assertNull(fixture.returns("page", 1).failure());
        });
  }
}
