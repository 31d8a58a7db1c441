package dev.reprise.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.FakeEnvironment;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.call.RetrySettings;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of every decision, with random policies, outcomes and progress. */
class DecisionPropertiesTest {

  private static final long SEED = 20_240_611;
  private static final int ROUNDS = 10_000;
  private static final int PROOF_ROUNDS = 30_000;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final RandomPolicies policies = new RandomPolicies(random);

  @Test
  @Tag("proof")
  void the_properties_hold_in_more_rounds() {
    checkWaits(PROOF_ROUNDS);
    checkTimeLeft(PROOF_ROUNDS);
    checkFailures(PROOF_ROUNDS);
  }

  @Test
  void always_decides_and_its_wait_is_not_negative_and_ends_before_the_deadline() {
    checkWaits(ROUNDS);
  }

  private void checkWaits(int rounds) {
    Map<StopReason, Integer> seen = new EnumMap<>(StopReason.class);
    int retries = 0;
    for (int round = 0; round < rounds; round++) {
      RetryPolicy policy = policy();
      Progress progress = progress();
      long now = progress.startNanos() + elapsed(policy);
      Outcome<?> outcome = outcome();

      Decision decision = policy.decide(progress, outcome, now, View.NONE, random);

      int number = round;
      Supplier<String> what =
          () -> "seed " + SEED + ", round " + number + ": " + policy + ", " + decision;
      if (decision instanceof Decision.RetryAfter retry) {
        retries++;
        checkRetry(policy, progress, outcome, now, retry, what);
      } else if (decision instanceof Decision.GiveUp giveUp) {
        seen.merge(giveUp.stopReason(), 1, Integer::sum);
        assertEquals(
            giveUp.stopReason() == StopReason.POLICY_FAILED, giveUp.policyFailure() != null, what);
      } else {
        assertTrue(outcome instanceof Outcome.Returned, what);
      }
    }
    assertTrue(retries > rounds / 20, "retries " + retries);
    assertEquals(10, seen.size(), "reasons " + seen);
  }

  private static void checkRetry(
      RetryPolicy policy,
      Progress progress,
      Outcome<?> outcome,
      long now,
      Decision.RetryAfter retry,
      Supplier<String> what) {
    long delay = retry.delayNanos();
    assertTrue(delay >= 0, what);
    if (policy.skipsWaits()) {
      assertEquals(0, delay, what);
    } else {
      assertTrue(delay >= retry.verdict().hintNanos(), what);
    }
    assertTrue(policy.giveUpWhen().filter(stop -> stop.holds(progress, now)).isEmpty(), what);
    assertTrue(delay < policy.timeLeftNanos(progress, now) || !policy.hasTimeLimit(), what);
    assertTrue(
        progress.finished() < policy.maxAttempts() || policy.maxAttempts() == Integer.MAX_VALUE,
        what);
    assertTrue(
        policy.idempotency() != Idempotency.NOT_IDEMPOTENT
            || retry.verdict().effect() == Effect.NONE,
        what);
    Throwable failure = outcome instanceof Outcome.Threw<?> threw ? threw.failure() : null;
    Progress counted = policy.countFailure(progress, retry.verdict(), failure);
    assertEquals(counted.waiting(delay), retry.next(), what);
    int rule = policy.failureRules().indexFor(retry.verdict(), failure);
    assertTrue(
        rule == FailureRules.NONE
            || counted.failures().of(rule) < policy.rules().get(rule).maxFailures(),
        what);
  }

  @Test
  void is_the_same_for_the_same_arguments() {
    for (int round = 0; round < 2_000; round++) {
      RetryPolicy policy = policy();
      Progress progress = progress();
      Outcome<?> outcome = outcome();
      long seed = random.nextLong();

      Decision once = policy.decide(progress, outcome, 5, View.NONE, new SplittableRandom(seed));
      Decision again = policy.decide(progress, outcome, 5, View.NONE, new SplittableRandom(seed));

      assertEquals(once.toString(), again.toString());
    }
  }

  @Test
  void never_allows_an_attempt_more_than_the_remaining_time() {
    checkTimeLeft(ROUNDS);
  }

  private void checkTimeLeft(int rounds) {
    for (int round = 0; round < rounds; round++) {
      RetryPolicy policy = policy();
      Progress progress = progress();
      long now = progress.startNanos() + elapsed(policy);

      long timeout = policy.attemptTimeoutNanos(progress, View.NONE, now);
      long left = policy.timeLeftNanos(progress, now);

      assertTrue(left >= 0 && timeout >= 0, policy::toString);
      assertTrue(timeout <= left || !policy.hasAttemptTimeout(), policy::toString);
      FakeEnvironment environment = new FakeEnvironment();
      environment.now = now;
      CallSettings settings =
          new CallSettings(
              new RetrySettings(policy, RetryBudget.unlimited()).withEnvironment(environment));
      assertNotNull(AttemptInfo.of(settings, progress, now, null, null).timeLeft());
    }
  }

  @Test
  void is_the_same_for_a_failure_without_an_outcome_around_it() {
    checkFailures(ROUNDS);
  }

  private void checkFailures(int rounds) {
    for (int round = 0; round < rounds; round++) {
      RetryPolicy policy = policy();
      Outcome<?> outcome = outcome();
      Throwable failure = outcome.failureOrNull();
      if (failure == null || verdictOrNull(policy, failure) == null) {
        continue;
      }
      Progress progress = progress();
      long now = progress.startNanos() + elapsed(policy);
      long seed = random.nextLong();

      assertEquals(
          policy.decide(progress, outcome, now, View.NONE, new SplittableRandom(seed)).toString(),
          policy
              .decide(progress, failure, now, View.NONE, new SplittableRandom(seed))
              .toString(), // each bug is a new instance
          policy::toString);
    }
  }

  private static @Nullable Verdict verdictOrNull(RetryPolicy policy, Throwable failure) {
    try {
      Verdict verdict = policy.conditions().classifyFailure(failure);
      assertEquals(verdict, policy.conditions().classify(Outcome.threw(failure)));
      return verdict;
    } catch (StackOverflowError brokenClassifier) {
      return null;
    }
  }

  private RetryPolicy policy() {
    RetryPolicyBuilder policy = policies.next();
    switch (random.nextInt(12)) {
      case 0 -> policy.backoff(Backoff.custom((progress, view, now, any) -> any.nextLong()));
      case 1 ->
          policy.backoff(
              Backoff.custom(
                  (progress, view, now, any) -> {
                    throw new IllegalStateException("a bug");
                  }));
      case 2 ->
          policy.classifyWith(
              "broken",
              outcome -> {
                throw new StackOverflowError();
              });
      case 3 -> policy.classifyWith("abort", outcome -> Verdict.abort());
      case 4, 5, 6, 7 -> {
        Verdict verdict = verdict();
        policy.classifyWith("verdict", outcome -> verdict);
      }
      default -> {}
    }
    return policy.build();
  }

  private Verdict verdict() {
    Verdict verdict =
        switch (random.nextInt(6)) {
          case 0 -> Verdict.pass();
          case 1 -> Verdict.accept();
          case 2 -> Verdict.retry();
          default -> Verdict.retryNoSoonerThan(policies.duration());
        };
    return random.nextBoolean() ? verdict.withEffect(Effect.NONE) : verdict;
  }

  private Progress progress() {
    int attempts =
        switch (random.nextInt(3)) {
          case 0 -> 1;
          case 1 -> 1 + random.nextInt(100);
          default -> 1 + random.nextInt(Integer.MAX_VALUE);
        };
    long previous = random.nextBoolean() ? 0 : random.nextLong(Long.MAX_VALUE);
    long start = random.nextLong();
    return new Progress(attempts, attempts, 0, start, start, start, previous, 0, 0, 0);
  }

  /** From zero to a little more than the limit. */
  private long elapsed(RetryPolicy policy) {
    long most = policy.hasTimeLimit() ? policy.limits().withinNanos() : 1_000_000_000L;
    return random.nextBoolean() ? 0 : random.nextLong(most == Long.MAX_VALUE ? most : most + 1);
  }

  private Outcome<?> outcome() {
    return switch (random.nextInt(10)) {
      case 0 -> Outcome.returned("ok");
      case 1 -> Outcome.<@Nullable Object>returned(null);
      case 2 -> Outcome.threw(new CompletionException(new IOException("reset")));
      case 3 -> Outcome.threw(new TimeoutException());
      case 4 -> Outcome.threw(new AttemptTimeoutException(1, null));
      case 5 -> Outcome.threw(new InterruptedException());
      case 6 -> Outcome.threw(new IllegalStateException("a bug"));
      case 7 -> Outcome.threw(Decisions.retriedBelow());
      case 8 -> Outcome.threw(new CancellationException());
      default -> Outcome.threw(new IOException("reset"));
    };
  }
}
