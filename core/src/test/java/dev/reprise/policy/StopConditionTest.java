package dev.reprise.policy;

import static dev.reprise.policy.Decisions.SECOND;
import static dev.reprise.policy.Decisions.after;
import static dev.reprise.policy.Decisions.decide;
import static dev.reprise.policy.Decisions.generous;
import static dev.reprise.policy.Decisions.reasonOf;
import static dev.reprise.policy.Decisions.retryOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.hedge.Hedge;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StopConditionTest {

  private static final Outcome<?> FAILURE = Outcome.threw(new IOException("reset"));
  private static final StopCondition FIVE = StopCondition.attempts(5);
  private static final StopCondition LONG = StopCondition.elapsed(Duration.ofSeconds(30));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attempts(5) | 4 | 99 | false",
        "attempts(5) | 5 | 0 | true",
        "attempts(5) | 6 | 0 | true",
        "elapsed(30s) | 99 | 29 | false",
        "elapsed(30s) | 1 | 30 | true",
        "all(attempts(5), elapsed(30s)) | 5 | 29 | false",
        "all(attempts(5), elapsed(30s)) | 4 | 30 | false",
        "all(attempts(5), elapsed(30s)) | 5 | 30 | true",
        "any(attempts(5), elapsed(30s)) | 4 | 29 | false",
        "any(attempts(5), elapsed(30s)) | 5 | 0 | true",
        "any(attempts(5), elapsed(30s)) | 1 | 30 | true",
        "any(attempts(9), all(attempts(2), elapsed(5s))) | 2 | 5 | true",
      })
  void holds(String condition, int attempts, long seconds, boolean holds) {
    assertEquals(
        holds, StopCondition.parse(condition).holds(after(attempts), seconds * SECOND), condition);
  }

  @Test
  void counts_attempts_since_the_call_was_last_healthy_and_time_since_it_began() {
    Progress healthy = after(6).excluding(4, 20 * SECOND);
    assertFalse(FIVE.holds(healthy, 40 * SECOND));
    assertTrue(LONG.holds(healthy, 40 * SECOND));
  }

  @Test
  void ends_a_call_in_addition_to_the_limits() {
    RetryPolicy policy = generous().giveUpWhen(FIVE.and(LONG)).build();

    assertEquals(SECOND, retryOf(decide(policy, after(5), FAILURE, 29 * SECOND)).delayNanos());
    assertEquals(StopReason.CONDITION, reasonOf(decide(policy, after(5), FAILURE, 30 * SECOND)));
    assertEquals(StopReason.ATTEMPTS, reasonOf(decide(policy, after(10), FAILURE, 30 * SECOND)));
    assertEquals(StopReason.DEADLINE, reasonOf(decide(policy, after(4), FAILURE, 60 * SECOND)));
  }

  @Test
  void leaves_the_remaining_time_to_the_time_limit() {
    RetryPolicy policy = generous().giveUpWhen(LONG).build();
    assertEquals(60 * SECOND, policy.timeLeftNanos(after(1), 0));
  }

  @Test
  void forbids_a_hedge_too() {
    RetryPolicyBuilder hedged =
        generous().idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(Duration.ofMillis(1)));
    Progress out = Progress.startingAt(0).attemptStarted(0, 0);

    assertTrue(hedged.build().nextHedge(out, View.NONE, 0).isPresent());
    assertTrue(
        hedged
            .giveUpWhen(StopCondition.attempts(1))
            .build()
            .nextHedge(out, View.NONE, 0)
            .isEmpty());
    assertTrue(
        hedged
            .giveUpWhen(StopCondition.attempts(2))
            .build()
            .nextHedge(out, View.NONE, 0)
            .isPresent());
    assertTrue(hedged.giveUpWhen(broken()).build().nextHedge(out, View.NONE, 0).isEmpty());
  }

  @Test
  void that_throws_ends_the_call() {
    Decision decision = decide(generous().giveUpWhen(broken()).build(), after(1), FAILURE, 0);
    Decision.GiveUp end = (Decision.GiveUp) decision;
    assertEquals(StopReason.POLICY_FAILED, end.stopReason());
    assertEquals("bug", end.policyFailure().getMessage());
  }

  private static StopCondition broken() {
    return StopCondition.custom(
        "broken",
        (progress, now) -> {
          throw new IllegalStateException("bug");
        });
  }

  @Test
  void evaluates_the_second_only_if_it_matters() {
    assertFalse(FIVE.and(broken()).holds(after(4), 0));
    assertTrue(FIVE.or(broken()).holds(after(5), 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attempts(5)",
        "elapsed(30s)",
        "all(attempts(5), elapsed(30s), attempts(7))",
        "any(elapsed(1ns), all(attempts(1), attempts(2)))",
      })
  void prints_the_text_that_it_reads(String text) {
    assertEquals(text, StopCondition.parse(text).toString());
    assertEquals(StopCondition.parse(text), StopCondition.parse(" " + text.replace(",", " ,")));
    assertEquals(StopCondition.parse(text).hashCode(), StopCondition.parse(text).hashCode());
  }

  @Test
  void of_the_same_kind_are_combined_without_nesting() {
    assertEquals(
        StopCondition.parse("all(attempts(5), elapsed(30s), attempts(7))"),
        FIVE.and(LONG).and(StopCondition.attempts(7)));
    assertEquals(
        FIVE.and(LONG).and(StopCondition.attempts(7)),
        FIVE.and(LONG.and(StopCondition.attempts(7))));
    assertNotEquals(FIVE.and(LONG), FIVE.or(LONG));
    assertNotEquals(FIVE.and(LONG), LONG.and(FIVE));
  }

  @Test
  void of_code_compare_by_identity_and_print_their_name() {
    StopCondition.Test night = (progress, now) -> false;
    assertEquals(StopCondition.custom("night", night), StopCondition.custom("night", night));
    assertNotEquals(StopCondition.custom("night", night), StopCondition.custom("day", night));
    assertNotEquals(
        StopCondition.custom("night", night),
        StopCondition.custom("night", (progress, now) -> false));
    assertEquals(
        "all(attempts(5), custom(night))",
        FIVE.and(StopCondition.custom("night", night)).toString());
    assertTrue(FIVE.and(StopCondition.custom("night", night)).isCustom());
    assertFalse(FIVE.and(LONG).isCustom());
  }

  @Test
  void refuse_bad_values() {
    refused("attempts must be at least 1, but was 0", () -> StopCondition.attempts(0));
    refused(
        "elapsed must be more than 0 s, but was -1 s",
        () -> StopCondition.elapsed(Duration.ofSeconds(-1)));
    refused(
        "name of a condition must be letters, digits, '_', '.', '$' or '-', but was \"5 o\"",
        () -> StopCondition.custom("5 o", (progress, now) -> true));
    String many =
        IntStream.range(0, 65).mapToObj(any -> "attempts(1)").collect(Collectors.joining(", "));
    IllegalArgumentException tooMany =
        assertThrows(
            IllegalArgumentException.class, () -> StopCondition.parse("all(" + many + ")"));
    assertTrue(tooMany.getMessage().contains("a condition must have at most 64 parts, but had 65"));
    String deep = "all(".repeat(5_000);
    assertThrows(IllegalArgumentException.class, () -> StopCondition.parse(deep));
  }

  private static void refused(String message, Runnable wrong) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, wrong::run).getMessage());
  }
}
