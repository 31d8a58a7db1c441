package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.classify.FailureKind;
import dev.reprise.hedge.RandomHedges;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/** Random policies with every setting that has a text form, from nanoseconds to centuries. */
public final class RandomPolicies {

  public static final List<Class<? extends Throwable>> CLASSES =
      List.of(
          IOException.class,
          TimeoutException.class,
          IllegalStateException.class,
          Error.class,
          RandomPolicies.Nested.class);

  private static final long[] UNITS = {
    1L, 1_000L, 1_000_000L, 1_000_000_000L, 3_600_000_000_000L, 86_400_000_000_000_000L
  };

  private final RandomGenerator random;

  public RandomPolicies(RandomGenerator random) {
    this.random = random;
  }

  /** A class whose name has a dollar sign. */
  public static final class Nested extends Exception {

    private static final long serialVersionUID = 1;
  }

  public RetryPolicyBuilder next() {
    RetryPolicyBuilder policy = RetryPolicy.builder();
    limits(policy);
    conditions(policy);
    if (random.nextBoolean()) {
      policy.backoff(backoff());
    }
    policy.idempotency(oneOf(List.of(Idempotency.values())));
    if (random.nextInt(3) == 0) {
      policy.idempotency(oneOf(List.of(Idempotency.IDEMPOTENT, Idempotency.KEYED)));
      policy.hedge(RandomHedges.next(random));
    }
    policy.nesting(oneOf(List.of(Nesting.values())));
    if (random.nextBoolean()) {
      policy.hintJitter(random.nextBoolean() ? random.nextDouble() : random.nextInt(2));
    }
    if (random.nextInt(4) == 0) {
      policy.returningRejected();
    }
    if (random.nextInt(4) == 0) {
      policy.closingRejected();
    }
    if (random.nextInt(4) == 0) {
      policy.hintsOnSuccess();
    }
    if (random.nextInt(9) == 0) {
      policy.noWaits();
    }
    return policy;
  }

  private void limits(RetryPolicyBuilder policy) {
    switch (random.nextInt(3)) {
      case 0 -> policy.within(duration());
      case 1 -> policy.withoutTimeLimit();
      default -> policy.within(Duration.ofSeconds(random.nextLong(1, Long.MAX_VALUE)));
    }
    switch (random.nextInt(3)) {
      case 0 -> policy.maxAttempts(1 + random.nextInt(5));
      case 1 -> policy.maxAttempts(1 + random.nextInt(Integer.MAX_VALUE));
      default -> policy.unlimitedAttempts();
    }
    if (random.nextBoolean()) {
      policy.attemptTimeout(attemptTimeout());
    }
    if (random.nextInt(3) == 0) {
      policy.maxHint(duration());
    }
    if (random.nextInt(3) == 0) {
      policy.startOverAfter(duration());
    }
    if (random.nextInt(3) == 0) {
      policy.giveUpWhen(condition(3));
    }
    for (FailureKind kind : FailureKind.values()) {
      if (random.nextInt(6) == 0) {
        policy.rule(rule(FailureRule.of(kind)));
      }
    }
    if (random.nextInt(6) == 0) {
      policy.rule(rule(FailureRule.of(CLASSES.get(random.nextInt(CLASSES.size())))));
    }
  }

  private FailureRule rule(FailureRule plain) {
    FailureRule rule = plain.price(random.nextInt(4));
    if (random.nextBoolean()) {
      rule = rule.backoff(backoff());
    }
    return random.nextBoolean() ? rule.maxFailures(1 + random.nextInt(5)) : rule;
  }

  private StopCondition condition(int depth) {
    return switch (random.nextInt(depth > 0 ? 4 : 2)) {
      case 0 -> StopCondition.attempts(1 + random.nextInt(Integer.MAX_VALUE));
      case 1 -> StopCondition.elapsed(duration());
      case 2 -> condition(depth - 1).and(condition(depth - 1));
      default -> condition(depth - 1).or(condition(depth - 1));
    };
  }

  private void conditions(RetryPolicyBuilder policy) {
    for (Class<? extends Throwable> type : CLASSES) {
      switch (random.nextInt(8)) {
        case 0 -> policy.retryOn(type);
        case 1 -> policy.retryOnCause(type);
        case 2 -> policy.abortOn(type);
        default -> {}
      }
    }
    if (random.nextInt(4) == 0) {
      policy.retryOnNull();
    }
  }

  private Backoff backoff() {
    Backoff curve =
        switch (random.nextInt(5)) {
          case 0 -> Backoff.none();
          case 1 -> Backoff.fixed(duration());
          case 2 -> Backoff.linear(duration());
          case 3 -> Backoff.fibonacci(duration());
          default -> Backoff.exponential(duration(), 1 + random.nextInt(10));
        };
    Backoff capped = random.nextBoolean() ? curve.cappedAt(duration()) : curve;
    return capped.jitter(
        switch (random.nextInt(4)) {
          case 0 -> Jitter.none();
          case 1 -> Jitter.full();
          case 2 -> Jitter.equal();
          default -> Jitter.proportional(1 - random.nextDouble());
        });
  }

  /** Returns at least a nanosecond. */
  public Duration duration() {
    return Duration.ofNanos(UNITS[random.nextInt(UNITS.length)])
        .multipliedBy(1 + random.nextInt(2_000));
  }

  private <E> E oneOf(List<E> all) {
    return all.get(random.nextInt(all.size()));
  }

  private AttemptTimeout attemptTimeout() {
    return switch (random.nextInt(3)) {
      case 0 -> AttemptTimeout.of(duration(), duration());
      case 1 -> AttemptTimeout.atPercentile(random.nextDouble(1, 99), duration());
      default -> AttemptTimeout.of(duration());
    };
  }
}
