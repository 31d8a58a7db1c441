package dev.reprise.policy;

import static dev.reprise.policy.Decisions.SECOND;
import static dev.reprise.policy.Decisions.after;
import static dev.reprise.policy.Decisions.decide;
import static dev.reprise.policy.Decisions.generous;
import static dev.reprise.policy.Decisions.reasonOf;
import static dev.reprise.policy.Decisions.retryOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The order of the steps of a decision: the first condition that prevents a retry is the reported
 * reason.
 */
class DecisionOrderTest {

  /** The conditions that can prevent a retry, in the documented order. */
  private enum Obstacle {
    CLASSIFIER_FAILS(StopReason.POLICY_FAILED),
    ABORTED(StopReason.NOT_RETRYABLE),
    EFFECT(StopReason.EFFECT_UNKNOWN),
    NESTED(StopReason.ALREADY_RETRIED),
    ATTEMPTS(StopReason.ATTEMPTS),
    CONDITION(StopReason.CONDITION),
    BACKOFF_FAILS(StopReason.POLICY_FAILED),
    HINT(StopReason.HINT_TOO_LONG),
    DEADLINE(StopReason.DEADLINE);

    final StopReason reason;

    Obstacle(StopReason reason) {
      this.reason = reason;
    }
  }

  @TestFactory
  List<DynamicTest> the_first_of_two_obstacles_is_the_reason() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Obstacle first : Obstacle.values()) {
      for (Obstacle second : Obstacle.values()) {
        if (first.compareTo(second) <= 0) {
          tests.add(
              DynamicTest.dynamicTest(
                  first + " before " + second,
                  () ->
                      assertEquals(first.reason, reasonOf(decideWith(EnumSet.of(first, second))))));
        }
      }
    }
    return tests;
  }

  @TestFactory
  List<DynamicTest> the_first_obstacle_is_the_reason_whatever_comes_later() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Obstacle first : Obstacle.values()) {
      Set<Obstacle> rest = EnumSet.range(first, Obstacle.DEADLINE);
      tests.add(
          DynamicTest.dynamicTest(
              rest.toString(), () -> assertEquals(first.reason, reasonOf(decideWith(rest)))));
    }
    return tests;
  }

  @Test
  void a_call_without_such_a_condition_continues() {
    assertEquals(SECOND, retryOf(decideWith(Set.of())).delayNanos());
  }

  private static Decision decideWith(Set<Obstacle> obstacles) {
    RetryPolicyBuilder policy = generous();
    policy.classifyWith("obstacles", outcome -> verdict(obstacles));
    if (obstacles.contains(Obstacle.EFFECT)) {
      policy.idempotency(Idempotency.NOT_IDEMPOTENT);
    }
    if (obstacles.contains(Obstacle.CONDITION)) {
      policy.giveUpWhen(StopCondition.attempts(1));
    }
    if (obstacles.contains(Obstacle.BACKOFF_FAILS)) {
      policy.backoff(
          Backoff.custom(
              (progress, view, now, random) -> {
                throw new IllegalStateException("a bug");
              }));
    }
    if (obstacles.contains(Obstacle.HINT)) {
      policy.maxHint(Duration.ofSeconds(30));
    }
    if (obstacles.contains(Obstacle.DEADLINE)) {
      policy.within(Duration.ofMillis(1));
    }
    int attempts = obstacles.contains(Obstacle.ATTEMPTS) ? 10 : 1;
    IOException failure =
        obstacles.contains(Obstacle.NESTED) ? Decisions.retriedBelow() : new IOException("reset");
    return decide(policy.build(), after(attempts), Outcome.threw(failure), 0);
  }

  private static Verdict verdict(Set<Obstacle> obstacles) {
    if (obstacles.contains(Obstacle.CLASSIFIER_FAILS)) {
      throw new IllegalStateException("a bug");
    }
    if (obstacles.contains(Obstacle.ABORTED)) {
      return Verdict.abort();
    }
    return obstacles.contains(Obstacle.HINT)
        ? Verdict.retryNoSoonerThan(Duration.ofSeconds(31))
        : Verdict.retry();
  }
}
