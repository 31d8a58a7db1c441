package dev.reprise.testing.contract;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallShape;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Drivers with one defect each. The contract must detect every one. */
public enum BrokenDriver {
  COUNTS_ATTEMPTS_FROM_0(
      (retry, time) ->
          retry.policy().maxAttempts() == Integer.MAX_VALUE
              ? retry
              : with(retry, p -> p.maxAttempts(retry.policy().maxAttempts() + 1))),
  WAKES_TOO_EARLY(
      (retry, time) ->
          retry.withEnvironment(
              time.withDelayer((task, nanos) -> time.delayer().schedule(task, nanos / 2)))),
  DRAWS_ONCE_TOO_OFTEN(
      (retry, time) ->
          retry.withEnvironment(
              time.withRandom(
                  () -> {
                    time.random().nextLong();
                    return time.random();
                  }))),
  FORGETS_THE_DEADLINE((retry, time) -> with(retry, p -> p.withoutTimeLimit().maxAttempts(6))),
  FORGETS_THE_ATTEMPT_TIMEOUT(
      (retry, time) -> with(retry, p -> p.attemptTimeout(Duration.ofDays(400 * 365)))),
  RETRIES_WRAPPED_ERRORS(
      (retry, time) ->
          with(
              retry,
              p ->
                  p.classifyWith(
                      "wrappedErrors",
                      outcome ->
                          outcome.failureOrNull() != null
                                  && Failures.unwrap(outcome.failureOrNull()) instanceof Error
                              ? Verdict.retry()
                              : Verdict.pass()))),
  ASKS_ANOTHER_BUDGET((retry, time) -> retry.withBudget(RetryBudget.bucket(40, 1)));

  private final BiFunction<Retry, VirtualTime, Retry> defect;

  BrokenDriver(BiFunction<Retry, VirtualTime, Retry> defect) {
    this.defect = defect;
  }

  public CallShape shape() {
    return likeCallAsync(
        name(), (retry, operation, time) -> defect.apply(retry, time).callAsync(operation::stage));
  }

  /** Returns a shape with the traits of {@code callAsync}. */
  static CallShape likeCallAsync(String name, CallShape.Form form) {
    CallShape callAsync =
        CallShape.all().stream()
            .filter(shape -> shape.name().equals("callAsync"))
            .findFirst()
            .orElseThrow();
    return new CallShape(name, callAsync.traits(), form);
  }

  private static Retry with(Retry retry, UnaryOperator<RetryPolicyBuilder> change) {
    return retry.withPolicy(change.apply(retry.policy().toBuilder()).build());
  }
}
