package dev.reprise.aws;

import dev.reprise.Retry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;

/** Copies a strategy with the settings of the SDK that a policy can take over. */
final class StrategyBuilder implements RetryStrategy.Builder<StrategyBuilder, PolicyRetryStrategy> {

  private final boolean observesAttempts;
  private final List<Predicate<Throwable>> predicates;
  private Retry retry;

  StrategyBuilder(CallRetries from) {
    observesAttempts = from.observesAttempts();
    predicates = new ArrayList<>(from.predicates());
    retry = from.given();
  }

  @Override
  public StrategyBuilder retryOnException(Predicate<Throwable> shouldRetry) {
    predicates.add(Objects.requireNonNull(shouldRetry, "shouldRetry"));
    return this;
  }

  @Override
  public StrategyBuilder maxAttempts(int maxAttempts) {
    retry = retry.withPolicy(retry.policy().toBuilder().maxAttempts(maxAttempts).build());
    return this;
  }

  @Override
  public StrategyBuilder backoffStrategy(BackoffStrategy backoffStrategy) {
    throw isOfPolicy("backoffStrategy");
  }

  @Override
  public StrategyBuilder throttlingBackoffStrategy(BackoffStrategy throttlingBackoffStrategy) {
    throw isOfPolicy("throttlingBackoffStrategy");
  }

  @Override
  public StrategyBuilder treatAsThrottling(Predicate<Throwable> treatAsThrottling) {
    throw isOfPolicy("treatAsThrottling");
  }

  private static UnsupportedOperationException isOfPolicy(String setting) {
    return new UnsupportedOperationException(
        setting + " cannot be set here: set backoff and classifier of the retry policy");
  }

  @Override
  public PolicyRetryStrategy build() {
    return new PolicyRetryStrategy(new CallRetries(retry, predicates, observesAttempts));
  }
}
