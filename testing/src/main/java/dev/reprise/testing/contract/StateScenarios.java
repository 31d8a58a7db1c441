package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.allMs;
import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.internal.BackupFailure;
import dev.reprise.testing.internal.ScriptCode;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Counters, reports, listeners and budgets. */
class StateScenarios extends Scenarios {

  private static final int MANY = 2_000;
  private static final int SAMPLE = 500;

  StateScenarios(ScenarioRunner runner) {
    super(runner);
  }

  @Test
  void a_call_that_succeeds_makes_one_attempt_and_publishes_nothing() {
    inEveryShape(
        fixture -> {
          fixture.operation.returns("page");
          CallObservation seen = fixture.returns("page", 1);
          assertEquals(List.of(), seen.events());
          assertEquals(List.of("started", "succeeded"), fixture.ledger());
        });
  }

  @Test
  void a_successful_first_attempt_is_published_only_to_subscribers() {
    inEveryShape(
        fixture -> {
          RecordingListener some = new RecordingListener();
          RecordingListener all = RecordingListener.forAllEvents();
          fixture.listener(some).listener(all);
          fixture.operation.returns("page");
          fixture.returns("page", 1);
          assertEquals(List.of(), some.recorded());
          assertEquals(1, all.recorded(RetryEvent.FirstAttemptSucceeded.class).size());
          assertEquals(1, all.recorded().size());
        });
  }

  @Test
  @DisplayName("trap 19: immediate retries run in constant stack")
  void immediate_retries_run_in_constant_stack() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          List<Long> depths = new ArrayList<>();
          fixture.policy(p -> p.maxAttempts(MANY + 1).backoff(Backoff.none()));
          fixture.operation.runs(
              () -> {
                int attempt = fixture.operation.calls();
                if (attempt % SAMPLE == 0) {
                  depths.add(StackWalker.getInstance().walk(Stream::count));
                }
                if (attempt <= MANY) {
                  throw failure;
                }
                return "page";
              });
          fixture.returns("page", MANY + 1);
          assertEquals(MANY / SAMPLE, depths.size());
          assertEquals(Set.of(depths.get(0)), Set.copyOf(depths), "frames on the stack");
        });
  }

  @Test
  @DisplayName("trap 21: attempts are numbered from 1, and maxAttempts is their total number")
  void attempts_are_numbered_from_1() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.operation.fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.ATTEMPTS, 3);
          assertEquals(
              List.of(
                  "#1 threw IOException(reset), again after 100 ms",
                  "#2 started",
                  "#2 threw IOException(reset), again after 100 ms",
                  "#3 started",
                  "#3 threw IOException(reset), given up: attempts used up",
                  "ended after 3: attempts used up"),
              seen.events());
          assertEquals(
              List.of(1, 2, 3),
              RetryReport.of(failure).orElseThrow().records().stream()
                  .map(AttemptRecord::number)
                  .toList());
        });
  }

  @Test
  @DisplayName("trap 21: one attempt means no retry")
  void one_attempt_means_no_retry() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(p -> p.maxAttempts(1));
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.ATTEMPTS, 1);
          assertEquals(0, BackupFailure.otherSuppressed(failure));
        });
  }

  @Test
  @DisplayName("trap 21: an operation can read the number of its attempt")
  void an_operation_can_read_the_number_of_its_attempt() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        fixture -> {
          IOException first = new IOException("first");
          fixture.policy(p -> p.within(ms(1_000)));
          fixture.operation.fails(first).fails(new IOException("second")).returns("page");
          fixture.returns("page", 3);
          List<Attempt> attempts = fixture.operation.attempts();
          assertEquals(List.of(1, 2, 3), attempts.stream().map(Attempt::number).toList());
          assertNull(attempts.get(0).lastFailure());
          assertSame(first, attempts.get(1).lastFailure());
          assertEquals(ms(200), attempts.get(2).elapsed());
          assertEquals(ms(800), attempts.get(2).timeLeft());
        });
  }

  @Test
  @DisplayName("trap 24: the report of five hundred retries contains five attempts")
  void the_report_of_five_hundred_retries_contains_five_attempts() {
    IOException failure = new IOException("reset");
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.maxAttempts(501).backoff(Backoff.none()));
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.ATTEMPTS, 501);
          assertEquals(1, BackupFailure.otherSuppressed(failure));
          RetryReport report = RetryReport.of(failure).orElseThrow();
          assertEquals(
              List.of(1, 498, 499, 500, 501),
              report.records().stream().map(AttemptRecord::number).toList());
          assertEquals(496, report.omitted());
        });
  }

  @Test
  @DisplayName("trap 24: an exception that many calls throw has only the newest report")
  void an_exception_that_many_calls_throw_has_the_newest_report() {
    IOException shared = new IOException("shared");
    inEveryShape(
        fixture -> {
          fixture.operation.fails(shared);
          for (int call = 0; call < 20; call++) {
            fixture.fails(shared, StopReason.ATTEMPTS, 3);
          }
          assertEquals(1, BackupFailure.otherSuppressed(shared));
        });
  }

  @Test
  @DisplayName(
      "trap 25: a listener that throws changes nothing, and later listeners receive the event")
  void a_listener_that_throws_changes_nothing() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          RecordingListener behind = new RecordingListener();
          fixture.listener(
              event -> {
                throw new ScriptCode.Bug("a bug in a listener");
              });
          fixture.listener(behind);
          fixture.operation.fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.ATTEMPTS, 3);
          assertEquals(allMs(0, 100, 200), seen.starts());
          assertEquals(1, BackupFailure.otherSuppressed(failure));
          assertEquals(6, behind.recorded().size());
        });
  }

  @Test
  @DisplayName("trap 26: a call ends once, even if the code that it notifies throws")
  void a_call_ends_once() {
    inEveryShape(
        fixture -> {
          RecordingListener behind = RecordingListener.forAllEvents();
          fixture.listener(
              event -> {
                if (event instanceof RetryEvent.CallFinished) {
                  throw new ScriptCode.Bug("a bug in a listener");
                }
              });
          fixture.listener(behind);
          fixture.operation.fails(new IOException("reset")).returns("page");
          fixture.returns("page", 2);
          assertEquals(1, behind.recorded(RetryEvent.CallFinished.class).size());
          assertEquals(StopReason.SUCCEEDED, behind.stopReason());
          assertEquals(
              List.of("started", "failed", "granted", "kept", "finished"), fixture.ledger());
        });
  }

  @Test
  @DisplayName(
      "trap 30: the budget is asked last, and only for a failure that is retried otherwise")
  void the_budget_is_called_last() {
    List<String> notAsked = List.of("started", "failed", "finished");
    inEveryShape(
        fixture -> {
          fixture.operation.fails(new IllegalArgumentException("a bug"));
          fixture.observe();
          assertEquals(List.of("started", "finished"), fixture.ledger());
        });
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.maxAttempts(1));
          fixture.operation.fails(new IOException("reset"));
          fixture.observe();
          assertEquals(notAsked, fixture.ledger());
        });
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.within(ms(100)));
          fixture.operation.fails(new IOException("reset"));
          fixture.observe();
          assertEquals(notAsked, fixture.ledger());
        });
  }

  @Test
  @DisplayName("trap 30: a budget that refuses ends the call")
  void a_budget_that_refuses_ends_the_call() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.budgetFor(1);
          fixture.operation.fails(failure);
          CallObservation seen = fixture.fails(failure, StopReason.BUDGET, 2);
          assertEquals(ms(100), seen.elapsed());
          assertEquals(
              List.of("started", "failed", "granted", "lost", "refused", "finished"),
              fixture.ledger());
        });
  }

  @Test
  @DisplayName("trap 31: one failing endpoint does not starve the retries of its neighbours")
  void one_failing_endpoint_does_not_starve_its_neighbours() {
    inEveryShape(
        fixture -> {
          fixture.retry(before -> before.withBudget(RetryBudget.bucket(10, 5)));
          assertEquals(StopReason.ATTEMPTS, stopOf(fixture, "bad"));
          assertEquals(StopReason.BUDGET, stopOf(fixture, "bad"));
          assertEquals(StopReason.ATTEMPTS, stopOf(fixture, "good"));
          assertEquals(StopReason.BUDGET, stopOf(fixture, "bad"));
        });
  }

  private static StopReason stopOf(ScenarioFixture fixture, String endpoint) {
    ScriptedOperation<@Nullable Object> hopeless = new ScriptedOperation<>(fixture.time);
    hopeless.fails(new IOException("reset"));
    return fixture.shape.observe(fixture.retry().on(endpoint), hopeless, fixture.time).stopReason();
  }

  @Test
  void nothing_stays_scheduled_after_a_call() {
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.attemptTimeout(Duration.ofSeconds(9)));
          fixture.operation.takes(ms(10)).fails(new IOException("reset")).takes(ms(10));
          fixture.operation.returns("page");
          fixture.returns("page", 2);
          assertEquals(0, fixture.time.pending());
        });
  }

  @Test
  void a_delay_function_can_read_the_number_of_retrying_callers_and_the_latency() {
    inEveryShape(
        fixture -> {
          List<View> views = new ArrayList<>();
          fixture.policy(
              p ->
                  p.backoff(
                      Backoff.custom(
                          (progress, view, now, random) -> {
                            views.add(view);
                            return ms(100).toNanos();
                          })));
          fixture.operation.takes(ms(40)).fails(new IOException("reset"));
          fixture.operation.takes(ms(40)).fails(new IOException("reset"));
          fixture.operation.returns("page");
          fixture.returns("page", 3);
          assertEquals(List.of(1, 1), views.stream().map(View::retrying).toList());
          assertEquals(
              List.of(0L, ms(40).toNanos()),
              views.stream().map(View::attemptLatencyNanos).toList());
        });
  }
}
