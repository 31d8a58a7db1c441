package dev.reprise.policy;

import static dev.reprise.policy.Decisions.SECOND;
import static dev.reprise.policy.Decisions.generous;
import static dev.reprise.policy.Decisions.reasonOf;
import static dev.reprise.policy.Decisions.retryOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DecisionStartOverTest {

  private static final Outcome<?> LOST = Outcome.threw(new IOException("connection lost"));
  private static final long MINUTE = 60 * SECOND;

  private final RetryPolicyBuilder policy =
      generous()
          .backoff(Backoff.exponential(Duration.ofSeconds(1)))
          .startOverAfter(Duration.ofMinutes(1))
          .withoutTimeLimit();

  @Test
  void the_failure_of_a_healthy_attempt_counts_as_the_first_one() {
    assertEquals(8 * SECOND, retryOf(decide(after(4, MINUTE - 1))).delayNanos());

    Decision.RetryAfter retry = retryOf(decide(after(4, MINUTE)));

    assertEquals(SECOND, retry.delayNanos());
    assertEquals(3, retry.next().excludedAttempts());
    assertEquals(1, retry.next().retry());
    assertEquals(SECOND, retry.next().previousDelayNanos());
  }

  @Test
  void later_failures_continue_the_count() {
    Progress next = retryOf(decide(after(4, MINUTE))).next();

    Progress second = next.attemptStarted(MINUTE, 0).attemptFinished(5);
    Decision.RetryAfter retry = retryOf(decide(second));

    assertEquals(2 * SECOND, retry.delayNanos());
    assertEquals(5, retry.next().finished());
    assertEquals(3, retry.next().excludedAttempts());
  }

  @Test
  void the_first_attempt_is_never_excluded() {
    Decision.RetryAfter retry = retryOf(decide(after(1, MINUTE)));

    assertEquals(SECOND, retry.delayNanos());
    assertEquals(0, retry.next().excludedAttempts());
  }

  @Test
  void attempts_are_counted_again_from_one() {
    policy.maxAttempts(2);

    assertEquals(StopReason.ATTEMPTS, reasonOf(decide(after(2, 0))));
    Progress next = retryOf(decide(after(2, MINUTE))).next();
    assertEquals(
        StopReason.ATTEMPTS, reasonOf(decide(next.attemptStarted(0, 0).attemptFinished(0))));
  }

  @Test
  void a_limit_of_one_attempt_still_allows_only_one() {
    policy.maxAttempts(1);

    assertEquals(StopReason.ATTEMPTS, reasonOf(decide(after(1, 9 * MINUTE))));
  }

  @Test
  void the_deadline_is_not_extended() {
    policy.within(Duration.ofMinutes(5));

    assertEquals(StopReason.DEADLINE, reasonOf(decide(after(3, 2 * MINUTE), 5 * MINUTE)));
  }

  @Test
  void the_health_of_an_unmeasured_attempt_is_unknown() {
    assertEquals(8 * SECOND, retryOf(decide(after(4, 0))).delayNanos());
  }

  @Test
  void chains_of_delays_restart_with_their_first_part() {
    policy.backoff(
        Backoff.fixed(Duration.ofSeconds(1)).thenAfter(2, Backoff.fixed(Duration.ofSeconds(9))));

    assertEquals(9 * SECOND, retryOf(decide(after(4, 0))).delayNanos());
    assertEquals(SECOND, retryOf(decide(after(4, MINUTE))).delayNanos());
    assertEquals(WaitSource.BACKOFF, retryOf(decide(after(4, MINUTE))).source());
  }

  @Test
  void the_time_must_be_more_than_zero() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> policy.startOverAfter(Duration.ZERO));
    assertEquals("startOverAfter must be more than 0 s, but was 0 s", refusal.getMessage());
  }

  @Test
  void the_setting_has_a_text_form() {
    RetryPolicy built = policy.build();

    assertEquals(built, RetryPolicy.parse(built.toString()));
    assertEquals(Duration.ofMinutes(1), built.startOverAfter().orElseThrow());
  }

  private Decision decide(Progress progress) {
    return decide(progress, 0);
  }

  private Decision decide(Progress progress, long now) {
    return Decisions.decide(policy.build(), progress, LOST, now);
  }

  /** A call whose last attempt took the given time. */
  private static Progress after(int attempts, long lastNanos) {
    return new Progress(attempts, attempts, 0, 0, 0, 0, SECOND << (attempts - 1), lastNanos, 0, 0);
  }
}
