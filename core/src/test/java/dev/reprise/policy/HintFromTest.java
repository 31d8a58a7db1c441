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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.FakeEnvironment;
import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Hints that a policy reads from failures and results. The backoff is a second, its cap two. */
class HintFromTest {

  private static final class Busy extends Exception {

    private static final long serialVersionUID = 1;
    private final transient @Nullable Duration retryAfter;

    Busy(@Nullable Duration retryAfter) {
      this.retryAfter = retryAfter;
    }
  }

  private record Answer(int status, @Nullable Duration retryAfter) {}

  private final RetryPolicyBuilder policy =
      generous()
          .retryOnResult("busy", Answer.class, answer -> answer.status() == 503)
          .hintFrom("retryAfter", Busy.class, busy -> busy.retryAfter)
          .hintFromResult("retryAfter", Answer.class, Answer::retryAfter);

  @Test
  void a_failure_or_result_that_is_retried_waits_for_the_hint() {
    for (Outcome<?> outcome : both(Duration.ofSeconds(7))) {
      Decision.RetryAfter retry = retryOf(decided(outcome));
      assertEquals(7 * SECOND, retry.delayNanos());
      assertTrue(retry.hinted());
    }
  }

  @Test
  void a_missing_or_past_hint_does_not_change_the_backoff() {
    for (Duration hint : new Duration[] {null, Duration.ZERO, Duration.ofDays(-400_000)}) {
      for (Outcome<?> outcome : both(hint)) {
        Decision.RetryAfter retry = retryOf(decided(outcome));
        assertEquals(SECOND, retry.delayNanos());
        assertFalse(retry.hinted());
      }
    }
  }

  @Test
  void a_hint_beyond_its_limit_or_the_deadline_ends_the_call() {
    for (Duration hint : new Duration[] {Duration.ofSeconds(21), Duration.ofDays(400_000)}) {
      for (Outcome<?> outcome : both(hint)) {
        assertEquals(StopReason.HINT_TOO_LONG, reasonOf(decided(outcome)));
      }
    }
    policy.within(Duration.ofSeconds(5));
    for (Outcome<?> outcome : both(Duration.ofSeconds(5))) {
      assertEquals(StopReason.DEADLINE, reasonOf(decided(outcome)));
    }
  }

  @Test
  void an_accepted_result_pauses_later_calls_if_the_policy_enables_it() {
    Outcome<?> fine = Outcome.returned(new Answer(200, Duration.ofSeconds(7)));
    assertEquals(0, assertInstanceOf(Decision.Accept.class, decided(fine)).pauseNanos());
    policy.hintsOnSuccess();
    assertEquals(7 * SECOND, assertInstanceOf(Decision.Accept.class, decided(fine)).pauseNanos());
    Outcome<?> tooLong = Outcome.returned(new Answer(200, Duration.ofSeconds(21)));
    assertEquals(0, assertInstanceOf(Decision.Accept.class, decided(tooLong)).pauseNanos());
  }

  @Test
  void a_hint_function_that_throws_ends_the_call() {
    ArithmeticException bug = new ArithmeticException("a bug");
    RetryPolicyBuilder broken =
        generous()
            .hintFrom(
                "broken",
                Busy.class,
                busy -> {
                  throw bug;
                });
    Decision decision = decide(broken, new Busy(null));
    assertEquals(StopReason.POLICY_FAILED, reasonOf(decision));
    assertSame(bug, assertInstanceOf(Decision.GiveUp.class, decision).policyFailure());
  }

  @Test
  void a_call_waits_for_the_requested_time() throws Exception {
    FakeEnvironment world = new FakeEnvironment();
    Retry retry = Retry.of(policy.maxAttempts(3).build()).withEnvironment(world);
    RetryResult<Answer> result =
        retry.executeWith(
            attempt -> {
              if (attempt.number() == 1) {
                throw new Busy(Duration.ofSeconds(4));
              }
              return attempt.number() == 2
                  ? new Answer(503, Duration.ofSeconds(9))
                  : new Answer(200, null);
            });
    assertTrue(result.succeeded());
    assertEquals(Duration.ofSeconds(13), result.elapsed());
  }

  private Decision decided(Outcome<?> outcome) {
    return decide(policy.build(), after(1), outcome, 0);
  }

  private static Outcome<?>[] both(@Nullable Duration hint) {
    return new Outcome<?>[] {
      Outcome.threw(new Busy(hint)), Outcome.returned(new Answer(503, hint))
    };
  }
}
