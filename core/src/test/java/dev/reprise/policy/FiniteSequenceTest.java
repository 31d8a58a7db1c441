package dev.reprise.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.reprise.backoff.Backoff;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A backoff with a finite number of delays limits the attempts; it decides nothing. */
class FiniteSequenceTest {

  private static final Duration SHORT = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofMillis(5);
  private static final Backoff TWO = Backoff.finiteSequence(SHORT, LONG);

  @Test
  void supplies_a_limit_that_is_not_set() {
    assertEquals(3, policy().backoff(TWO).build().maxAttempts());
    assertEquals(2, policy().backoff(Backoff.finiteSequence(SHORT)).build().maxAttempts());
    assertEquals(
        5,
        policy().backoff(Backoff.finiteSequence(SHORT, SHORT, LONG, LONG)).build().maxAttempts());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 3", "4, 3", "2147483646, 3"})
  void the_smaller_limit_applies_in_either_order(int named, int holds) {
    assertEquals(holds, policy().backoff(TWO).maxAttempts(named).build().maxAttempts());
    assertEquals(holds, policy().maxAttempts(named).backoff(TWO).build().maxAttempts());
    assertEquals(
        holds,
        RetryPolicy.parse("backoff=sequence(1ms, 5ms, end) maxAttempts=" + named).maxAttempts());
  }

  @Test
  void limits_attempts_that_are_unlimited_otherwise_and_needs_no_time_limit() {
    assertEquals(3, policy().unlimitedAttempts().backoff(TWO).build().maxAttempts());
    assertEquals(3, RetryPolicy.parse("maxAttempts=none backoff=" + TWO).maxAttempts());
  }

  @Test
  void a_copy_of_the_policy_derives_the_limit_again() {
    RetryPolicy before = policy().maxAttempts(2).build();
    RetryPolicy after =
        before.toBuilder().backoff(Backoff.finiteSequence(SHORT, SHORT, LONG)).build();
    assertEquals(4, after.maxAttempts());
    assertEquals(4, after.toBuilder().within(LONG).build().maxAttempts());
    assertEquals(2, after.toBuilder().maxAttempts(2).build().maxAttempts());
    assertEquals(1, after.disabled().maxAttempts());
  }

  @Test
  void replacing_the_backoff_removes_its_limit() {
    RetryPolicy before = policy().backoff(Backoff.finiteSequence(SHORT)).build();
    assertEquals(2, before.toBuilder().backoff(Backoff.none()).build().maxAttempts());
  }

  @Test
  void applies_only_at_the_end_of_a_chain() {
    assertEquals(5, Backoff.fixed(LONG).thenAfter(3, TWO).retries());
    assertEquals(Integer.MAX_VALUE, TWO.thenAfter(3, Backoff.none()).retries());
    assertEquals(Integer.MAX_VALUE, Backoff.none().thenAfter(Integer.MAX_VALUE, TWO).retries());
    assertEquals(2, TWO.cappedAt(SHORT).withFloor(SHORT).retries());
    assertEquals(Integer.MAX_VALUE, Backoff.sequence(SHORT, LONG).retries());
    assertEquals(6, policy().backoff(Backoff.fixed(LONG).thenAfter(3, TWO)).build().maxAttempts());
  }

  @Test
  void ends_a_call_because_its_attempts_are_used_up() {
    RetryPolicy policy = policy().backoff(TWO).build();
    Progress progress = Progress.startingAt(0);
    for (long delay : new long[] {1_000_000, 5_000_000}) {
      progress = progress.attempted(0, 0, 0);
      Decision.RetryAfter again = (Decision.RetryAfter) decide(policy, progress);
      assertEquals(delay, again.delayNanos());
      progress = again.next();
    }
    Decision end = decide(policy, progress.attempted(0, 0, 0));
    assertEquals(StopReason.ATTEMPTS, ((Decision.GiveUp) end).stopReason());
  }

  private static Decision decide(RetryPolicy policy, Progress progress) {
    return policy.decide(progress, new IOException("reset"), 0, View.NONE, new Random(1));
  }

  @Test
  void differs_from_the_sequence_that_repeats_and_prints_its_end() {
    assertEquals("sequence(1ms, 5ms, end)", TWO.toString());
    assertEquals(TWO, Backoff.parse("sequence( 1ms , 5ms , end )"));
    assertEquals(
        Backoff.finiteSequence(SHORT, LONG).cappedAt(LONG),
        Backoff.parse("sequence(1ms, 5ms, end, cap=5ms)"));
    assertNotEquals(TWO, Backoff.sequence(SHORT, LONG));
    RetryPolicy policy = policy().backoff(TWO).build();
    assertEquals(policy, RetryPolicy.parse(policy.toString()));
  }

  @Test
  void refuses_settings_that_never_end() {
    for (String text : List.of("sequence(end)", "sequence(1ms, end, 5ms)", "sequence(1ms, ends)")) {
      assertThrows(IllegalArgumentException.class, () -> Backoff.parse(text), text);
    }
    IllegalArgumentException empty =
        assertThrows(IllegalArgumentException.class, () -> Backoff.finiteSequence());
    assertEquals("sequence must have at least 1 delay, but had 0", empty.getMessage());
  }

  private static RetryPolicyBuilder policy() {
    return RetryPolicy.builder();
  }
}
