package dev.reprise.aws;

import dev.reprise.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

/**
 * Strategy by which a client of the AWS SDK, blocking or asynchronous, retries as a {@link Retry}
 * says. {@link RetryPlugin} sets it together with an interceptor, and knows more: use the strategy
 * itself only where a plugin cannot be set.
 *
 * <pre>{@code
 * DynamoDbClient client =
 *     builder
 *         .overrideConfiguration(config -> config.retryStrategy(PolicyRetryStrategy.of(retry)))
 *         .build();
 * }</pre>
 *
 * <p>The SDK reports neither the start of an attempt nor the operation. So without the plugin, the
 * time of an attempt includes the wait before it, reports do not name the operation, and a call
 * that ends by an interrupt while it waits keeps its permit until the garbage collector has found
 * its token.
 *
 * <p>The classifier of {@link AwsFailures} is added to the policy, after its own classifiers. The
 * SDK makes the attempts: it waits in whole milliseconds, rounded up; a hedge of the policy is not
 * made; its attempt timeout is not applied, {@code apiCallAttemptTimeout} of the client is.
 *
 * <p>Safe for use by any thread, and for several clients of one service.
 */
public final class PolicyRetryStrategy implements RetryStrategy {

  private final CallRetries retries;

  PolicyRetryStrategy(CallRetries retries) {
    this.retries = retries;
  }

  /**
   * Returns the strategy of a retry.
   *
   * @param retry the policy, budget, listeners and name of the calls
   * @return the strategy
   */
  public static PolicyRetryStrategy of(Retry retry) {
    Objects.requireNonNull(retry, "retry");
    return new PolicyRetryStrategy(new CallRetries(retry, List.of(), false));
  }

  /**
   * Begins a call.
   *
   * @param request its scope is not used: all calls of the strategy have the state of the retry
   * @return the token, with a pause that the service has requested before, normally zero
   */
  @Override
  public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
    Objects.requireNonNull(request, "request");
    SdkCall.Next first = new SdkCall(retries).begin();
    return AcquireInitialTokenResponse.create(first.token(), first.delay());
  }

  /**
   * Reports a failed attempt.
   *
   * @param request the token, the failure and the suggested delay, which is a hint of the server
   * @return the next token, with the wait in whole milliseconds
   * @throws TokenAcquisitionFailedException if the call is not retried, in which case the failure
   *     has the report, or if it has ended before
   * @throws IllegalArgumentException if the token is not of a strategy of this class, or was used
   *     before and its call goes on
   */
  @Override
  public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
    AttemptToken token = ours(request.token());
    SdkCall.Next next =
        token
            .call()
            .failed(token, request.failure(), request.suggestedDelay().orElse(Duration.ZERO));
    return RefreshRetryTokenResponse.create(next.token(), next.delay());
  }

  /**
   * Reports a successful attempt, which ends its call. Does nothing for a call that has ended.
   *
   * @param request the token
   * @return the same token
   * @throws IllegalArgumentException if the token is not of a strategy of this class, or was used
   *     before and its call goes on
   */
  @Override
  public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
    AttemptToken token = ours(request.token());
    token.call().succeeded(token);
    return RecordSuccessResponse.create(token);
  }

  private static AttemptToken ours(RetryToken token) {
    if (Objects.requireNonNull(token, "token") instanceof AttemptToken ours) {
      return ours;
    }
    throw new IllegalArgumentException(
        "token must be of a PolicyRetryStrategy, but was of " + token.getClass().getName());
  }

  /**
   * The most attempts of a call, which the SDK sends in the header {@code amz-sdk-request}.
   *
   * @return at least 1; 2<sup>31</sup> - 1 without limit
   */
  @Override
  public int maxAttempts() {
    return retries.retry().policy().maxAttempts();
  }

  /**
   * The SDK does not add its own conditions: the policy decides what is retried.
   *
   * @return false
   */
  @Override
  public boolean useClientDefaults() {
    return false;
  }

  /**
   * Returns a builder of a copy, which shares the state of the retry. It takes {@code maxAttempts}
   * and conditions ({@code retryOnException} and its variants), which are asked after the
   * classifiers of the policy and before the one of {@link AwsFailures}. Its other settings throw
   * {@link UnsupportedOperationException}, because they are settings of the policy.
   *
   * @return the builder
   */
  @Override
  public RetryStrategy.Builder<?, ?> toBuilder() {
    return new StrategyBuilder(retries);
  }

  /**
   * The name of the retry and its policy.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "PolicyRetryStrategy(" + retries.given() + ")";
  }
}
