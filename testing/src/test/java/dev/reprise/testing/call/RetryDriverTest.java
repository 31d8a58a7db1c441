package dev.reprise.testing.call;

import static dev.reprise.testing.internal.Millis.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryDriver;
import dev.reprise.RetryStep;
import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.RetryScope;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.RecordingBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of a driver that are not in the contract: its steps, its misuse, and its abandonment. */
class RetryDriverTest {

  private static final IOException RESET = new IOException("reset");
  private static final int COLLECTIONS = 100;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final RecordingBudget budget = endless();
  private final RecordingListener recorder = new RecordingListener();
  private @Nullable Retry made;

  private Retry retry(UnaryOperator<RetryPolicyBuilder> change) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(ms(100)));
    Retry retry =
        Retry.of(change.apply(policy).build())
            .withEnvironment(time)
            .withBudget(budget)
            .withListener(recorder);
    made = retry;
    return retry;
  }

  private Retry retry() {
    return retry(policy -> policy);
  }

  private static Retry hedged(Retry retry) {
    return retry.withPolicy(
        retry.policy().toBuilder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(ms(50)))
            .build());
  }

  @AfterEach
  void nothing_is_left_of_any_call() {
    budget.assertSettled();
    Retry retry = made;
    if (retry != null) {
      assertThat(retry.state().view().retrying()).isZero();
    }
    recorder.assertGrammar();
  }

  private static Attempt begin(DrivenCall<?> call) {
    return Objects.requireNonNull(call.begin(call.step()), () -> "begun: " + call);
  }

  @Test
  void the_steps_of_a_call_that_fails_and_succeeds() {
    DrivenCall<String> call = retry().driver().start();
    assertThat(call.next()).isInstanceOf(RetryStep.AttemptNow.class);
    assertThat(call.next()).isInstanceOf(RetryStep.Await.class);
    Attempt first = begin(call);
    assertThat(call.step()).isInstanceOf(RetryStep.Await.class);
    RetryStep wait = call.failed(first, RESET);
    assertThat(wait).isInstanceOf(RetryStep.AttemptAfter.class).hasToString("attempt after 100 ms");
    assertThat(wait.delay()).isEqualTo(ms(100));
    time.advance(ms(100));
    Attempt second = begin(call);
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.lastFailure()).isSameAs(RESET);
    RetryStep end = call.returned(second, "page");
    assertThat(end).isInstanceOfSatisfying(RetryStep.End.class, over -> succeeded(over, 2));
    assertThat(call.outcome()).isEqualTo(Outcome.returned("page"));
    assertThat(call).hasToString("retry: end: succeeded");
  }

  private static void succeeded(RetryStep.End end, int attempts) {
    assertThat(end.stopReason()).isEqualTo(StopReason.SUCCEEDED);
    assertThat(end.report().attempts()).isEqualTo(attempts);
    assertThat(end.report()).isSameAs(end.report());
  }

  @Test
  void the_first_success_has_a_report_too() {
    DrivenCall<String> call = retry().driver().start();
    Attempt only = begin(call);
    time.advance(ms(30));
    RetryStep end = call.returned(only, "page");
    time.advance(ms(500));
    assertThat(end).isInstanceOfSatisfying(RetryStep.End.class, over -> succeeded(over, 1));
    assertThat(((RetryStep.End) end).report().elapsed()).isEqualTo(ms(30));
  }

  @Test
  void a_call_that_fails_has_a_stop_reason() {
    DrivenCall<String> call = retry(policy -> policy.maxAttempts(1)).driver().start();
    assertThat(call.failed(begin(call), RESET)).hasToString("end: attempts used up");
    assertThat(call.outcome().failureOrNull()).isSameAs(RESET);
    RetryStep.End end = (RetryStep.End) call.step();
    assertThat(end.report().stopReason()).isEqualTo(StopReason.ATTEMPTS);
  }

  @Test
  void a_failure_carries_the_report_of_the_end() {
    DrivenCall<String> call = retry(policy -> policy.maxAttempts(2)).driver().start();
    IOException last = new IOException("last");
    RetryStep unused = call.failed(begin(call), RESET);
    RetryStep.End end = (RetryStep.End) call.failed(begin(call), last);
    assertThat(RetryReport.of(last)).map(Object::toString).hasValue(end.report().toString());
  }

  @Test
  void a_rejected_result_is_not_a_value() {
    DrivenCall<String> call =
        retry(policy -> policy.maxAttempts(1).retryOnResult(String.class, String::isEmpty))
            .driver()
            .start();
    RetryStep unused = call.returned(begin(call), "");
    assertThat(call.outcome().failureOrNull()).isInstanceOf(ResultRejectedException.class);
  }

  @Test
  void a_call_that_is_closed_in_a_later_attempt_does_not_end_with_a_rejected_result() {
    DrivenCall<String> call =
        retry(policy -> policy.retryOnResult(String.class, String::isEmpty)).driver().start();
    RetryStep unused = call.returned(begin(call), "");
    assertThat(begin(call).number()).isEqualTo(2);
    call.close();
    assertThat(call.outcome().failureOrNull()).isInstanceOf(CancellationException.class);
  }

  @Test
  void an_attempt_that_is_reported_as_succeeded_is_accepted() {
    Retry retry = retry(policy -> policy.retryOnResult(Object.class, any -> true));
    DrivenCall<String> atOnce = retry.driver().start();
    assertThat(atOnce.succeeded(begin(atOnce))).hasToString("end: succeeded");
    DrivenCall<String> later = retry.driver().start();
    RetryStep unused = later.failed(begin(later), RESET);
    assertThat(later.succeeded(begin(later))).hasToString("end: succeeded");
    assertThat(later.outcome().valueOrNull()).isNull();
  }

  @Test
  void a_first_attempt_needs_no_driver() {
    RetryDriver driver = retry().driver();
    assertThat(driver.isPlain()).isTrue();
    driver.succeeded(driver.begin());
    assertThat(driver.<String>returned(driver.begin(), RetryReport.mark(), "page")).isNull();
    assertThat(recorder.recorded()).isEmpty();
    DrivenCall<String> call = driver.failed(driver.begin(), RetryReport.mark(), RESET);
    assertThat(call.step()).hasToString("attempt after 100 ms");
    assertThat(call.returned(begin(call), "page")).hasToString("end: succeeded");
  }

  @Test
  void a_rejected_first_result_is_retried() {
    RetryDriver driver =
        retry(policy -> policy.retryOnResult(String.class, String::isEmpty)).driver();
    DrivenCall<String> call = driver.returned(driver.begin(), RetryReport.mark(), "");
    assertThat(call).isNotNull();
    assertThat(call.returned(begin(call), "page")).hasToString("end: succeeded");
  }

  @Test
  void a_first_attempt_that_is_cancelled_is_published() {
    RetryDriver driver = retry().driver();
    driver.cancelled(driver.begin(), RetryReport.mark());
    assertThat(recorder.stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @Test
  void features_that_need_a_driver_from_the_beginning_are_rejected_later() {
    Retry retry = retry();
    Retry surrounded = retry.withContext(CallContext.of(() -> "caller", context -> {}, () -> {}));
    Retry pausing =
        retry.withPolicy(retry.policy().toBuilder().hintsOnSuccess().build()).named("pages");
    for (Retry one : List.of(hedged(retry), surrounded, pausing)) {
      assertThat(one.driver().isPlain()).isFalse();
      assertThatThrownBy(() -> one.driver().begin())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageEndingWith(one.name() + " needs start()");
    }
  }

  @Test
  void the_driver_of_a_retry_is_created_once() {
    Retry retry = retry();
    assertThat(retry.driver()).isSameAs(retry.driver()).hasToString("driver of retry");
  }

  @Test
  void a_scope_applies_to_the_driver() {
    Retry retry = retry();
    try (RetryScope scope = RetryScope.noRetries()) {
      DrivenCall<String> call = retry.driver().start();
      assertThat(call.failed(begin(call), RESET)).isInstanceOf(RetryStep.End.class);
    }
    DrivenCall<String> after = retry.driver().start();
    assertThat(after.failed(begin(after), RESET)).isInstanceOf(RetryStep.AttemptAfter.class);
    after.close();
  }

  @Test
  void a_timer_of_an_earlier_step_starts_nothing() {
    DrivenCall<String> call = hedged(retry()).driver().start();
    RetryStep start = call.step();
    Attempt first = begin(call);
    RetryStep hedge = call.step();
    assertThat(hedge).hasToString("hedge after 50 ms");
    assertThat(call.begin(start)).isNull();
    RetryStep again = call.failed(first, RESET);
    assertThat(call.begin(hedge)).isNull();
    assertThat(call.step()).isSameAs(again);
    assertThat(call.begin(again)).isNotNull();
    assertThat(call.begin(again)).isNull();
    call.close();
    assertThat(call.begin(again)).isNull();
  }

  @Test
  void a_hedge_that_is_requested_too_early_is_delayed() {
    DrivenCall<String> call = hedged(retry()).driver().start();
    Attempt first = begin(call);
    time.advance(ms(20));
    assertThat(call.begin(call.step())).isNull();
    assertThat(call.step()).hasToString("hedge after 30 ms");
    time.advance(ms(30));
    Attempt hedge = begin(call);
    assertThat(call.step()).isInstanceOf(RetryStep.Await.class);
    assertThat(call.returned(hedge, "page")).hasToString("end: succeeded");
    assertThat(call.returned(first, "late")).isInstanceOf(RetryStep.Await.class);
    assertThat(call.outcome().valueOrNull()).isEqualTo("page");
  }

  @Test
  void a_hedge_that_is_rejected_does_not_end_the_call() {
    DrivenCall<String> call = hedged(retry()).driver().start();
    Attempt first = begin(call);
    assertThat(call.rejected(RESET)).isInstanceOf(RetryStep.Await.class);
    assertThat(call.rejected(RESET)).isInstanceOf(RetryStep.Await.class);
    assertThat(call.returned(first, "page")).hasToString("end: succeeded");
  }

  @Test
  void an_attempt_that_is_rejected_ends_the_call() {
    IllegalStateException full = new IllegalStateException("full");
    RetryDriver driver = retry().driver();
    DrivenCall<String> first = driver.start();
    assertThat(first.rejected(full)).hasToString("end: executor rejected");
    assertThat(first.outcome().failureOrNull()).isSameAs(full);
    DrivenCall<String> later = driver.start();
    RetryStep unused = later.failed(begin(later), new IOException("reset"));
    assertThat(later.rejected(full)).hasToString("end: executor rejected");
    assertThat(later.outcome().failureOrNull()).hasSuppressedException(full);
  }

  @Test
  void a_result_counts_once() {
    DrivenCall<String> call = retry().driver().start();
    Attempt first = begin(call);
    RetryStep again = call.failed(first, RESET);
    assertThat(call.failed(first, RESET)).isInstanceOf(RetryStep.Await.class);
    assertThat(call.returned(first, "late")).isInstanceOf(RetryStep.Await.class);
    assertThat(call.succeeded(first)).isInstanceOf(RetryStep.Await.class);
    assertThat(call.step()).isSameAs(again);
    call.close();
  }

  @Test
  void a_losing_result_is_closed_and_the_winner_is_not() {
    AtomicInteger closed = new AtomicInteger();
    AutoCloseable winner = closed::incrementAndGet;
    AutoCloseable loser = () -> closed.addAndGet(10);
    DrivenCall<AutoCloseable> call = hedged(retry()).driver().start();
    Attempt first = begin(call);
    time.advance(ms(50));
    RetryStep unused = call.returned(begin(call), winner);
    assertThat(closed).hasValue(0);
    RetryStep alsoUnused = call.returned(first, loser);
    assertThat(closed).hasValue(10);
  }

  @Test
  void the_caller_watches_timeouts() {
    Retry retry = retry(policy -> policy.attemptTimeout(ms(300)).within(ms(1_000)));
    DrivenCall<String> call = retry.driver().start();
    Attempt first = begin(call);
    assertThat(call.timeout(first)).hasValue(ms(300));
    time.advance(ms(300));
    assertThat(call.timeout(first)).hasValue(Duration.ZERO);
    assertThat(call.timedOut(first)).hasToString("attempt after 100 ms");
    assertThat(call.timedOut(first)).isInstanceOf(RetryStep.Await.class);
    time.advance(ms(500));
    Attempt last = begin(call);
    assertThat(call.timeout(last)).hasValue(ms(200));
    time.advance(ms(200));
    assertThat(call.timedOut(last)).isInstanceOf(RetryStep.End.class);
    assertThat(call.outcome().failureOrNull()).hasMessageContaining("cut short by the deadline");
  }

  @Test
  void a_timeout_that_was_never_set_is_rejected() {
    DrivenCall<String> call = retry().driver().start();
    Attempt first = begin(call);
    assertThat(call.timeout(first)).isEmpty();
    assertThatThrownBy(() -> call.timedOut(first)).hasMessageContaining("has none");
    call.close();
  }

  @Test
  void a_step_without_an_attempt_starts_none() {
    DrivenCall<String> call = retry().driver().start();
    Attempt first = begin(call);
    assertThatThrownBy(() -> call.begin(call.step()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("begin takes a step that asks for an attempt, but was given \"await\"");
    assertThatThrownBy(call::outcome)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("\"await\"");
    RetryStep end = call.returned(first, "page");
    assertThat(end).isInstanceOf(RetryStep.End.class);
    assertThatThrownBy(() -> call.begin(end)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CANCELLED", "INTERRUPTED", "SHUT_DOWN"})
  void a_call_cannot_be_stopped_for_a_reason_of_the_policy(StopReason why) {
    DrivenCall<String> call = retry().driver().start();
    assertThatThrownBy(() -> call.stop(why))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("but was " + why);
    call.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"CANCELLED", "INTERRUPTED", "SHUT_DOWN"})
  void a_wait_can_be_ended_for_a_reason(StopReason why) {
    DrivenCall<String> call = retry().driver().start();
    RetryStep unused = call.failed(begin(call), RESET);
    assertThat(call.stop(why)).hasToString("end: " + why);
    assertThat(call.stop(StopReason.CANCELLED)).isInstanceOf(RetryStep.Await.class);
    assertThat(call.step()).hasToString("end: " + why);
    assertThat(call.outcome().failureOrNull()).isSameAs(RESET);
  }

  @Test
  void a_shutdown_does_not_end_an_attempt_in_flight() {
    DrivenCall<String> call = retry().driver().start();
    Attempt first = begin(call);
    assertThat(call.stop(StopReason.SHUT_DOWN)).isInstanceOf(RetryStep.Await.class);
    assertThat(call.returned(first, "page")).hasToString("end: succeeded");
  }

  @Test
  void a_call_past_its_deadline_starts_nothing() {
    DrivenCall<String> call = retry(policy -> policy.within(ms(500))).driver().start();
    RetryStep wait = call.failed(begin(call), RESET);
    time.advance(ms(600));
    assertThat(call.begin(wait)).isNull();
    assertThat(call.step()).hasToString("end: deadline");
  }

  @Test
  void a_closed_call_leaves_nothing_behind_at_any_step() {
    RetryDriver driver = hedged(retry()).driver();
    for (int steps = 0; steps < 6; steps++) {
      DrivenCall<String> call = driver.start();
      List<Attempt> begun = new ArrayList<>();
      for (int step = 0; step < steps; step++) {
        walk(call, begun);
      }
      call.close();
      call.close();
      nothing_is_left_of_any_call();
    }
  }

  /**
   * Walks through a call: an attempt and its hedge, both fail, then the next attempt and its hedge.
   */
  private void walk(DrivenCall<String> call, List<Attempt> begun) {
    RetryStep step = call.step();
    if (step instanceof RetryStep.Await) {
      RetryStep unused = call.failed(begun.remove(0), RESET);
    } else if (!(step instanceof RetryStep.End)) {
      time.advance(step.delay());
      Attempt attempt = call.begin(step);
      if (attempt != null) {
        begun.add(attempt);
      }
    }
  }

  /** The garbage collector finds the call, and a thread of the library reports it. */
  @Test
  void an_abandoned_call_leaves_no_references() throws InterruptedException {
    CountDownLatch ends = new CountDownLatch(3);
    Retry retry = retry().withListener(event -> countEnd(event, ends));
    List<RecordingBudget> budgets = List.of(endless(), endless(), endless());
    dropInWait(retry.withBudget(budgets.get(0)));
    dropInFlight(retry.withBudget(budgets.get(1)));
    dropInFlight(hedged(retry.withBudget(budgets.get(2))));
    for (int i = 0; i < COLLECTIONS && !ends.await(100, TimeUnit.MILLISECONDS); i++) {
      System.gc();
    }
    assertThat(recorder.recorded(RetryEvent.CallFinished.class))
        .hasSize(3)
        .allMatch(end -> end.stopReason() == StopReason.CANCELLED);
    budgets.forEach(RecordingBudget::assertSettled);
  }

  private static RecordingBudget endless() {
    return new RecordingBudget(Long.MAX_VALUE);
  }

  private static void countEnd(RetryEvent event, CountDownLatch ends) {
    if (event instanceof RetryEvent.CallFinished) {
      ends.countDown();
    }
  }

  private static void dropInWait(Retry retry) {
    DrivenCall<String> call = retry.driver().start();
    assertThat(call.failed(begin(call), RESET)).isInstanceOf(RetryStep.AttemptAfter.class);
  }

  private void dropInFlight(Retry retry) {
    DrivenCall<String> call = retry.driver().start();
    RetryStep unused = call.failed(begin(call), RESET);
    List<Attempt> begun = new ArrayList<>();
    begun.add(begin(call));
    walk(call, begun);
  }
}
