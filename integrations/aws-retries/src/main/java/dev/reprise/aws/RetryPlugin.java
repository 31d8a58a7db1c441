package dev.reprise.aws;

import dev.reprise.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Plugin by which a client of the AWS SDK, blocking or asynchronous, retries as a {@link Retry}
 * says: policy, budget, listeners, name.
 *
 * <pre>{@code
 * Retry retry = Retry.of(RetryPolicy.builder().maxAttempts(5).build()).named("orders-table");
 *
 * DynamoDbClient client = builder.addPlugin(RetryPlugin.of(retry)).build();
 * }</pre>
 *
 * <p>It sets a {@link PolicyRetryStrategy} in place of the client's own retries, and adds an
 * interceptor: reports name service and operation, attempts are measured without the wait before
 * them, no attempt begins after a shutdown of the retry or past its time limit, and a call that
 * ends by an interrupt, or by an exception that the SDK passes to no strategy, ends for the retry
 * at once. Such an exception, as of an interceptor or a closed client, is not retried, and has the
 * report. If the policy has an {@linkplain
 * dev.reprise.policy.RetryPolicyBuilder#attemptTimeout(java.time.Duration) attempt timeout} and the
 * client has no {@code apiCallAttemptTimeout}, it becomes that of the client, in whole
 * milliseconds, rounded up. A plugin of a request replaces the one of its client, with its attempt
 * timeout.
 *
 * <p>The SDK reports the cancel of a future, and {@code apiCallTimeout} of an asynchronous client,
 * when it next uses the retries: at the end of the attempt or, after a wait, of the next one. The
 * permit of the call returns then. It reports no {@link Error} of a blocking client: the permit of
 * a call that was retried before returns after the garbage collector has found its token.
 *
 * <p>Safe for use by any thread, and for several clients of one service: they share the state of
 * the retry, such as its budget.
 */
public final class RetryPlugin implements SdkPlugin {

  private final Retry retry;
  private final PolicyRetryStrategy strategy;

  private RetryPlugin(Retry retry) {
    this.retry = retry;
    strategy = new PolicyRetryStrategy(new CallRetries(retry, List.of(), true));
  }

  /**
   * Returns the plugin of a retry.
   *
   * @param retry the policy, budget, listeners and name of the calls
   * @return the plugin
   */
  public static RetryPlugin of(Retry retry) {
    return new RetryPlugin(Objects.requireNonNull(retry, "retry"));
  }

  /**
   * Sets strategy, interceptor and attempt timeout.
   *
   * @param config the configuration of the client
   */
  @Override
  public void configureClient(SdkServiceClientConfiguration.Builder config) {
    config.overrideConfiguration(this::configure);
  }

  private void configure(ClientOverrideConfiguration.Builder config) {
    Duration timeout = config.apiCallAttemptTimeout();
    boolean replaces = timeout == null || timeout.equals(ofPluginBefore(config));
    Duration own =
        replaces ? retry.policy().attemptTimeout().map(SdkCall::inMillis).orElse(null) : null;
    if (replaces) {
      config.apiCallAttemptTimeout(own);
    }
    config.retryStrategy(strategy).addExecutionInterceptor(new AttemptInterceptor(own));
  }

  /** The attempt timeout that the plugin before has set, as that of the client of a request. */
  private static @Nullable Duration ofPluginBefore(ClientOverrideConfiguration.Builder config) {
    Duration latest = null;
    for (ExecutionInterceptor interceptor : config.executionInterceptors()) {
      if (interceptor instanceof AttemptInterceptor ours) {
        latest = ours.timeout();
      }
    }
    return latest;
  }

  /**
   * The name of the retry and its policy.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "RetryPlugin(" + retry + ")";
  }
}
