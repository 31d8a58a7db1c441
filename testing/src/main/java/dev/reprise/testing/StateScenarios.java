package dev.reprise.testing;

import static dev.reprise.testing.Scene.allMs;
import static dev.reprise.testing.Scene.ms;
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
import dev.reprise.testing.CallShape.Trait;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Counting, reports, listeners and budgets. */
class StateScenarios extends Scenarios {

  private static final int MANY = 2_000;
  private static final int SAMPLE = 500;

  StateScenarios(ContractStage stage) {
    super(stage);
  }

  @Test
  void a_call_that_succeeds_makes_one_attempt_and_tells_nobody() {
    inEveryShape(
        scene -> {
          scene.operation.returns("page");
          Observed seen = scene.returns("page", 1);
          assertEquals(List.of(), seen.events());
          assertEquals(List.of("started", "succeeded"), scene.ledger());
        });
  }

  @Test
  void a_first_try_success_is_told_only_to_those_who_asked() {
    inEveryShape(
        scene -> {
          RecordingListener some = new RecordingListener();
          RecordingListener all = RecordingListener.ofEverything();
          scene.listener(some).listener(all);
          scene.operation.returns("page");
          scene.returns("page", 1);
          assertEquals(List.of(), some.heard());
          assertEquals(1, all.heard(RetryEvent.FirstTrySucceeded.class).size());
          assertEquals(1, all.heard().size());
        });
  }

  @Test
  @DisplayName("trap 19: immediate retries run in constant stack")
  void immediate_retries_run_in_constant_stack() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("reset");
          List<Long> depths = new ArrayList<>();
          scene.policy(p -> p.maxAttempts(MANY + 1).backoff(Backoff.none()));
          scene.operation.does(
              () -> {
                int attempt = scene.operation.calls();
                if (attempt % SAMPLE == 0) {
                  depths.add(StackWalker.getInstance().walk(Stream::count));
                }
                if (attempt <= MANY) {
                  throw failure;
                }
                return "page";
              });
          scene.returns("page", MANY + 1);
          assertEquals(MANY / SAMPLE, depths.size());
          assertEquals(Set.of(depths.get(0)), Set.copyOf(depths), "frames on the stack");
        });
  }

  @Test
  @DisplayName("trap 21: attempts are numbered from 1, and maxAttempts is their total")
  void attempts_are_numbered_from_1() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("reset");
          scene.operation.fails(failure);
          Observed seen = scene.fails(failure, StopReason.ATTEMPTS, 3);
          assertEquals(
              List.of(
                  "#1 threw IOException(reset), again after 100000000 ns",
                  "#2 started",
                  "#2 threw IOException(reset), again after 100000000 ns",
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
        scene -> {
          IOException failure = new IOException("reset");
          scene.policy(p -> p.maxAttempts(1));
          scene.operation.fails(failure);
          scene.fails(failure, StopReason.ATTEMPTS, 1);
          assertEquals(0, BackupShapes.suppressedByCalls(failure));
        });
  }

  @Test
  @DisplayName("trap 21: an operation sees which attempt it makes")
  void an_operation_sees_which_attempt_it_makes() {
    inShapesWith(
        Trait.SHOWS_ATTEMPT,
        scene -> {
          IOException first = new IOException("first");
          scene.policy(p -> p.within(ms(1_000)));
          scene.operation.fails(first).fails(new IOException("second")).returns("page");
          scene.returns("page", 3);
          List<Attempt> attempts = scene.operation.attempts();
          assertEquals(List.of(1, 2, 3), attempts.stream().map(Attempt::number).toList());
          assertNull(attempts.get(0).lastFailure());
          assertSame(first, attempts.get(1).lastFailure());
          assertEquals(ms(200), attempts.get(2).elapsed());
          assertEquals(ms(800), attempts.get(2).timeLeft());
        });
  }

  @Test
  @DisplayName("trap 24: five hundred retries leave a report of five attempts")
  void five_hundred_retries_leave_a_report_of_five_attempts() {
    IOException failure = new IOException("reset");
    inEveryShape(
        scene -> {
          scene.policy(p -> p.maxAttempts(501).backoff(Backoff.none()));
          scene.operation.fails(failure);
          scene.fails(failure, StopReason.ATTEMPTS, 501);
          assertEquals(1, BackupShapes.suppressedByCalls(failure));
          RetryReport report = RetryReport.of(failure).orElseThrow();
          assertEquals(
              List.of(1, 498, 499, 500, 501),
              report.records().stream().map(AttemptRecord::number).toList());
          assertEquals(496, report.omitted());
        });
  }

  @Test
  @DisplayName("trap 24: an exception that many calls throw carries the newest report, and only it")
  void an_exception_that_many_calls_throw_carries_the_newest_report() {
    IOException shared = new IOException("shared");
    inEveryShape(
        scene -> {
          scene.operation.fails(shared);
          for (int call = 0; call < 20; call++) {
            scene.fails(shared, StopReason.ATTEMPTS, 3);
          }
          assertEquals(1, BackupShapes.suppressedByCalls(shared));
        });
  }

  @Test
  @DisplayName("trap 25: a listener that throws changes nothing, and those behind it still hear")
  void a_listener_that_throws_changes_nothing() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("reset");
          RecordingListener behind = new RecordingListener();
          scene.listener(
              event -> {
                throw new ScriptCode.Bug("a bug in a listener");
              });
          scene.listener(behind);
          scene.operation.fails(failure);
          Observed seen = scene.fails(failure, StopReason.ATTEMPTS, 3);
          assertEquals(allMs(0, 100, 200), seen.starts());
          assertEquals(1, BackupShapes.suppressedByCalls(failure));
          assertEquals(6, behind.heard().size());
        });
  }

  @Test
  @DisplayName("trap 26: a call has one end, even if those who hear of it throw")
  void a_call_has_one_end() {
    inEveryShape(
        scene -> {
          RecordingListener behind = RecordingListener.ofEverything();
          scene.listener(
              event -> {
                if (event instanceof RetryEvent.CallFinished) {
                  throw new ScriptCode.Bug("a bug in a listener");
                }
              });
          scene.listener(behind);
          scene.operation.fails(new IOException("reset")).returns("page");
          scene.returns("page", 2);
          assertEquals(1, behind.heard(RetryEvent.CallFinished.class).size());
          assertEquals(StopReason.SUCCEEDED, behind.stopReason());
          assertEquals(List.of("started", "failed", "granted", "kept", "finished"), scene.ledger());
        });
  }

  @Test
  @DisplayName("trap 30: the budget is asked last, and never about what is not retried anyway")
  void the_budget_is_asked_last() {
    List<String> notAsked = List.of("started", "failed", "finished");
    inEveryShape(
        scene -> {
          scene.operation.fails(new IllegalArgumentException("a bug"));
          scene.observe();
          assertEquals(List.of("started", "finished"), scene.ledger());
        });
    inEveryShape(
        scene -> {
          scene.policy(p -> p.maxAttempts(1));
          scene.operation.fails(new IOException("reset"));
          scene.observe();
          assertEquals(notAsked, scene.ledger());
        });
    inEveryShape(
        scene -> {
          scene.policy(p -> p.within(ms(100)));
          scene.operation.fails(new IOException("reset"));
          scene.observe();
          assertEquals(notAsked, scene.ledger());
        });
  }

  @Test
  @DisplayName("trap 30: a budget that refuses ends the call")
  void a_budget_that_refuses_ends_the_call() {
    inEveryShape(
        scene -> {
          IOException failure = new IOException("reset");
          scene.budgetFor(1);
          scene.operation.fails(failure);
          Observed seen = scene.fails(failure, StopReason.BUDGET, 2);
          assertEquals(ms(100), seen.elapsed());
          assertEquals(
              List.of("started", "failed", "granted", "lost", "refused", "finished"),
              scene.ledger());
        });
  }

  @Test
  @DisplayName("trap 31: one failing endpoint does not starve the retries of its neighbours")
  void one_failing_endpoint_does_not_starve_its_neighbours() {
    inEveryShape(
        scene -> {
          scene.retry(before -> before.withBudget(RetryBudget.bucket(10, 5)));
          assertEquals(StopReason.ATTEMPTS, stopOf(scene, "bad"));
          assertEquals(StopReason.BUDGET, stopOf(scene, "bad"));
          assertEquals(StopReason.ATTEMPTS, stopOf(scene, "good"));
          assertEquals(StopReason.BUDGET, stopOf(scene, "bad"));
        });
  }

  private static StopReason stopOf(Scene scene, String endpoint) {
    ScriptedOperation<@Nullable Object> hopeless = new ScriptedOperation<>(scene.time);
    hopeless.fails(new IOException("reset"));
    return scene.shape.observe(scene.retry().on(endpoint), hopeless, scene.time).stopReason();
  }

  @Test
  void nothing_stays_scheduled_after_a_call() {
    inEveryShape(
        scene -> {
          scene.policy(p -> p.attemptTimeout(Duration.ofSeconds(9)));
          scene.operation.takes(ms(10)).fails(new IOException("reset")).takes(ms(10));
          scene.operation.returns("page");
          scene.returns("page", 2);
          assertEquals(0, scene.time.pending());
        });
  }

  @Test
  void a_delay_function_sees_the_callers_that_retry_and_how_long_attempts_take() {
    inEveryShape(
        scene -> {
          List<View> views = new ArrayList<>();
          scene.policy(
              p ->
                  p.backoff(
                      Backoff.custom(
                          (progress, view, now, random) -> {
                            views.add(view);
                            return ms(100).toNanos();
                          })));
          scene.operation.takes(ms(40)).fails(new IOException("reset"));
          scene.operation.takes(ms(40)).fails(new IOException("reset"));
          scene.operation.returns("page");
          scene.returns("page", 3);
          assertEquals(List.of(1, 1), views.stream().map(View::retrying).toList());
          assertEquals(
              List.of(0L, ms(40).toNanos()),
              views.stream().map(View::attemptLatencyNanos).toList());
        });
  }
}
