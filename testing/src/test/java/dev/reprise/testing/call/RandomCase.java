package dev.reprise.testing.call;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.Nesting;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.policy.StopCondition;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.RecordingBudget;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A policy, a script and a shutdown that are drawn from a seed. */
final class RandomCase {

  private final long seed;
  private final SplittableRandom random;
  private final RetryPolicy policy;
  private final List<RandomOutcome> script = new ArrayList<>();
  private final long grants;
  private final long shutdownNanos;

  RandomCase(long seed) {
    this.seed = seed;
    random = new SplittableRandom(seed);
    policy = policy();
    int answers = 1 + random.nextInt(6);
    for (int i = 0; i < answers; i++) {
      script.add(RandomOutcome.draw(random, policy.attemptTimeout().isPresent()));
    }
    grants = oneIn(4) ? random.nextInt(4) : 20;
    shutdownNanos = oneIn(10) ? 1 + random.nextLong(300_000_000) : -1;
  }

  /** Runs the case in a shape, and returns its observation as text. */
  String play(CallShape shape) {
    VirtualTime time = VirtualTime.startingAtTick(seed, seed << 40);
    RecordingBudget budget = new RecordingBudget(grants);
    Retry retry = Retry.of(policy).withEnvironment(time).withBudget(budget);
    ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
    script.forEach(answer -> answer.addTo(operation));
    if (shutdownNanos > 0) {
      time.schedule(Duration.ofNanos(shutdownNanos), retry::shutdown);
    }
    try {
      CallObservation seen = shape.observe(retry, operation, time);
      budget.assertSettled();
      return String.join("\n", seen.trace())
          + "\nvalue "
          + seen.value()
          + "\nbudget "
          + budget.ledger();
    } finally {
      Thread.interrupted();
    }
  }

  /**
   * Runs the case with stages, and returns as text what is observable without a listener.
   *
   * @param recorder whether the call has a listener, which must make no difference
   * @param asResult whether the call returns a {@code RetryResult}
   * @param cancelNanos the time at which the future is cancelled, in nanoseconds; 0 for never
   */
  String runByStages(boolean recorder, boolean asResult, long cancelNanos) {
    VirtualTime time = VirtualTime.startingAtTick(seed, seed << 40);
    RecordingBudget budget = new RecordingBudget(grants);
    Retry silent = Retry.of(policy).withEnvironment(time).withBudget(budget);
    Retry retry = recorder ? silent.withListener(new RecordingListener()) : silent;
    ScriptedOperation<Object> operation = new ScriptedOperation<>(time);
    script.forEach(answer -> answer.addTo(operation));
    CompletableFuture<?> call =
        asResult ? retry.executeAsync(operation::stage) : retry.callAsync(operation::stage);
    if (shutdownNanos > 0) {
      time.schedule(Duration.ofNanos(shutdownNanos), retry::shutdown);
    }
    if (cancelNanos > 0) {
      time.schedule(Duration.ofNanos(cancelNanos), () -> call.cancel(true));
    }
    time.runUntilIdle();
    budget.assertSettled();
    String seen =
        String.join(
            "\n",
            call.isDone() ? call.handle(RandomCase::told).join() : "hangs",
            "at " + operation.starts() + ", cut short " + operation.cancelledAttempts(),
            "timers " + time.pending() + " at " + time.elapsed(),
            "budget " + budget.ledger());
    return seen.replace(budget.toString(), "the budget");
  }

  private static String told(@Nullable Object value, @Nullable Throwable failure) {
    return value instanceof RetryResult<?> result
        ? result + "\n" + result.report()
        : value + " / " + failure;
  }

  private RetryPolicy policy() {
    RetryPolicyBuilder policy = RetryPolicy.builder().backoff(backoff());
    policy.maxAttempts(1 + random.nextInt(6));
    if (oneIn(3)) {
      policy.within(upTo(400));
    } else if (oneIn(2)) {
      policy.withoutTimeLimit();
    }
    if (oneIn(8) && policy.build().within().isPresent()) {
      policy.unlimitedAttempts().within(upTo(400));
    }
    if (oneIn(3)) {
      policy.attemptTimeout(upTo(60));
    }
    conditions(policy);
    if (oneIn(8)) {
      policy.idempotency(Idempotency.NOT_IDEMPOTENT);
    }
    if (oneIn(8)) {
      policy.nesting(Nesting.MULTIPLY);
    }
    if (oneIn(3)) {
      policy.returningRejected();
    }
    if (oneIn(12)) {
      StopCondition attempts = StopCondition.attempts(1 + random.nextInt(4));
      policy.giveUpWhen(oneIn(2) ? attempts : attempts.and(StopCondition.elapsed(upTo(200))));
    }
    if (oneIn(20)) {
      policy.noWaits();
    }
    return policy.build();
  }

  private void conditions(RetryPolicyBuilder policy) {
    if (oneIn(2)) {
      policy.retryOnResult(String.class, "bad"::equals);
    }
    if (oneIn(4)) {
      policy.retryOnNull();
    }
    if (oneIn(6)) {
      policy.retryOn(QuietFailure.class);
    }
    if (oneIn(12)) {
      policy.abortOn(QuietFailure.Other.class);
    }
    if (oneIn(20)) {
      policy.retryIf(failure -> QuietFailure.bug());
    }
    if (oneIn(6)) {
      long hint = random.nextLong(200_000_000);
      Effect effect = oneIn(2) ? Effect.NONE : Effect.UNKNOWN;
      policy.maxHint(upTo(150)).hintJitter(random.nextInt(3) / 2.0);
      policy.classifyWith(
          "hint",
          outcome ->
              outcome.failureOrNull() instanceof QuietFailure.Other
                  ? Verdict.retryNoSoonerThan(Duration.ofNanos(hint)).withEffect(effect)
                  : Verdict.pass());
    }
  }

  private Backoff backoff() {
    Backoff backoff =
        switch (random.nextInt(9)) {
          case 0 -> Backoff.none();
          case 1 -> Backoff.fixed(upTo(80));
          case 2 -> Backoff.linear(upTo(40));
          case 3 -> Backoff.exponential(upTo(40), 1 + random.nextDouble() * 3);
          case 4 -> Backoff.fibonacci(upTo(30));
          case 5 -> Backoff.sequence(upTo(30), Duration.ZERO, upTo(60));
          case 6 -> Backoff.custom((progress, view, now, draw) -> delay(progress.retry()));
          case 7 -> Backoff.fixed(upTo(20)).thenAfter(2, Backoff.exponential(upTo(30)));
          default -> Backoff.decorrelated(upTo(10), Duration.ofMillis(90));
        };
    return switch (backoff.equals(Backoff.none()) ? 9 : random.nextInt(9)) {
      case 0 -> jittered(backoff, Jitter.full());
      case 1 -> jittered(backoff, Jitter.equal());
      case 2 -> jittered(backoff, Jitter.proportional(0.3));
      default -> backoff;
    };
  }

  /**
   * Adds jitter, except to decorrelated backoffs and chains that contain one, which have their own
   * jitter.
   */
  private static Backoff jittered(Backoff backoff, Jitter jitter) {
    try {
      return backoff.jitter(jitter);
    } catch (IllegalArgumentException | IllegalStateException refused) {
      return backoff;
    }
  }

  private static long delay(int retry) {
    return retry == 4 ? (QuietFailure.bug() ? 1 : 2) : retry * 7_000_001L;
  }

  private Duration upTo(int millis) {
    return Duration.ofNanos(1 + random.nextLong(millis * 1_000_000L));
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  @Override
  public String toString() {
    return "seed "
        + seed
        + ": "
        + policy
        + ", script "
        + script
        + ", "
        + grants
        + " grants"
        + (shutdownNanos > 0 ? ", shut down at " + Duration.ofNanos(shutdownNanos) : "");
  }
}
