package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Operation;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.policy.StopCondition;
import dev.reprise.report.AttemptRecord;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private final FakeEnvironment time = new FakeEnvironment();
  private UnaryOperator<Retry> change = UnaryOperator.identity();

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void explains_nothing_after_a_success() {
    assertEquals("", explained(policy(), () -> "fine"));
  }

  @Test
  void counts_the_attempts_that_were_made() {
    assertEquals("all 3 attempts were used", explained(policy(), failing(0)));
    assertEquals("the policy allows 1 attempt", explained(policy().maxAttempts(1), failing(0)));
  }

  @Test
  void names_the_condition_that_ended_the_call() {
    RetryPolicyBuilder policy = policy().giveUpWhen(StopCondition.attempts(2));

    assertEquals(
        "the policy's condition to give up, attempts(2), held after 2 attempts and 1.00 s",
        explained(policy, failing(0, 0)));
  }

  @Test
  void counts_attempts_since_the_call_was_last_healthy() {
    RetryPolicyBuilder policy = policy().startOverAfter(Duration.ofMinutes(1)).withoutTimeLimit();

    assertEquals(
        "3 attempts were used since the call was last healthy",
        explained(policy, failing(0, 90, 0, 0)));
  }

  @Test
  void compares_the_remaining_time_with_the_next_wait() {
    RetryPolicyBuilder policy =
        policy().maxAttempts(9).within(Duration.ofSeconds(5)).backoff(exponential());

    assertEquals(
        "2.00 s of 5.00 s were left, less than the next wait, 4.00 s",
        explained(policy, failing(0)));
    assertEquals(
        "2.94 s of 5.00 s were left, less than the next wait, drawn from 0-4.00 s",
        explained(policy.backoff(exponential().jitter(Jitter.full())), failing(0)));
    assertEquals(
        "200 ms of 5.00 s were left, less than the next wait",
        explained(policy.backoff(custom()), failing(0)));
  }

  @Test
  void considers_that_the_delays_started_over() {
    RetryPolicyBuilder policy =
        policy()
            .maxAttempts(9)
            .within(Duration.ofSeconds(62))
            .startOverAfter(Duration.ofSeconds(50))
            .backoff(exponential());

    assertEquals(
        "500 ms of 62.0 s were left, less than the next wait, 1.00 s",
        explained(policy, failing(0, 0.5, 58)));
  }

  @Test
  void reports_a_deadline_that_passed_during_an_attempt_or_a_wait() {
    assertEquals("the time limit of 60.0 s was over", explained(policy(), failing(70)));

    time.oversleepNanos = Duration.ofSeconds(80).toNanos();
    assertEquals(
        "the wait ended after 81.0 s, past the limit of 60.0 s", explained(policy(), failing(0)));
  }

  @Test
  void reports_the_wait_that_the_server_requested() {
    RetryPolicyBuilder policy =
        policy()
            .maxHint(Duration.ofSeconds(90))
            .classifyWith("busy", outcome -> Verdict.retryNoSoonerThan(Duration.ofSeconds(70)));

    assertEquals(
        "60.0 s of 60.0 s were left, and the server asked to wait 70.0 s",
        explained(policy, failing(0)));
    assertEquals(
        "the server asked to wait 70.0 s, more than the 30.0 s allowed",
        explained(policy.maxHint(Duration.ofSeconds(30)), failing(0)));
  }

  @Test
  void a_wait_that_is_rounded_to_its_limit_is_exact() {
    RetryPolicyBuilder policy =
        policy()
            .maxHint(Duration.ofSeconds(30))
            .classifyWith("busy", outcome -> Verdict.retryNoSoonerThan(Duration.ofMillis(30_001)));

    assertEquals(
        "the server asked to wait 30001 ms, more than the 30 s allowed",
        explained(policy, failing(0)));
  }

  @Test
  void names_the_budget() {
    change = retry -> retry.withBudget(RetryBudget.bucket(5, 5));
    assertEquals("the budget, bucket(5, 5), allowed no retry", explained(policy(), failing(0)));

    RetryBudget careless = careless();
    change = retry -> retry.withBudget(careless);
    assertEquals(
        "the budget, " + careless.getClass().getName() + ", allowed no retry",
        explained(policy(), failing(0)));
  }

  @Test
  void names_the_inner_retry() {
    Retry below = Retry.of(policy().build()).named("rows").withEnvironment(time);

    assertEquals(
        "the retry below, rows, has made 3 attempts already",
        explained(policy(), () -> below.call(failing(0))));
  }

  @Test
  void reports_the_decision_of_the_policy_about_an_outcome() {
    assertEquals(
        "the policy does not retry this failure",
        explained(policy().abortOn(IOException.class), failing(0)));
    assertEquals(
        "the policy does not retry this result",
        explained(policy().classifyWith("never", outcome -> Verdict.abort()), () -> "bad"));
    assertEquals(
        "the call is not idempotent, and the failure may have had an effect; to have it retried,"
            + " declare idempotency=keyed if the receiver recognizes its key, or"
            + " idempotency=idempotent if a second execution is harmless",
        explained(policy().idempotency(Idempotency.NOT_IDEMPOTENT), failing(0)));
  }

  @Test
  void names_the_class_of_a_bug_but_not_its_message() {
    assertEquals(
        "the policy's own code threw java.lang.IllegalStateException",
        explained(
            policy()
                .retryIf(
                    failure -> {
                      throw new IllegalStateException("secret");
                    }),
            failing(0)));
  }

  @Test
  void reports_the_moment_of_an_interrupt_or_a_shutdown() {
    assertEquals(
        "attempt 1 ended by an interrupt",
        explained(
            policy(),
            () -> {
              throw new InterruptedException();
            }));
    Thread.interrupted();
    assertEquals(
        "the thread was interrupted before attempt 2",
        explained(
            policy().backoff(Backoff.none()),
            () -> {
              Thread.currentThread().interrupt();
              throw new IOException("reset");
            }));
    Thread.interrupted();

    Retry retry = Retry.of(policy().build()).withEnvironment(time);
    retry.shutdown();
    assertEquals(
        "the retry was shut down before attempt 2",
        retry.execute(failing(0)).report().explanation());
  }

  @Test
  void reports_that_an_executor_rejected_an_attempt() {
    Retry retry = Retry.of(policy().build()).withEnvironment(time);
    var result =
        retry
            .executeAsync(
                () -> "never",
                work -> {
                  throw new java.util.concurrent.RejectedExecutionException("full");
                })
            .join();

    assertEquals(StopReason.EXECUTOR_REJECTED, result.stopReason());
    assertEquals("the executor rejected attempt 1", result.report().explanation());
  }

  private static Backoff exponential() {
    return Backoff.exponential(Duration.ofSeconds(1));
  }

  @Test
  void compares_the_remaining_time_with_the_wait_of_the_rule_for_the_failure() {
    RetryPolicyBuilder policy =
        policy()
            .maxAttempts(9)
            .within(Duration.ofSeconds(6))
            .backoff(Backoff.fixed(Duration.ofSeconds(20)))
            .rule(FailureRule.of(IOException.class).backoff(exponential()));

    assertEquals(
        "3.00 s of 6.00 s were left, less than the next wait, 4.00 s",
        explained(policy, failing(0)));
    assertEquals(
        "500 ms of 6.00 s were left, less than the next wait, 1.00 s",
        explained(policy.startOverAfter(Duration.ofMillis(1_900)), failing(0, 0.5, 2)));
  }

  @Test
  void shows_the_range_of_the_rule_from_which_a_wait_was_drawn() {
    RetryPolicyBuilder policy =
        policy()
            .maxAttempts(2)
            .backoff(exponential().jitter(Jitter.full()))
            .rule(
                FailureRule.of(IOException.class)
                    .backoff(Backoff.fixed(Duration.ofMillis(800)).jitter(Jitter.full())));
    Retry retry = Retry.of(policy.build()).withEnvironment(time);

    AttemptRecord.Wait wait = retry.execute(failing(0)).report().records().get(0).waited();

    assertEquals(Duration.ofMillis(800).toNanos(), wait == null ? 0 : wait.maxNanos());
  }

  @Test
  void reports_that_the_wait_failed_and_not_the_policy() {
    time.sleeper =
        nanos -> {
          throw new IllegalStateException("a bug in the sleeper");
        };

    assertEquals("the wait before attempt 2 threw", explained(policy(), failing(0)));
  }

  /** Waits 4.8 seconds times the number of the retry. */
  private static Backoff custom() {
    return Backoff.custom((progress, view, now, random) -> 4_800_000_000L * progress.retry());
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder().backoff(Backoff.fixed(Duration.ofSeconds(1)));
  }

  private String explained(RetryPolicyBuilder policy, Operation<String, ?> operation) {
    Retry retry =
        Retry.of(policy.build()).withBudget(RetryBudget.unlimited()).withEnvironment(time);
    return change.apply(retry).execute(operation).report().explanation();
  }

  /** Fails after the given numbers of seconds, one for each attempt; the last number repeats. */
  private Operation<String, IOException> failing(double... seconds) {
    int[] attempts = {0};
    return () -> {
      time.now += (long) (seconds[Math.min(attempts[0]++, seconds.length - 1)] * 1e9);
      throw new IOException("reset");
    };
  }

  /** Grants no permit, and its {@code toString} throws. */
  private static RetryBudget careless() {
    InvocationHandler handler =
        (budget, method, arguments) -> {
          if (method.getName().equals("toString")) {
            throw new IllegalStateException("a bug");
          }
          return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
        };
    return (RetryBudget)
        Proxy.newProxyInstance(
            RetryBudget.class.getClassLoader(), new Class<?>[] {RetryBudget.class}, handler);
  }
}
