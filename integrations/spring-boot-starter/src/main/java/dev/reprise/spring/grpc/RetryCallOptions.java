package dev.reprise.spring.grpc;

import io.grpc.CallOptions;

/**
 * Options by which a caller changes the retries of its calls:
 *
 * <pre>{@code
 * orders.withOption(RetryCallOptions.POLICY, "patient").find(request);
 * }</pre>
 */
public final class RetryCallOptions {

  /** Name of a policy that replaces the policy of the channel; absent by default. */
  public static final CallOptions.Key<String> POLICY = CallOptions.Key.create("dev.reprise.policy");

  /** False switches the retries off; true by default. */
  public static final CallOptions.Key<Boolean> ENABLED =
      CallOptions.Key.createWithDefault("dev.reprise.enabled", true);

  private RetryCallOptions() {}
}
