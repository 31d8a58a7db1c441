package dev.reprise.testing.contract;

import static dev.reprise.testing.internal.Millis.allMs;
import static dev.reprise.testing.internal.Millis.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.policy.StopCondition;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Server hints, effects, and policies whose own code fails. */
class PolicyScenarios extends Scenarios {

  PolicyScenarios(ScenarioRunner runner) {
    super(runner);
  }

  private static RetryPolicyBuilder hinted(RetryPolicyBuilder policy, Duration hint) {
    return policy.classifyWith(
        "hint",
        outcome ->
            outcome.failureOrNull() == null ? Verdict.pass() : Verdict.retryNoSoonerThan(hint));
  }

  @Test
  void a_finite_sequence_limits_the_attempts() {
    inEveryShape(
        fixture -> {
          IOException last = new IOException("last");
          fixture.policy(p -> p.maxAttempts(9).backoff(Backoff.finiteSequence(ms(10), ms(30))));
          fixture.operation.fails(new IOException("one")).fails(new IOException("two")).fails(last);
          assertEquals(allMs(10, 30), fixture.fails(last, StopReason.ATTEMPTS, 3).delays());
        });
  }

  @Test
  void a_rule_for_a_kind_of_failure_sets_backoff_limit_and_price() {
    inEveryShape(
        fixture -> {
          SocketTimeoutException slow = new SocketTimeoutException("slow");
          RetryBudget bucket = RetryBudget.bucket(100, 10);
          fixture.retry(before -> before.withBudget(bucket));
          fixture.policy(
              p ->
                  p.maxAttempts(9)
                      .rule(
                          FailureRule.of(FailureKind.TIMEOUT)
                              .backoff(Backoff.linear(ms(30)))
                              .maxFailures(3)
                              .price(2)));
          fixture.operation.fails(slow).fails(new IOException("reset")).fails(slow).fails(slow);
          CallObservation seen = fixture.fails(slow, StopReason.ATTEMPTS, 4);
          assertEquals(allMs(30, 100, 60), seen.delays());
          assertEquals(0.5, bucket.level(0).orElseThrow(), 1e-9);
        });
  }

  @Test
  void a_success_returns_the_price_of_its_permit() {
    inEveryShape(
        fixture -> {
          RetryBudget bucket = RetryBudget.bucket(100, 10);
          fixture.retry(before -> before.withBudget(bucket));
          fixture.policy(p -> p.rule(FailureRule.of(FailureKind.TIMEOUT).price(3)));
          fixture.operation.fails(new SocketTimeoutException("slow")).returns("page");
          fixture.returns("page", 2);
          assertEquals(1.0, bucket.level(0).orElseThrow(), 1e-9);
        });
  }

  @Test
  void a_condition_to_give_up_applies_in_addition_to_the_limits() {
    inEveryShape(
        fixture -> {
          IOException last = new IOException("last");
          fixture.policy(
              p ->
                  p.maxAttempts(9)
                      .giveUpWhen(StopCondition.attempts(2).and(StopCondition.elapsed(ms(150)))));
          fixture.operation.fails(new IOException("one")).fails(new IOException("two")).fails(last);
          CallObservation seen = fixture.fails(last, StopReason.CONDITION, 3);
          assertEquals(allMs(0, 100, 200), seen.starts());
        });
  }

  @Test
  void a_condition_to_give_up_that_throws_ends_the_call() {
    endsByItsOwnBug(p -> p.giveUpWhen(StopCondition.custom("broken", (progress, now) -> bug())));
  }

  @Test
  void a_hint_is_never_shortened() {
    inEveryShape(
        fixture -> {
          fixture.policy(p -> hinted(p, ms(700)).hintJitter(0));
          fixture.operation.fails(new IOException("slow down")).returns("page");
          CallObservation seen = fixture.returns("page", 2);
          assertEquals(allMs(700), seen.delays());
          assertEquals(allMs(0, 700), seen.starts());
        });
    inEveryShape(
        fixture -> {
          fixture.policy(p -> hinted(p, ms(70)));
          fixture.operation.fails(new IOException("slow down")).returns("page");
          assertEquals(allMs(100), fixture.returns("page", 2).delays());
        });
  }

  @Test
  void the_jitter_of_a_hint_only_adds_and_is_limited_by_the_deadline() {
    inEveryShape(
        fixture -> {
          fixture.policy(p -> hinted(p, ms(700)).hintJitter(1).within(ms(705)));
          fixture.operation.fails(new IOException("slow down")).returns("page");
          Duration delay = fixture.returns("page", 2).delays().get(0);
          assertTrue(delay.compareTo(ms(700)) > 0 && delay.compareTo(ms(705)) < 0, delay::toString);
        });
  }

  @Test
  void a_hint_beyond_its_limit_or_past_the_deadline_ends_the_call() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("slow down");
          fixture.policy(p -> hinted(p, ms(701)).maxHint(ms(700)));
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.HINT_TOO_LONG, 1);
        });
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("slow down");
          fixture.policy(p -> hinted(p, ms(700)).within(ms(700)));
          fixture.operation.fails(failure);
          assertEquals(Duration.ZERO, fixture.fails(failure, StopReason.DEADLINE, 1).elapsed());
        });
  }

  @Test
  void an_operation_that_is_not_idempotent_is_retried_only_after_a_failure_without_effect() {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("sent");
          IOException refused = new IOException("refused");
          fixture.policy(
              p ->
                  p.idempotency(Idempotency.NOT_IDEMPOTENT)
                      .classifyWith(
                          "refused",
                          outcome ->
                              outcome.failureOrNull() == refused
                                  ? Verdict.retry().withEffect(Effect.NONE)
                                  : Verdict.pass()));
          fixture.operation.fails(refused).fails(failure);
          fixture.fails(failure, StopReason.EFFECT_UNKNOWN, 2);
        });
  }

  @Test
  @DisplayName("trap 25: a predicate that throws ends the call with the operation's failure")
  void a_predicate_that_throws_ends_the_call_with_the_operations_failure() {
    endsByItsOwnBug(p -> p.retryIf(failure -> bug()));
    endsByItsOwnBug(p -> p.abortIf(failure -> bug()));
    endsByItsOwnBug(
        p -> p.classifyWith("broken", outcome -> bug() ? Verdict.retry() : Verdict.abort()));
  }

  @Test
  @DisplayName("trap 8: a delay function that throws ends the call with the operation's failure")
  void a_delay_function_that_throws_ends_the_call_with_the_operations_failure() {
    endsByItsOwnBug(p -> p.backoff(Backoff.custom((progress, view, now, random) -> bug() ? 1 : 2)));
  }

  private static boolean bug() {
    throw new IllegalStateException("a bug in the policy");
  }

  private void endsByItsOwnBug(UnaryOperator<RetryPolicyBuilder> broken) {
    inEveryShape(
        fixture -> {
          IOException failure = new IOException("reset");
          fixture.policy(broken);
          fixture.operation.fails(failure);
          fixture.fails(failure, StopReason.POLICY_FAILED, 1);
          List<String> bugs =
              List.of(failure.getSuppressed()).stream()
                  .filter(IllegalStateException.class::isInstance)
                  .map(Throwable::getMessage)
                  .toList();
          assertEquals(List.of("a bug in the policy"), bugs);
        });
  }

  @Test
  @DisplayName("trap 25: a result predicate that throws ends the call; no success is reported")
  void a_result_predicate_that_throws_ends_the_call() {
    inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          fixture.policy(p -> p.retryOnResult(String.class, page -> bug()).returningRejected());
          fixture.operation.returns("page");
          CallObservation seen = fixture.observe();
          assertEquals(StopReason.POLICY_FAILED, seen.stopReason());
          assertEquals("page", seen.value());
          if (!fixture.shape.has(Trait.RETURNS_RETRY_RESULT)) {
            assertSame(
                IllegalStateException.class,
                List.of(Objects.requireNonNull(seen.rejection()).getSuppressed())
                    .get(0)
                    .getClass());
          }
        });
  }

  @Test
  void each_attempt_returns_its_permit() {
    inEveryShape(
        fixture -> {
          fixture.policy(p -> p.rule(FailureRule.of(FailureKind.TIMEOUT).price(3)));
          fixture
              .operation
              .fails(new SocketTimeoutException("slow"))
              .fails(new IOException("reset"));
          fixture.operation.returns("page");
          fixture.returns("page", 3);
          assertEquals(
              List.of(
                  "started", "failed", "granted at 3", "lost at 3", "granted", "kept", "finished"),
              fixture.ledger());
        });
  }
}
