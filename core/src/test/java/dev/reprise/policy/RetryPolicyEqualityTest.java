package dev.reprise.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.Classifier;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.hedge.Hedge;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RetryPolicyEqualityTest {

  private static final Predicate<Object> CODE = any -> true;
  private static final Function<Object, @Nullable Duration> HINT = any -> null;
  private static final Classifier CLASSIFIER = outcome -> Verdict.pass();
  private static final StopCondition STOP = StopCondition.custom("mine", (progress, now) -> false);
  private static final Hedge AFTER = Hedge.after(Duration.ofSeconds(7));

  private static final List<UnaryOperator<RetryPolicyBuilder>> SETTINGS =
      List.of(
          policy -> policy.maxAttempts(7),
          policy -> policy.unlimitedAttempts().within(Duration.ofSeconds(60)),
          policy -> policy.within(Duration.ofSeconds(7)),
          policy -> policy.withoutTimeLimit(),
          policy -> policy.attemptTimeout(Duration.ofSeconds(7)),
          policy -> policy.backoff(Backoff.fixed(Duration.ofSeconds(7))),
          policy -> policy.retryOn(IOException.class),
          policy -> policy.retryOnCause(IOException.class),
          policy -> policy.abortOn(IOException.class),
          policy -> policy.retryIf(CODE),
          policy -> policy.abortIf(CODE),
          policy -> policy.retryOnResult(String.class, CODE),
          policy -> policy.retryOnNull(),
          policy -> policy.classifyWith("mine", CLASSIFIER),
          policy -> policy.hintFrom("mine", IOException.class, HINT),
          policy -> policy.hintFromResult("mine", String.class, HINT),
          policy -> policy.idempotency(Idempotency.IDEMPOTENT),
          policy -> policy.idempotency(Idempotency.NOT_IDEMPOTENT),
          policy -> policy.idempotency(Idempotency.KEYED),
          policy -> policy.idempotency(Idempotency.IDEMPOTENT).hedge(AFTER),
          policy -> policy.idempotency(Idempotency.IDEMPOTENT).hedge(AFTER.maxInFlight(3)),
          policy -> policy.startOverAfter(Duration.ofSeconds(7)),
          policy -> policy.giveUpWhen(StopCondition.attempts(7)),
          policy -> policy.giveUpWhen(StopCondition.elapsed(Duration.ofSeconds(7))),
          policy -> policy.giveUpWhen(STOP),
          policy -> policy.rule(FailureRule.of(FailureKind.TIMEOUT).price(7)),
          policy -> policy.rule(FailureRule.of(FailureKind.TIMEOUT).maxFailures(7)),
          policy -> policy.rule(FailureRule.of(FailureKind.TIMEOUT).backoff(Backoff.none())),
          policy -> policy.rule(FailureRule.of(IOException.class).price(7)),
          policy -> policy.hintsOnSuccess(),
          policy -> policy.noWaits(),
          policy -> policy.nesting(Nesting.MULTIPLY),
          policy -> policy.maxHint(Duration.ofSeconds(7)),
          policy -> policy.hintJitter(0.7),
          policy -> policy.returningRejected(),
          policy -> policy.closingRejected());

  @Test
  void depends_on_every_setting() {
    for (UnaryOperator<RetryPolicyBuilder> one : SETTINGS) {
      assertNotEquals(RetryPolicy.defaults(), with(one));
      for (UnaryOperator<RetryPolicyBuilder> other : SETTINGS) {
        assertEquals(one == other, with(one).equals(with(other)), with(one)::toString);
      }
      assertEquals(with(one).hashCode(), with(one).hashCode());
    }
  }

  @Test
  void a_builder_keeps_it_for_every_setting() {
    for (UnaryOperator<RetryPolicyBuilder> one : SETTINGS) {
      assertEquals(with(one), with(one).toBuilder().build());
      for (UnaryOperator<RetryPolicyBuilder> other : SETTINGS) {
        RetryPolicy both = other.apply(with(one).toBuilder().withoutHedge()).build();
        assertEquals(both, both.toBuilder().build());
      }
    }
  }

  @Tag("random")
  @Test
  void random_policies_equal_their_copies_from_a_builder() {
    RandomPolicies policies = new RandomPolicies(new SplittableRandom(3));
    for (int round = 0; round < 5_000; round++) {
      RetryPolicy policy = policies.next().build();

      assertEquals(policy, policy.toBuilder().build());
    }
  }

  @Test
  void distinguishes_a_policy_from_other_objects() {
    assertNotEquals(RetryPolicy.defaults(), new Object());
    assertEquals(RetryPolicy.defaults(), RetryPolicy.defaults());
  }

  private static RetryPolicy with(UnaryOperator<RetryPolicyBuilder> setting) {
    return setting.apply(RetryPolicy.builder()).build();
  }
}
