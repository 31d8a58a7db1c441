package dev.reprise.policy;

import static dev.reprise.policy.Decisions.SECOND;
import static dev.reprise.policy.Decisions.after;
import static dev.reprise.policy.Decisions.decide;
import static dev.reprise.policy.Decisions.generous;
import static dev.reprise.policy.Decisions.reasonOf;
import static dev.reprise.policy.Decisions.retryOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * A server's hint and its relation to backoff, limits and jitter. The backoff is a second, its cap
 * two.
 */
class DecisionHintTest {

  @Test
  void applies_if_it_is_longer_than_the_backoff() {
    Decision.RetryAfter retry = retryOf(hinted(generous(), Duration.ofSeconds(3)));

    assertEquals(3 * SECOND, retry.delayNanos());
    assertTrue(retry.hinted());
    assertEquals(3 * SECOND, retry.next().previousDelayNanos());
  }

  @Test
  void does_not_apply_if_it_is_at_most_as_long_as_the_backoff() {
    for (Duration hint : new Duration[] {Duration.ZERO, Duration.ofMillis(1), seconds(1)}) {
      Decision.RetryAfter retry = retryOf(hinted(generous().hintJitter(1), hint));

      assertEquals(SECOND, retry.delayNanos());
      assertFalse(retry.hinted());
    }
  }

  @Test
  void ends_the_call_only_if_it_is_above_its_limit() {
    RetryPolicyBuilder policy = generous().maxHint(seconds(5));

    assertEquals(5 * SECOND, retryOf(hinted(policy, seconds(5))).delayNanos());
    assertEquals(StopReason.HINT_TOO_LONG, reasonOf(hinted(policy, seconds(5).plusNanos(1))));
  }

  @Test
  void is_limited_to_ten_times_the_cap_by_default() {
    assertEquals(20 * SECOND, retryOf(hinted(generous(), seconds(20))).delayNanos());
    assertEquals(StopReason.HINT_TOO_LONG, reasonOf(hinted(generous(), seconds(20).plusNanos(1))));
  }

  @Test
  void ends_the_call_when_it_reaches_the_deadline() {
    RetryPolicyBuilder policy = generous().within(seconds(10));

    assertEquals(10 * SECOND - 1, retryOf(hinted(policy, seconds(10).minusNanos(1))).delayNanos());
    assertEquals(StopReason.DEADLINE, reasonOf(hinted(policy, seconds(10))));
  }

  @Test
  void is_never_shortened_and_extended_at_most_by_its_jitter() {
    RetryPolicy policy = policy(generous().hintJitter(0.5), seconds(4));
    RandomGenerator random = new SplittableRandom(7);
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < 10_000; i++) {
      long delay = retryOf(decide(policy, after(1), failed(), 0, random)).delayNanos();
      least = Math.min(least, delay);
      most = Math.max(most, delay);
    }
    assertTrue(least >= 4 * SECOND && least < 4.01 * SECOND, "least " + least);
    assertTrue(most < 6 * SECOND && most > 5.99 * SECOND, "most " + most);
  }

  @Test
  void has_a_jitter_that_is_limited_to_the_time_before_the_deadline() {
    RetryPolicy policy = policy(generous().hintJitter(1).within(seconds(5)), seconds(4));
    RandomGenerator random = new SplittableRandom(7);
    long most = 0;
    for (int i = 0; i < 10_000; i++) {
      long delay = retryOf(decide(policy, after(1), failed(), 0, random)).delayNanos();
      most = Math.max(most, delay);
    }
    assertTrue(most < 5 * SECOND && most > 4.99 * SECOND, "most " + most);
  }

  @Test
  void with_a_deadline_in_centuries_remains_before_it_to_the_nanosecond() {
    long within = Long.MAX_VALUE - 1;
    RetryPolicy policy =
        policy(
            generous().hintJitter(1).within(Duration.ofNanos(within)).maxHint(seconds(1L << 60)),
            Duration.ofNanos(within - 100));
    RandomGenerator random = new SplittableRandom(7);
    for (int i = 0; i < 1_000; i++) {
      long delay = retryOf(decide(policy, after(1), failed(), 0, random)).delayNanos();
      assertTrue(delay >= within - 100 && delay < within, "delay " + delay);
    }
  }

  @Test
  void ends_the_call_if_its_jitter_cannot_be_drawn() {
    IllegalStateException bug = new IllegalStateException("no entropy");
    RandomGenerator broken =
        () -> {
          throw bug;
        };
    RetryPolicy policy = policy(generous().hintJitter(1), seconds(4));
    Decision.GiveUp end = (Decision.GiveUp) decide(policy, after(1), failed(), 0, broken);

    assertEquals(StopReason.POLICY_FAILED, end.stopReason());
    assertSame(bug, end.policyFailure());
  }

  @Test
  void does_not_overflow_without_limits() {
    for (long below : new long[] {0, 1, 500, 5_000}) {
      RetryPolicy policy =
          policy(
              generous()
                  .hintJitter(1)
                  .withoutTimeLimit()
                  .maxHint(Duration.ofSeconds(Long.MAX_VALUE)),
              Duration.ofNanos(Long.MAX_VALUE - below));

      Decision decision = decide(policy, after(1), failed(), 0);

      assertTrue(retryOf(decision).delayNanos() >= Long.MAX_VALUE - below);
    }
  }

  private static Decision hinted(RetryPolicyBuilder policy, Duration hint) {
    return decide(policy(policy, hint), after(1), failed(), 0);
  }

  private static RetryPolicy policy(RetryPolicyBuilder policy, Duration hint) {
    return policy.build().toBuilder()
        .classifyWith("hint", outcome -> Verdict.retryNoSoonerThan(hint))
        .build();
  }

  private static Outcome<?> failed() {
    return Outcome.threw(new IOException("slow down"));
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
