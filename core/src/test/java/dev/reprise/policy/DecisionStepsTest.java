package dev.reprise.policy;

import static dev.reprise.policy.Decisions.SECOND;
import static dev.reprise.policy.Decisions.after;
import static dev.reprise.policy.Decisions.decide;
import static dev.reprise.policy.Decisions.generous;
import static dev.reprise.policy.Decisions.reasonOf;
import static dev.reprise.policy.Decisions.retryOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class DecisionStepsTest {

  private static final Outcome<?> FAILED = Outcome.threw(new IOException("reset"));

  @Test
  void accepts_a_result() {
    assertSame(Decision.accept(), decide(generous().build(), after(1), Outcome.returned("ok"), 0));
    assertSame(Decision.accept(), decide(RetryPolicy.none(), after(99), Outcome.returned("ok"), 0));
  }

  @Test
  void a_retry_includes_the_progress_after_its_wait() {
    Decision.RetryAfter retry = retryOf(decide(generous().build(), after(3), FAILED, 5));

    assertEquals(SECOND, retry.delayNanos());
    assertFalse(retry.hinted());
    assertEquals(after(3).waiting(SECOND), retry.next());
    assertEquals(Verdict.retry(), retry.verdict());
  }

  @Test
  void throws_a_failure_that_a_classifier_accepts_because_it_cannot_return_it() {
    RetryPolicyBuilder policy = generous().classifyWith("fine", outcome -> Verdict.accept());

    Decision decision = decide(policy, new IOException());

    assertEquals(StopReason.NOT_RETRYABLE, reasonOf(decision));
    assertEquals(Verdict.accept(), decision.verdict());
  }

  @Test
  void distinguishes_an_abort_by_interruption_or_cancellation_from_others() {
    assertEquals(StopReason.INTERRUPTED, reasonOf(decide(generous(), new InterruptedException())));
    assertEquals(
        StopReason.INTERRUPTED,
        reasonOf(decide(generous(), new ExecutionException(new InterruptedIOException()))));
    assertEquals(StopReason.CANCELLED, reasonOf(decide(generous(), new CancellationException())));
    assertEquals(
        StopReason.CANCELLED,
        reasonOf(decide(generous(), new CompletionException(new CancellationException()))));
    assertEquals(
        StopReason.NOT_RETRYABLE, reasonOf(decide(generous(), new IllegalStateException())));
  }

  @Test
  void ends_a_call_whose_result_a_classifier_aborts() {
    RetryPolicyBuilder policy = generous().classifyWith("never", outcome -> Verdict.abort());

    assertEquals(
        StopReason.NOT_RETRYABLE,
        reasonOf(decide(policy.build(), after(1), Outcome.returned("ok"), 0)));
  }

  @Test
  void gives_up_with_the_bug_if_a_predicate_throws() {
    IllegalStateException bug = new IllegalStateException("a bug");
    Decision decision =
        decide(
            generous()
                .retryIf(
                    failure -> {
                      throw bug;
                    }),
            new IOException());

    assertEquals(StopReason.POLICY_FAILED, reasonOf(decision));
    assertSame(bug, assertInstanceOf(Decision.GiveUp.class, decision).policyFailure());
  }

  @Test
  void gives_up_with_the_bug_if_a_predicate_on_results_throws() {
    AssertionError bug = new AssertionError("a bug");
    RetryPolicyBuilder policy =
        generous()
            .retryOnResult(
                String.class,
                result -> {
                  throw bug;
                });

    Decision decision = decide(policy.build(), after(1), Outcome.returned("ok"), 0);

    assertSame(bug, assertInstanceOf(Decision.GiveUp.class, decision).policyFailure());
  }

  @Test
  void gives_up_with_the_bug_if_a_delay_function_throws() {
    StackOverflowError bug = new StackOverflowError();
    Decision decision =
        decide(
            generous()
                .backoff(
                    Backoff.custom(
                        (progress, view, now, random) -> {
                          throw bug;
                        })),
            new IOException());

    Decision.GiveUp giveUp = assertInstanceOf(Decision.GiveUp.class, decision);
    assertEquals(StopReason.POLICY_FAILED, giveUp.stopReason());
    assertEquals(Verdict.retry(), giveUp.verdict());
    assertSame(bug, giveUp.policyFailure());
  }

  @Test
  void gives_up_without_a_bug_for_any_other_reason() {
    Decision decision = decide(generous().maxAttempts(1), new IOException());

    assertNull(assertInstanceOf(Decision.GiveUp.class, decision).policyFailure());
  }

  @Test
  void retries_a_call_that_is_not_idempotent_only_after_a_failure_without_effect() {
    RetryPolicyBuilder unsafe = generous().idempotency(Idempotency.NOT_IDEMPOTENT);
    assertEquals(StopReason.EFFECT_UNKNOWN, reasonOf(decide(unsafe, new IOException())));

    unsafe.classifyWith("refused", outcome -> Verdict.retry().withEffect(Effect.NONE));
    assertEquals(SECOND, retryOf(decide(unsafe, new IOException())).delayNanos());
  }

  @Test
  void ignores_the_effect_unless_the_call_is_declared_not_idempotent() {
    assertEquals(SECOND, retryOf(decide(generous(), new IOException())).delayNanos());
    for (Idempotency declared : List.of(Idempotency.IDEMPOTENT, Idempotency.KEYED)) {
      assertEquals(
          SECOND,
          retryOf(decide(generous().idempotency(declared), new IOException())).delayNanos());
    }
  }

  @Test
  void retries_a_failure_retried_by_an_inner_call_if_the_policy_multiplies() {
    IOException failure = Decisions.retriedBelow();

    assertEquals(StopReason.ALREADY_RETRIED, reasonOf(decide(generous(), failure)));
    assertEquals(
        SECOND, retryOf(decide(generous().nesting(Nesting.MULTIPLY), failure)).delayNanos());
  }

  @Test
  void retries_a_failure_that_was_retried_before_the_attempt_began() {
    IOException failure = Decisions.retriedBelow();
    Progress later = new Progress(1, 1, 0, 0, 0, 0, 0, 0, 0, RetryReport.mark());

    assertEquals(
        SECOND, retryOf(decide(generous().build(), later, Outcome.threw(failure), 0)).delayNanos());
  }

  @Test
  void counts_the_first_attempt_among_the_attempts() {
    RetryPolicy two = generous().maxAttempts(2).build();

    retryOf(decide(two, after(1), FAILED, 0));
    assertEquals(StopReason.ATTEMPTS, reasonOf(decide(two, after(2), FAILED, 0)));
    assertEquals(StopReason.ATTEMPTS, reasonOf(decide(two, after(3), FAILED, 0)));
  }

  @Test
  void never_exhausts_unlimited_attempts() {
    RetryPolicy unlimited = generous().unlimitedAttempts().build();

    assertEquals(
        SECOND, retryOf(decide(unlimited, after(Integer.MAX_VALUE), FAILED, 0)).delayNanos());
  }

  @Test
  void gives_up_before_a_sleep_that_would_end_at_the_deadline_or_past_it() {
    RetryPolicy policy = generous().within(Duration.ofSeconds(10)).build();

    assertEquals(SECOND, retryOf(decide(policy, after(1), FAILED, 9 * SECOND - 1)).delayNanos());
    assertEquals(StopReason.DEADLINE, reasonOf(decide(policy, after(1), FAILED, 9 * SECOND)));
    assertEquals(StopReason.DEADLINE, reasonOf(decide(policy, after(1), FAILED, 11 * SECOND)));
  }

  @Test
  void gives_up_at_the_deadline_even_without_a_wait() {
    RetryPolicy policy = generous().within(Duration.ofSeconds(10)).backoff(Backoff.none()).build();

    assertEquals(0, retryOf(decide(policy, after(1), FAILED, 10 * SECOND - 1)).delayNanos());
    assertEquals(StopReason.DEADLINE, reasonOf(decide(policy, after(1), FAILED, 10 * SECOND)));
  }

  @Test
  void measures_the_deadline_from_the_start_of_the_call_when_the_ticks_wrap_around() {
    RetryPolicy policy = generous().within(Duration.ofSeconds(10)).build();
    long start = Long.MAX_VALUE - SECOND;
    Progress progress = new Progress(1, 1, 0, start, start, start, 0, 0, 0, 0);

    retryOf(decide(policy, progress, FAILED, start + 8 * SECOND));
    assertEquals(
        StopReason.DEADLINE, reasonOf(decide(policy, progress, FAILED, start + 9 * SECOND)));
  }

  @Test
  void ignores_an_exception_of_the_code_of_a_failure() {
    Throwable careless =
        new IOException("careless") {
          private static final long serialVersionUID = 1;

          @Override
          public synchronized Throwable getCause() {
            throw new IllegalStateException("a bug");
          }
        };

    assertEquals(SECOND, retryOf(decide(generous(), careless)).delayNanos());
    assertEquals(
        StopReason.POLICY_FAILED, reasonOf(decide(generous().retryOnCause(Error.class), careless)));
  }
}
